/** Small readings of texts that many rules share. Each is linear. */

const BLANKS = /\s+/g
const PARTIAL_WORD = /\s\S{0,120}$/
/** Scripts of Chinese, Japanese, and Korean. */
const CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/

/** Returns the text with single blanks between its words, line breaks included. */
export function oneLine(text: string): string {
  return text.replace(BLANKS, ' ')
}

/** Returns the first characters of a text, without a partial word and with a mark; a shorter text whole.
 * @param maxChars most characters before the mark */
export function cutAtWord(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : `${text.slice(0, maxChars).replace(PARTIAL_WORD, '')} …`
}

/** Whether a text has a character of Chinese, Japanese, or Korean. */
export function hasCjk(text: string): boolean {
  return CJK.test(text)
}

/** Returns `at`, or the index before it if `at` would split a surrogate pair. */
export function startOfCharacter(text: string, at: number): number {
  return isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1)) ? at - 1 : at
}

/** Whether a code unit is the first or the second of a surrogate pair. */
export function isHigh(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}

export function isLow(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}

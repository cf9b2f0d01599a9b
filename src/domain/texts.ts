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

/** Small readings of texts that many rules share. Each is linear. */

const BLANKS = /\s+/g
// oxlint-disable-next-line no-control-regex -- that is what it finds
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]+/g
// oxlint-disable-next-line no-control-regex -- terminal codes start with the escape character
const TERMINAL = /\u001b(?:\[[0-9;?]{0,16}[A-Za-z]|\][^\u0007\u001b]{0,200}\u0007?)/g
const PARTIAL_WORD = /\s\S{0,120}$/
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0eff\u1780-\u17ff]/
/** Scripts without spaces between words, or whose words have many suffixes: for use within the brackets of a pattern. */
export const UNSPACED_SCRIPTS =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}'
/** Scripts of Chinese, Japanese, and Korean. */
const CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/
const EACH_CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g
/** Letters of an alphabet that say as much as one of these: the same answers of MemoryBank have 179 characters in English and 55 in
 * Chinese. */
const LETTERS_PER_CJK = 3

/** Returns the text with single blanks between its words, line breaks included. */
export function oneLine(text: string): string {
  return text.replace(BLANKS, ' ')
}

/** Returns how long a text would be in letters of an alphabet, in characters. */
export function spelledLength(text: string): number {
  return text.length + (LETTERS_PER_CJK - 1) * (text.match(EACH_CJK)?.length ?? 0)
}

/** Returns the text without blanks and line breaks. */
export function withoutBlanks(text: string): string {
  return text.replace(BLANKS, '')
}

/** Returns the first characters of a text, without a partial word and with a mark; a shorter text whole.
 * @param maxChars most characters before the mark */
export function cutAtWord(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : `${withoutPartialWord(text.slice(0, maxChars))} …`
}

/** Returns the start of a text within a number of tokens, cut at a word end. Of a text without blanks, and for very few tokens, about
 * eight characters are left, which may be more tokens. */
export function cutToTokens(text: string, tokens: number, count: (text: string) => number): string {
  let chars = Math.min(text.length, Math.max(SHORTEST_CUT, tokens * 8))
  // Each step cuts the text itself: a cut of a cut would grow by the mark, and never end.
  for (;;) {
    const cut = cutAtWord(text, chars)
    if (chars <= SHORTEST_CUT || count(cut) <= tokens) return cut
    chars = Math.max(SHORTEST_CUT, Math.floor(chars * 0.85))
  }
}
/** Characters that a cut to tokens leaves at least. */
const SHORTEST_CUT = 8

/** Returns a text that was cut somewhere without its last word, if that is not very long. */
export function withoutPartialWord(text: string): string {
  return text.replace(PARTIAL_WORD, '')
}

/** Returns what is between blanks, empty at the ends if a blank is there. */
export function splitWords(text: string): string[] {
  return text.split(BLANKS)
}

/** Returns the words of a list, which blanks and line breaks separate. */
export function wordSet(words: string): ReadonlySet<string> {
  return new Set(splitWords(words.trim()))
}

/** Returns a line without the mark of a list before it. */
export function withoutBullet(line: string): string {
  return line.replace(/^\s*[-*•]\s*/, '')
}

/** Whether a text has three letters in a row, so that it is more than signs and numbers. */
export function hasWord(text: string): boolean {
  return /\p{L}{3}/u.test(text)
}

export function hasDigit(text: string): boolean {
  return /\d/.test(text)
}

export function hasLetterOrDigit(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}

/** Returns a text without control characters, which steer terminals and confuse models. Tabs and line breaks stay. */
export function withoutControls(text: string): string {
  return text.replace(CONTROLS, ' ')
}

/** Returns a text without the color codes and titles of a terminal. */
export function withoutColors(text: string): string {
  return text.includes('\u001b') ? text.replace(TERMINAL, '') : text
}

/** Whether a text ends with a sign that ends a sentence or clause, or introduces something. */
export function endsSentence(text: string): boolean {
  return /[.!?…。！？;；:：]["'”’)\]*_`]{0,4}$/.test(text)
}

/** Whether a text ends with a question mark. */
export function asks(text: string): boolean {
  return /[?？]["'”’)\]]{0,3}\s{0,4}$/.test(text)
}

/** Returns the letters and digits of a text in lower case, with one blank for anything between. */
export function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')
}

/** Whether a text ends with a colon. */
export function introduces(text: string): boolean {
  return text.endsWith(':') || text.endsWith('：')
}

/** Whether a text has a letter of any script. */
export function hasLetter(text: string): boolean {
  return /\p{L}/u.test(text)
}

export function hasBlank(text: string): boolean {
  return firstBlank(text) >= 0
}

/** Returns the offset of the first blank or line break of a text; -1: it has none. */
export function firstBlank(text: string): number {
  return text.search(/\s/)
}

/** Whether a text has a control character, a line break or tab included. */
export function hasControl(text: string): boolean {
  return /\p{Cc}/u.test(text)
}

/** Whether a text has only decimal digits, one at least. */
export function isDigits(text: string): boolean {
  return /^\d+$/.test(text)
}

/** Whether a text is a number of one to nine decimal digits, so that it is an exact integer. */
export function isNumeral(text: string): boolean {
  return text.length <= 9 && isDigits(text)
}

/** Ids that the service or an app gives. */
export const ID_PATTERN = /^[\w-]{1,64}$/
/** Ids of items and responses as servers give them; others are not kept. */
export const PROVIDER_ID = /^[\w.:-]{1,200}$/

/** Whether a text starts with one of the others. */
export function startsWithOne(text: string, starts: readonly string[]): boolean {
  return starts.some((start) => text.startsWith(start))
}

/** Whether a text holds one of the parts, which are in lower case, in any case. */
export function holdsOne(text: string, parts: readonly string[]): boolean {
  const lower = text.toLowerCase()
  return parts.some((part) => lower.includes(part))
}

/** Returns a text of several lines as one: blanks around a line break become `between`. */
export function joinLines(text: string, between: string): string {
  return text.replace(/(?<!\s)\s*\n\s*/g, between)
}

/** Whether a text has a character of a script without blanks between words: those, Thai, Lao, or Khmer. */
export function hasUnspaced(text: string): boolean {
  return UNSPACED.test(text)
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

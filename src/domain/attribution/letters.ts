/** Recognizes a letter in a text: a person who asks for something about it does not say its words. [P14] */

const MAX_ROW_CHARS = 80
const GREETS =
  /^[ \t]{0,8}(?:dear|to whom it may concern|sehr geehrte[rs]?|liebe[rs]?|guten tag|cher|chère|estimad[oa]|尊敬的|敬爱的|亲爱的)(?!\p{Ll})/iu
const SIGNS: readonly RegExp[] = [
  /^[ \t]{0,8}(?:with )?(?:best|kind|kindest|warm|warmest) (?:regards|wishes)(?!\p{L})/iu,
  /^[ \t]{0,8}(?:regards|(?:yours )?(?:sincerely|faithfully|truly)|respectfully|cordialement|atentamente|此致|敬上)(?!\p{L})/iu,
  /^[ \t]{0,8}(?:mit freundlichen|viele|beste|liebe) grüßen?(?!\p{L})/iu,
]
/** Rows of a letter. */
const MAX_ROWS = 200
/** Rows with a name and what is under it. */
const MAX_SIGNATURE_ROWS = 4

/** Returns a text without its letters, from the greeting to the signature. A text that is a letter as a whole stays: it is for the reader. */
export function withoutLetters(own: string): string {
  const rows = own.split('\n')
  const kept: string[] = []
  for (let at = 0; at < rows.length; at++) {
    const end = isRow([GREETS], rows[at]!) ? endOfLetter(rows, at) : -1
    if (end < 0) kept.push(rows[at]!)
    else at = end
  }
  const isWhole = kept.every((row) => row.trim() === '')
  return isWhole ? own : kept.join('\n')
}

function isRow(looks: readonly RegExp[], row: string): boolean {
  return row.length <= MAX_ROW_CHARS && looks.some((look) => look.test(row))
}

/** Returns the last row of the letter that begins at a row; -1: it is not signed. */
function endOfLetter(rows: readonly string[], from: number): number {
  const signed = rows.slice(from, from + MAX_ROWS).findIndex((row) => isRow(SIGNS, row))
  if (signed < 0) return -1
  let end = from + signed
  for (let more = 0; more < MAX_SIGNATURE_ROWS && (rows[end + 1] ?? '').trim() !== ''; more++) end++
  return end
}

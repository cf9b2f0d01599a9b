/** Reads the head of a marker line. A marker acts only at the start of a row, after bullets, headings or emphasis; in code
 * font or quotation marks it is only shown. [G3] */

export type MarkerName = 'goal' | 'checkpoint' | 'decision' | 'artifact' | 'next'

export interface MarkerHead {
  /** The whole head with the marker. */
  text: string
  indent: string
  emphasis: string
  name: MarkerName
}

/** Characters at the start of a row that may contain the marker, including bullets and other prefixes. */
const HEAD_CHARS = 160
const HOLDS_ONE = /\[[ \t]{0,2}(?:goal|checkpoint|decision|artifact|next)[ \t]{0,2}\]/i
/** Indentation, bullets, numbers, checkboxes, headings or emoji; then emphasis; then the marker. A link is not a marker. */
const LEAD =
  /((?:[ \t]|[-*+•](?=[ \t])|\d{1,3}[.)](?=[ \t])|\[[ xX]\](?=[ \t])|#{1,6}(?=[ \t])|\p{Extended_Pictographic}\uFE0F?){0,60})/u
const MARKER = /\[[ \t]{0,2}(goal|checkpoint|decision|artifact|next)[ \t]{0,2}\](?![([])/u
const HEAD = new RegExp(`^${LEAD.source}([*_~]{0,3})${MARKER.source}`, 'iu')
/** This much indentation without a bullet is code. */
const INDENTED_CODE = /^(?: {4}|[ ]{0,3}\t)[ \t]*$/

/** Whether a text contains a marker anywhere. */
export function holdsMarker(text: string): boolean {
  return HOLDS_ONE.test(text)
}

/** Returns the head of a row that starts with a marker; null if it does not.
 * @param row one row of the assistant's own words */
export function markerHead(row: string): MarkerHead | null {
  const head = HEAD.exec(row.slice(0, HEAD_CHARS))
  if (!head) return null
  const [text, indent = '', emphasis = '', name = ''] = head
  return INDENTED_CODE.test(indent) ? null : { text, indent, emphasis, name: name.toLowerCase() as MarkerName }
}

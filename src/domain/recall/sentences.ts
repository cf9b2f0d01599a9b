/** Ends a sentence or a line, but not the number of an item: `3. Rails`. Also where no space follows: in scripts without spaces. */
const END = /[.!?…](?<!^[^\p{L}\p{N}\n]{0,8}\p{N}{1,3}\.)["')\]]{0,3}(?=\s)|[。！？][”」』]?|\n+/gmu

/** Returns the sentences and lines of a text, without the space around them. Linear in the text. */
export function splitIntoSentences(text: string): { from: number; to: number }[] {
  const spans: { from: number; to: number }[] = []
  let start = 0
  const add = (end: number) => {
    const piece = text.slice(start, end)
    const from = start + piece.length - piece.trimStart().length
    const to = start + piece.trimEnd().length
    if (to > from) spans.push({ from, to })
    start = end
  }
  for (const match of text.matchAll(END)) add(match.index + match[0].length)
  add(text.length)
  return spans.length > 0 ? spans : [{ from: 0, to: text.length }]
}

/**
 * The answer without the thoughts before it. Models that were told not to think may do so all the same, in the answer's own text:
 * `<think>…</think>` at its beginning, or only the closing tag when the chat template wrote the opening one. A block that never closes is
 * all thought. Tags later in the text are text: a summary may well be about them.
 */
export function withoutThinking(text: string): string {
  let rest = text.trim()
  for (;;) {
    const opening = /^<(think|thinking|thought)>/i.exec(rest)
    if (!opening) break
    const closing = new RegExp(`</${opening[1]}>`, 'i').exec(rest)
    if (!closing) return ''
    rest = rest.slice(closing.index + closing[0].length).trimStart()
  }
  const orphan = /<\/think>/i.exec(rest)
  if (!orphan || /<think>/i.test(rest.slice(0, orphan.index))) return rest
  // Only a tag that stands alone on its line ends thoughts; one inside a sentence is being spoken about.
  const before = rest.slice(rest.lastIndexOf('\n', orphan.index - 1) + 1, orphan.index)
  return before.trim() === '' ? rest.slice(orphan.index + orphan[0].length).trimStart() : rest
}

/**
 * Removes the thinking at the start of an answer. A model may think in its answer even if the request disables it:
 * `<think>…</think>` at the start, or only the closing tag if the chat template wrote the opening one.
 * A block that never closes is all thinking. Later tags stay, because a summary may be about them.
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
  // Only a tag at the start of a line ends the thinking. A tag inside a sentence is part of the text.
  const before = rest.slice(rest.lastIndexOf('\n', orphan.index - 1) + 1, orphan.index)
  return before.trim() === '' ? rest.slice(orphan.index + orphan[0].length).trimStart() : rest
}

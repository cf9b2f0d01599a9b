/** Markdown that no text from a conversation can break out of. */
import { oneLine } from '../domain/texts.js'

/** Returns `text` verbatim, in a code fence longer than any run of backticks in it. */
export function fenced(text: string, language = ''): string {
  let longest = 2
  for (const [ticks] of text.matchAll(/`+/g)) longest = Math.max(longest, ticks.length)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

/** Returns `text` as a quote: its headings and open fences end with it. */
export function quoted(text: string): string {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')
}

/** Returns `text` on one line, so that a name from an app cannot start a heading. */
export function inline(text: string): string {
  return oneLine(text)
}

/** Returns a section that is folded until the reader opens it. */
export function folded(title: string, body: string): string {
  return `<details><summary>${escaped(inline(title))}</summary>\n\n${body}\n\n</details>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

import { pieces, type Turn } from './pieces.js'

/** A truthful summarizer without a model. Finds the conversation in a prompt and copies its most informative lines. */

export interface Transcript {
  /** Everything around the conversation: system text, instructions. */
  instructions: string
  /** Informative lines of the conversation, in order. */
  lines: string[]
  /** Length of the conversation in characters. */
  chars: number
}

/** Finds the conversation: the widest fence or pair of tags in the last message, else the whole message. */
export function findTranscript(turns: readonly Turn[]): Transcript {
  const last = turns.at(-1)?.content ?? ''
  const block = widest([
    ...[...last.matchAll(/^[ \t]*<([\w-]+)[^>\n]*>[ \t]*\n([\s\S]*)\n[ \t]*<\/\1>/gm)].map((match) => match[2]),
    ...[...last.matchAll(/^[ \t]*([-=~`#*]{3,}|<{3,})[^\n]*\n([\s\S]*)\n[ \t]*(?:\1|>{3,})[^\n]*$/gm)].map(
      (match) => match[2],
    ),
  ])
  const conversation = block.length > last.length / 4 ? block : last
  const instructions =
    turns
      .slice(0, -1)
      .map(({ content }) => content)
      .join('\n') +
    '\n' +
    last.replace(conversation, '')
  const lines = conversation
    .split('\n')
    // Before removing bullets, because a heading may start like one.
    .filter((line) => !isHeading(line.trim()))
    .map((line) => line.replace(/^\s*(?:\d+\s*[→|:\t]|[-*•>|])\s*/, '').trim())
    .filter((line) => line.length >= 12 && !isHeading(line))
    .map((line) => line.slice(0, 240))
  return { instructions, lines, chars: conversation.length }
}

/** Returns the lines with the most exact strings not yet mentioned, up to `tokens`, in their original order. */
export function informativeLines({ lines }: Transcript, tokens: number): string[] {
  const mentioned = new Set<string>()
  const kept: number[] = []
  const ranked = lines
    .map((line, at) => ({ at, line, strings: exactStrings(line) }))
    .sort((a, b) => b.strings.length / (20 + b.line.length) - a.strings.length / (20 + a.line.length) || a.at - b.at)
  let freeTokens = tokens
  for (const { at, line, strings } of ranked) {
    const cost = pieces(line).length + 12
    const isNew = strings.length === 0 ? kept.length < 3 : strings.some((text) => !mentioned.has(text))
    if (!isNew || cost > freeTokens) continue
    for (const text of strings) mentioned.add(text)
    freeTokens -= cost
    kept.push(at)
  }
  return [...new Set(kept.sort((a, b) => a - b).flatMap((at) => lines[at] ?? []))]
}

/** Returns paths, identifiers, URLs and numbers, which a summary must keep. */
export function exactStrings(line: string): string[] {
  return (
    line.match(
      /https?:\/\/\S+|[\w.-]*\/[\w./-]+|\b[a-z]+(?:[A-Z]\w+)+|\b\w+_\w+|\b\w+\.\w{2,4}\b|#\d+|\b\d[\d.]{2,}\b|\b[A-Z]\w*Error\b/g,
    ) ?? []
  )
}

/** Whether a line is a heading of the prompt: `[12] assistant`, `#12 tool read_file ok`, `--- message 12 · … ---`. */
function isHeading(line: string): boolean {
  if (/^(-{3,}|={3,}|#{2,})\s.{1,120}\s\1$/.test(line)) return true
  return (
    line.length < 80 && /^\W{0,4}(?:message|msg)?\s*#?\d+\W+.{0,20}\b(?:user|human|assistant|tool|system)\b/i.test(line)
  )
}

function widest(blocks: (string | undefined)[]): string {
  return blocks.reduce<string>((best, block) => (block && block.length > best.length ? block : best), '')
}

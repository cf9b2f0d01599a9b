import { sourceChars } from '../../../domain/source/source.js'
import type { ContentKind } from '../../../domain/model/help.js'
import type { SourceMessage } from '../../../domain/source/types.js'
import { parseReply } from '../../../domain/summary/reply.js'
import { verifySummary, type Verdict } from '../../../domain/summary/verify.js'
import { compute } from '../../../threads/compute.js'

export interface Judging {
  /** Whether the reply was requested as JSON. */
  withSchema: boolean
  count: (text: string) => number
  /** Goal texts in the prompt. A line that repeats one is dropped, but does not count as invented. */
  promptTexts: readonly string[]
  content: ContentKind | undefined
}

/** Checks the reply of a model for one chunk without calling a model. Returns `problem` if it holds no lines. [V4] */
export async function judgeReply(
  chunk: SourceMessage[],
  text: string,
  { withSchema, count, promptTexts, content }: Judging,
): Promise<Verdict | { problem: string }> {
  const { lines, problem } = parseReply(text, withSchema)
  if (problem) return { problem }
  const anchors = await compute('anchorsOf', sourceChars(chunk), chunk)
  return verifySummary({ source: chunk, anchors, lines, count, promptTexts, ...(content && { content }) })
}

/** Returns the tokens of the texts and arguments in a chunk. */
export function sourceTokens(chunk: readonly SourceMessage[], count: (text: string) => number): number {
  const texts = chunk.flatMap(({ parts }) => parts.map((part) => (part.kind === 'call' ? part.args : part.text)))
  return texts.reduce((sum, text) => sum + count(text), 0)
}

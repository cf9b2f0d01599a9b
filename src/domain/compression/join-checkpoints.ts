import type { Checkpoint, CheckpointLine, Summarizer, Verification } from '../checkpoint/checkpoint.js'
import type { SeqRange } from '../message.js'
import { countOf } from '../ranges.js'
import { exactStrings } from '../anchors/exact-strings.js'

/** Facts of one checkpoint that replaces several. [C4] */
export interface JoinedFacts {
  /** Number of the newest joined checkpoint. */
  number: number
  range: SeqRange
  covered: SeqRange[]
  /** Number of covered messages. */
  messages: number
  originalTokens: number
  /** Number of original checkpoints joined in it. */
  joined: number
  summarizer: Summarizer
}

/** Combines the facts of several checkpoints. `checkpoints` must not be empty. */
export function joinCheckpoints(checkpoints: readonly Checkpoint[]): JoinedFacts {
  const covered = joinRanges(checkpoints.flatMap((checkpoint) => checkpoint.covered))
  return {
    number: Math.max(...checkpoints.map(({ number }) => number)),
    range: {
      from: Math.min(...checkpoints.map(({ range }) => range.from)),
      to: Math.max(...checkpoints.map(({ range }) => range.to)),
    },
    covered,
    messages: countOf(covered),
    originalTokens: checkpoints.reduce((sum, checkpoint) => sum + checkpoint.originalTokens, 0),
    joined: checkpoints.reduce((sum, checkpoint) => sum + checkpoint.joined, 0),
    summarizer: joinSummarizers(checkpoints.map(({ summarizer }) => summarizer)),
  }
}

function joinRanges(ranges: readonly SeqRange[]): SeqRange[] {
  const joined: SeqRange[] = []
  for (const range of [...ranges].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last && range.from <= last.to + 1) last.to = Math.max(last.to, range.to)
    else joined.push({ ...range })
  }
  return joined
}

function joinSummarizers(summarizers: readonly Summarizer[]): Summarizer {
  const models = summarizers.flatMap((summarizer) => (summarizer.kind === 'extractive' ? [] : [summarizer.model]))
  const model = models.at(-1)
  if (model === undefined) return { kind: 'extractive' }
  const written = summarizers.every((summarizer) => summarizer.kind === 'llm' && summarizer.model === model)
  return written ? { kind: 'llm', model } : { kind: 'mixed', model }
}

/** Returns the verification of the remaining lines. It scales the original verification by the share of exact strings
 * that remain, because the source is no longer at hand.
 * @param shown texts in the context beside the checkpoints */
export function keptVerification(
  checkpoints: readonly Checkpoint[],
  lines: readonly CheckpointLine[],
  shown: readonly string[] = [],
): Verification {
  const before = stringsOf(checkpoints.flatMap((checkpoint) => checkpoint.lines.map(({ text }) => text)))
  const after = stringsOf([...lines.map(({ text }) => text), ...shown])
  const share = before.size === 0 ? 1 : [...before].filter((text) => after.has(text)).length / before.size
  const sum = (pick: (verification: Verification) => number) =>
    checkpoints.reduce((total, { verification }) => total + pick(verification), 0)
  const weight = checkpoints.reduce((total, { originalTokens }) => total + originalTokens, 0)
  const score = checkpoints.reduce(
    (total, { verification, originalTokens }) => total + verification.score * originalTokens,
    0,
  )
  return {
    anchors: sum(({ anchors }) => anchors),
    kept: Math.floor(sum(({ kept }) => kept) * share),
    important: sum(({ important }) => important),
    importantKept: Math.floor(sum(({ importantKept }) => importantKept) * share),
    score: weight === 0 ? share : (score / weight) * share,
    invented: sum(({ invented }) => invented),
  }
}

function stringsOf(texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap((text) => exactStrings(text).map((exact) => exact.text)))
}

import type { CheckpointLine, Verification } from '../compression/checkpoint.js'
import { finish, type Steps } from '../steps.js'
import { MESSAGE_OVERHEAD } from '../tokens.js'
import { IMPORTANT } from '../anchors/anchors.js'
import { extractSteps, extractionSourceSteps } from './extractive.js'
import { neutralize, spokenText } from './neutralize.js'
import { readPassages } from '../source/reading.js'
import { renderCheckpoint, renderedLine } from './rendering.js'
import { anchorMatcher } from '../anchors/anchor-matcher.js'
import type { Anchor, CountTokens, SourceMessage } from '../source/types.js'
import { verificationOf } from './verify.js'

/** A checkpoint within its ceiling: what the model wrote and was accepted, then copies of what it left out. Without accepted lines
 * this is the extractive checkpoint. [V5] */

export interface ComposeInput {
  accepted: readonly CheckpointLine[]
  source: readonly SourceMessage[]
  anchors: readonly Anchor[]
  /** Tokens the whole may take, heading and message overhead included. */
  ceilingTokens: number
  heading: string
  count: CountTokens
  /** Texts the reader already has beside it: the ledger, other checkpoints. */
  already: readonly string[]
}
export interface Composed {
  lines: CheckpointLine[]
  /** Empty, with no lines, when not even the heading fits. */
  text: string
  /** Of the text and the message overhead. */
  tokens: number
  verification: Verification
}

/** Most of the ceiling that the list "facts kept exactly" may take. [V4] */
const FACTS_SHARE = 0.2
/** Tokens for the titles above the kinds, as a share of the ceiling and at most. */
const TITLES = { share: 0.1, atMost: 40 }
/** A line of the list is about this long. */
const FACT_LINE_CHARS = 160
const FACT_PREFIX = 'exactly: '
const FACT_IMPORTANCE = 0.7

export function composeCheckpoint(input: ComposeInput): Composed {
  return finish(composeSteps(input))
}

/** As `composeCheckpoint`, with pauses. */
export function* composeSteps(input: ComposeInput): Steps<Composed> {
  const { source, anchors, ceilingTokens, heading, count, already } = input
  const freeTokens =
    ceilingTokens -
    MESSAGE_OVERHEAD -
    count(`${heading}\n`) -
    Math.min(TITLES.atMost, Math.floor(ceilingTokens * TITLES.share))
  const spoken = spokenText(source)
  const safe = (line: CheckpointLine): CheckpointLine => {
    const text = neutralize(line.text, spoken)
    return text === line.text ? line : { ...line, text, tokens: count(renderedLine({ ...line, text })) }
  }
  const kept = mostImportant(input.accepted.map(safe), freeTokens, already)
  const left = freeTokens - tokensOf(kept)
  const extraction = left < 1 ? null : yield* extractionSourceSteps(source, readPassages(source), anchors)
  function* fillWith(budgetTokens: number): Steps<CheckpointLine[]> {
    if (budgetTokens < 1 || !extraction) return []
    const lines = yield* extractSteps(extraction, {
      budgetTokens,
      count,
      already: [...already, ...kept.map((line) => line.text)],
    })
    return lines.map(safe)
  }

  const all = yield* fillWith(left)
  yield
  const missing = missingFrom(anchors, [...already, ...kept.map((line) => line.text), ...all.map((line) => line.text)])
  let lines = [...kept, ...all]
  if (missing.length > 0 && left > 0) {
    const factsTokens = Math.min(left, Math.floor(ceilingTokens * FACTS_SHARE))
    const copies = yield* fillWith(left - factsTokens)
    yield
    const facts = factsKeptExactly(
      missingFrom(anchors, [...already, ...kept.map((line) => line.text), ...copies.map((line) => line.text)]),
      factsTokens,
      count,
    )
    yield
    const listed = [...kept, ...copies, ...facts.map(safe)]
    if (keptWeight(anchors, listed) > keptWeight(anchors, lines)) lines = listed
  }
  yield
  return rendered(lines, input)
}

/** Renders, and lets the least important lines go while the whole is too large: token counts of pieces only nearly add up. */
function rendered(
  lines: CheckpointLine[],
  { heading, ceilingTokens, count, anchors, already }: ComposeInput,
): Composed {
  const droppable = [...lines].sort((a, b) => b.importance - a.importance || (a.by === 'model' ? -1 : 1))
  for (;;) {
    const own = lines.filter((line) => droppable.includes(line))
    const text = own.length === 0 ? '' : renderCheckpoint(own, heading)
    const tokens = text === '' ? 0 : count(text) + MESSAGE_OVERHEAD
    if (tokens <= ceilingTokens)
      return { lines: own, text, tokens, verification: verificationOf(anchors, [text, ...already].join('\n'), 0) }
    droppable.pop()
  }
}

function mostImportant(
  lines: readonly CheckpointLine[],
  freeTokens: number,
  already: readonly string[],
): CheckpointLine[] {
  const known = new Set(
    already.flatMap((text) => text.split('\n')).map((line) => line.replace(/^\s*[-*•]\s*/, '').trim()),
  )
  const ranked = lines.map((line, order) => ({ line, order })).filter(({ line }) => !known.has(line.text.trim()))
  ranked.sort((a, b) => b.line.importance - a.line.importance || a.order - b.order)
  let left = freeTokens
  const kept = ranked.filter(({ line }) => {
    if (line.tokens > left) return false
    left -= line.tokens
    return true
  })
  return kept.sort((a, b) => a.order - b.order).map(({ line }) => line)
}

function missingFrom(anchors: readonly Anchor[], texts: readonly string[]): Anchor[] {
  const isKept = anchorMatcher(texts.join('\n'), anchors.length)
  return anchors.filter((anchor) => anchor.weight >= IMPORTANT && !isKept(anchor))
}

/** Rules and decisions as lines of their own, everything else in short lists, heaviest first. [V4] */
function factsKeptExactly(missing: readonly Anchor[], freeTokens: number, count: CountTokens): CheckpointLine[] {
  const lines: CheckpointLine[] = []
  let left = freeTokens
  const add = (kind: CheckpointLine['kind'], text: string, from: readonly Anchor[]) => {
    const tokens = count(renderedLine({ kind, text }))
    if (tokens > left) return
    left -= tokens
    const sources = [...new Set(from.flatMap((anchor) => anchor.seqs))].sort((a, b) => a - b)
    lines.push({ kind, text, importance: FACT_IMPORTANCE, sources, by: 'extract', tokens })
  }
  const exact = missing.filter((anchor) => anchor.kind !== 'constraint' && anchor.kind !== 'decision')
  let list: Anchor[] = []
  let chars = 0
  const flush = () => {
    if (list.length > 0) add('fact', FACT_PREFIX + list.map((anchor) => anchor.text).join(' · '), list)
    list = []
    chars = 0
  }
  for (const anchor of [...exact].sort((a, b) => b.weight - a.weight)) {
    if (chars + anchor.text.length > FACT_LINE_CHARS) flush()
    list.push(anchor)
    chars += anchor.text.length + 3
    if (left < chars / 6) break
  }
  flush()
  for (const anchor of missing) if (anchor.kind === 'constraint') add('constraint', anchor.text, [anchor])
  return lines
}

function keptWeight(anchors: readonly Anchor[], lines: readonly CheckpointLine[]): number {
  const isKept = anchorMatcher(lines.map((line) => line.text).join('\n'), anchors.length)
  return anchors.reduce((sum, anchor) => sum + (anchor.weight >= IMPORTANT && isKept(anchor) ? anchor.weight : 0), 0)
}

function tokensOf(lines: readonly CheckpointLine[]): number {
  return lines.reduce((sum, line) => sum + line.tokens, 0)
}

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

/** Composes a checkpoint within its ceiling: accepted lines of the model, then extracted lines for what they omit.
 * Without accepted lines, this is the extractive checkpoint. [V5] */

export interface ComposeInput {
  accepted: readonly CheckpointLine[]
  source: readonly SourceMessage[]
  anchors: readonly Anchor[]
  /** Maximum tokens of the checkpoint, including the heading and the message overhead. */
  ceilingTokens: number
  heading: string
  count: CountTokens
  /** Texts already in the context: the ledger, other checkpoints. */
  already: readonly string[]
}
export interface Composed {
  lines: CheckpointLine[]
  /** Empty, without lines, if no line fits. */
  text: string
  /** Tokens of the text, including the message overhead. */
  tokens: number
  verification: Verification
}

/** Maximum share of the ceiling for the list of exact facts. [V4] */
const FACTS_SHARE = 0.2
/** Tokens reserved for the titles of the kinds: a share of the ceiling, and a maximum. */
const TITLES = { share: 0.1, atMost: 40 }
/** Approximate characters per line of the list. */
const FACT_LINE_CHARS = 160
const FACT_PREFIX = 'exactly: '
const FACT_IMPORTANCE = 0.7

export function composeCheckpoint(input: ComposeInput): Composed {
  return finish(composeSteps(input))
}

/** Same as `composeCheckpoint`, with pauses. */
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
    const extracts = yield* fillWith(left - factsTokens)
    yield
    const facts = factsKeptExactly(
      missingFrom(anchors, [...already, ...kept.map((line) => line.text), ...extracts.map((line) => line.text)]),
      factsTokens,
      count,
    )
    yield
    const withFacts = [...kept, ...extracts, ...facts.map(safe)]
    if (keptWeight(anchors, withFacts) > keptWeight(anchors, lines)) lines = withFacts
  }
  yield
  return rendered(lines, input)
}

/** Renders the lines, and drops the least important ones while the text is too large. The tokens of the pieces do not
 * add up exactly. */
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

/** Builds lines for missing anchors: short lists of exact strings, heaviest first, then one line per rule. Decisions
 * are not added. [V4] */
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

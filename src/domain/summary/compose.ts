import { withoutBullet } from '../texts.js'
import { isFiller, type CheckpointLine, type Verification } from '../checkpoint/checkpoint.js'
import { namesFile, addsNothing } from '../checkpoint/line-names.js'
import { exactStrings } from '../anchors/exact-strings.js'
import { MESSAGE_OVERHEAD } from '../tokens.js'
import { digestLines, readLines } from '../digest/digest.js'
import { withoutOldDiagnoses, withoutPerished } from '../digest/perish.js'
import { isChat, isTalk } from '../digest/said.js'
import { UNKNOWN_TURNS, type TurnFacts } from '../digest/turns.js'
import { extractLines, extractionOf } from './extractive.js'
import { best, briefCalls, chosenDigests, distinct, tokensOf } from './fitting-lines.js'
import { neutralize, spokenText } from './neutralize.js'
import { readPassages } from '../source/reading.js'
import { renderCheckpoint, renderedLine } from '../checkpoint/rendering.js'
import type { Anchor, CountTokens, SourceMessage } from '../source/types.js'
import { verificationOf } from './verify.js'

/** Composes a checkpoint within its ceiling: accepted lines of the model, then digests of the turns, then extracted
 * sentences for what they omit. Without accepted lines, this is the extractive checkpoint. [V5] */

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
  /** Text of the older checkpoints. */
  olderText?: string
  /** Maximum tokens of filler: what better lines of other checkpoints do not need. Default: no bound. */
  fillerTokens?: number
  /** Lines of other checkpoints about later messages: what they supersede is left out. */
  later?: readonly CheckpointLine[]
  /** Lines of older checkpoints that this one shows from now on. */
  handedDown?: readonly CheckpointLine[]
  /** Turns of the source; if unknown, it counts as one open turn. */
  turns?: TurnFacts
}
export interface Composed {
  lines: CheckpointLine[]
  /** Lines of the model and digests that did not fit, best first. */
  reserve: CheckpointLine[]
  /** Empty, without lines, if no line fits. */
  text: string
  /** Tokens of the text, including the message overhead. */
  tokens: number
  verification: Verification
}

/** Maximum share of the free tokens for digests; the rest is for sentences with exact strings that nothing else names. */
const DIGEST_SHARE = 0.75
/** Tokens reserved for the titles of the kinds: a share of the ceiling, and a maximum. */
const TITLES = { share: 0.1, atMost: 40 }
/** Maximum tokens of the reserve, as a multiple of the ceiling. */
const RESERVE_CEILINGS = 2
/** Files repeated from the ledger in a checkpoint that has no other line. */
const MAX_REPEATED = 4

/** Returns the lines of a checkpoint and its text, within its ceiling of base tokens. */
export function composeCheckpoint({ accepted, heading, ...input }: ComposeInput): Composed {
  return composer(input)(accepted, heading)
}

/** Returns a function that composes checkpoints of one source with different lines of the model. What does not depend on these is read
 * once. */
export function composer(
  input: Omit<ComposeInput, 'accepted' | 'heading'>,
): (lines: readonly CheckpointLine[], heading: string) => Composed {
  const { source, anchors, ceilingTokens, count, already, handedDown = [], turns = UNKNOWN_TURNS } = input
  const { olderText = '', fillerTokens = Infinity, later = [] } = input
  const spoken = spokenText(source)
  const safe = (line: CheckpointLine): CheckpointLine => {
    const text = neutralize(line.text, spoken)
    return text === line.text ? line : { ...line, text, tokens: count(renderedLine({ ...line, text })) }
  }
  const talks = isTalk(source, turns)
  const chats = talks || isChat(source, turns)
  const known = knownLines(already)
  const names = once(() => new Set(already.flatMap((text) => exactStrings(text).map((exact) => exact.text))))
  const filesRead = once(() => readLines(source, count).map(safe))
  const extraction = once(() => extractionOf(readPassages(source), anchors))
  return (lines, heading) => {
    const titleTokens = Math.min(TITLES.atMost, Math.floor(ceilingTokens * TITLES.share))
    const freeTokens = ceilingTokens - MESSAGE_OVERHEAD - count(`${heading}\n`) - titleTokens
    const accepted = distinct(lines.map(safe))
    const isFresh = (line: CheckpointLine) =>
      !known.has(line.text.trim()) && !addsNothing(line, (name) => names().has(name))
    const kept = best(
      accepted.filter((line) => !isFiller(line) && isFresh(line)),
      freeTokens,
    )
    const digestTokens = Math.floor((freeTokens - tokensOf(kept)) * (chats ? 1 : DIGEST_SHARE))
    const own = digestLines(source, turns, { budgetTokens: Math.max(0, digestTokens), count, olderText })
    const valid = new Set(withoutPerished([...own, ...later]))
    const [holding, superseded] = [own.filter((line) => valid.has(line)), own.filter((line) => !valid.has(line))]
    const digests = briefCalls([...handedDown, ...holding].map(safe), digestTokens, count)
    const fresh = withoutKnown(digests, already, kept)
    const before = [...kept, ...chosenDigests(fresh, digestTokens, freeTokens - tokensOf(kept))]
    const left = freeTokens - tokensOf(before)
    // Files that the ledger shows say more than a sentence that says nothing alone.
    const files = before.length > 0 ? [] : best(digests.filter(isFile), freeTokens).slice(-MAX_REPEATED)
    const spare = Math.min(left, before.length > 0 ? fillerTokens : Infinity)
    // What was looked at says more than a sentence beside it.
    const reads = best(withoutKnown(filesRead(), already, before), spare)
    // What the digest of a talk leaves out are its reactions.
    const fill = talks && before.length > 0 ? 0 : spare - tokensOf(reads)
    const filler =
      fill < 1
        ? []
        : extractLines(extraction(), {
            budgetTokens: fill,
            count,
            already: [...already, ...[...before, ...superseded].map(({ text }) => text)],
            minimum: before.length + files.length + reads.length > 0 ? 0 : 1,
          })
    const weak = before.length > 0 ? best(accepted.filter(isFiller), fill - tokensOf(filler)) : []
    const found = [...before, ...reads, ...filler.map(safe), ...weak]
    const chosen = withoutOldDiagnoses(withoutPerished(found.length > 0 ? found : files))
    const composed = rendered(chosen, { ...input, heading })
    const texts = new Set(composed.lines.map(({ text }) => text))
    // Lines that the ledger shows wait too: it may drop the entry later.
    const rest = withoutPerished([...kept, ...accepted, ...digests]).filter(({ text }) => !texts.has(text))
    return { ...composed, reserve: best(distinct(rest), ceilingTokens * RESERVE_CEILINGS) }
  }
}

/** Returns a function that makes a value with its first call. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null
  return () => (made ??= { value: make() }).value
}

function isFile({ about = '' }: CheckpointLine): boolean {
  return about.startsWith('file ')
}

/** Removes lines that the context shows elsewhere, and digests of what a line of the model names. */
function withoutKnown(
  lines: readonly CheckpointLine[],
  already: readonly string[],
  written: readonly CheckpointLine[],
): CheckpointLine[] {
  const known = knownLines(already)
  const ledger = already.join('\n')
  const texts = written.map(({ text }) => text).join('\n')
  return lines.filter(({ text, about = '', by }) => {
    if (by === 'model') return true
    if (known.has(text.trim())) return false
    if (!about.startsWith('file ') && !about.startsWith('read ')) return !texts.includes(text)
    const path = about.slice('file '.length)
    return !namesFile(ledger, path) && !namesFile(texts, path)
  })
}

function knownLines(already: readonly string[]): Set<string> {
  return new Set(already.flatMap((text) => text.split('\n')).map((line) => withoutBullet(line).trim()))
}

/** Renders the lines, and drops the least important ones while the text is too large. The tokens of the pieces do not
 * add up exactly. */
function rendered(
  lines: CheckpointLine[],
  { heading, ceilingTokens, count, anchors, already }: Omit<ComposeInput, 'accepted'>,
): Omit<Composed, 'reserve'> {
  // Filler leaves first, supported lines of the model last.
  const tier = (line: CheckpointLine) => (isFiller(line) ? (line.by === 'model' ? 0 : 1) : line.by === 'model' ? 3 : 2)
  const droppable = [...lines].sort((a, b) => tier(b) - tier(a) || b.importance - a.importance)
  for (;;) {
    const own = lines.filter((line) => droppable.includes(line))
    const text = own.length === 0 ? '' : renderCheckpoint(own, heading)
    const tokens = text === '' ? 0 : count(text) + MESSAGE_OVERHEAD
    if (tokens <= ceilingTokens)
      return { lines: own, text, tokens, verification: verificationOf(anchors, [text, ...already].join('\n'), 0) }
    droppable.pop()
  }
}

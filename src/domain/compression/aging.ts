import type { Checkpoint, CheckpointLine, CheckpointLevel } from '../checkpoint/checkpoint.js'
import { draftOf, draftsOf, keepOneLine, keepValid, type Draft } from './draft.js'
import { ceilingOf, keepUnderCeiling, keepUnderTotal, type Levels } from './fit-lines.js'
import { keepWithin, rankLines } from './line-rank.js'
import { joinCheckpoints, keptVerification } from './join-checkpoints.js'
import { sparingDrafts } from './sparing.js'
import { linesOfRecentTurns } from '../digest/recent-turns.js'
import { renderCheckpoint } from '../checkpoint/rendering.js'
import type { CountTokens } from '../source/types.js'
import { MESSAGE_OVERHEAD } from '../tokens.js'

/** Aging drops whole lines of older checkpoints, least important first, and returns lines that waited while there are free
 * tokens. Nothing is rewritten, so nothing can be invented. The only change to a line replaces code with a one-line reference. [C4] [C5] */

/** Share of the line budget that lines in reserve must gain to be worth a batch. */
export const RETURN_SHARE = 0.05

export interface AgingInput {
  /** Live checkpoints, in any order. */
  checkpoints: readonly Checkpoint[]
  /** The new checkpoint. It does not age, but counts toward the total; null if all checkpoints age. */
  newestId: string | null
  levels: Levels
  /** Maximum tokens of all checkpoints together, including the newest. */
  totalTokens: number
  /** Maximum tokens of the lines that wait in each checkpoint's reserve: the whole line budget, also when pressure lowers
   * `totalTokens`. Otherwise lines that leave under pressure could never return. */
  reserveTokens: number
  /** Maximum tokens of one checkpoint that replaces all, including the newest; null if each ages by itself. */
  runningTokens?: number | null
  /** Joins all checkpoints in the ultra checkpoint, with this line first. [R4] */
  joinedWith?: CheckpointLine
  /** Lowers each older checkpoint by one level. If false, levels stay and only the total is enforced. */
  step: boolean
  /** Ages no more than the line budget needs, so that the oldest checkpoints stay byte-identical for many cuts. [P12] */
  sparing?: boolean
  /** Tokens that lines must gain to return where aging is sparing. Default: 5% of `totalTokens`. */
  returnTokens?: number
  count: CountTokens
  /** Texts in the context beside the checkpoints, such as the ledger. Lines repeated there are dropped. */
  shown?: readonly string[]
}

/** A new version of one checkpoint or of several joined ones, with every changed field, ready to store. */
export interface AgedCheckpoint extends Pick<
  Checkpoint,
  | 'number'
  | 'level'
  | 'generation'
  | 'range'
  | 'covered'
  | 'lines'
  | 'reserve'
  | 'text'
  | 'tokens'
  | 'originalTokens'
  | 'joined'
  | 'summarizer'
  | 'verification'
> {
  /** Ids of the live checkpoints that it replaces. */
  replaces: string[]
}

/** Returns the new versions of the older checkpoints, oldest first. Unchanged checkpoints are omitted. A plan
 * over the checkpoints of 30,000 messages takes 20 ms, and the sparing plan compares several. */
export function planAging(given: AgingInput): AgedCheckpoint[] {
  const input = { ...given, count: remembered(given.count) }
  const { newestId, step, totalTokens, reserveTokens, count, shown = [] } = input
  const ordered = [...input.checkpoints].sort((a, b) => a.range.to - b.range.to || a.number - b.number)
  if (typeof input.runningTokens === 'number') return joinAll(ordered, { ...input, runningTokens: input.runningTokens })
  const newest = ordered.find(({ id }) => id === newestId)
  const older = ordered.filter(({ id }) => id !== newestId)
  if (older.length === 0) return []
  const levelOf = (checkpoint: Checkpoint) =>
    input.joinedWith ? 0 : step ? stepDown(checkpoint.level) : checkpoint.level
  function planned(levels: typeof levelOf, maxTokens: number): Draft[] {
    const drafts = draftsOf(withLead(older, input.joinedWith), levels, input)
    keepValid(drafts, newest, shown)
    const recent = linesOfRecentTurns([...drafts.flatMap(({ whole }) => whole), ...(newest?.lines ?? [])])
    for (const draft of drafts) keepUnderCeiling(draft, ceilingOf(draft, input.levels), { count, recent })
    keepUnderTotal(drafts, maxTokens - (newest?.tokens ?? 0), { count, recent })
    return drafts
  }
  function aged(maxTokens: number): Draft[] {
    const drafts = planned(levelOf, maxTokens)
    // If some checkpoint would lose its last line, all share one heading. A checkpoint without lines is illegal. [P7]
    const isEmpty = drafts.some(({ lines, whole }) => lines.length === 0 && whole.length > 0)
    return drafts.length > 1 && isEmpty ? planned(() => 0, maxTokens) : drafts
  }
  const drafts =
    input.sparing && step && !input.joinedWith
      ? sparingDrafts({
          ...{ older, newest, totalTokens, count, aged },
          returnTokens: input.returnTokens ?? RETURN_SHARE * totalTokens,
          joined: (most) => planned(() => 0, most),
        })
      : aged(totalTokens)
  const versions: AgedCheckpoint[] = []
  for (const draft of drafts) {
    keepOneLine(draft)
    versions.push(versionOf(draft, { count, shown, reserveTokens }))
  }
  return versions.filter((version) => changes(version, older))
}

/** Returns a counter that counts each text once: the drafts of one plan render the same checkpoint many times. */
function remembered(count: CountTokens): CountTokens {
  const known = new Map<string, number>()
  return (text) => {
    const tokens = known.get(text) ?? count(text)
    known.set(text, tokens)
    return tokens
  }
}

/** Builds the running checkpoint: ranks the lines of all checkpoints together and keeps those that fit. Each line stays
 * as it was written from its originals, so repeated joining never rewords it. [10.3] */
function joinAll(
  ordered: readonly Checkpoint[],
  { runningTokens, reserveTokens, count, shown = [] }: AgingInput & { runningTokens: number },
): AgedCheckpoint[] {
  if (ordered.length < 2) return []
  const draft = draftOf(ordered, 3, { count, step: true })
  keepValid([draft], undefined, shown)
  keepUnderCeiling(draft, Math.floor(runningTokens), { count, recent: linesOfRecentTurns(draft.whole) })
  keepOneLine(draft)
  return [versionOf(draft, { count, shown, reserveTokens })]
}

/** Returns the checkpoints with the line before those of the first. */
function withLead(checkpoints: readonly Checkpoint[], lead: CheckpointLine | undefined): readonly Checkpoint[] {
  if (!lead) return checkpoints
  return checkpoints.map((checkpoint, at) =>
    at === 0 ? { ...checkpoint, lines: [lead, ...checkpoint.lines] } : checkpoint,
  )
}

function stepDown(level: CheckpointLevel): CheckpointLevel {
  return level === 3 ? 2 : level === 2 ? 1 : 0
}

function versionOf(
  draft: Draft,
  { count, shown, reserveTokens }: { count: CountTokens; shown: readonly string[]; reserveTokens: number },
): AgedCheckpoint {
  const { from, level, lines, heading } = draft
  const { number, range, covered, originalTokens, joined, summarizer } = joinCheckpoints(from)
  const text = renderCheckpoint(lines, heading)
  return {
    replaces: from.map(({ id }) => id),
    number,
    level,
    range,
    covered,
    originalTokens,
    joined,
    summarizer,
    lines,
    reserve: reserveOf(draft, reserveTokens),
    text,
    generation: Math.max(...from.map(({ generation }) => generation)) + 1,
    tokens: count(text) + MESSAGE_OVERHEAD,
    verification: keptVerification(from, lines, shown),
  }
}

/** Returns the number of lines of a new version that waited in the reserve of those it replaces. */
export function returnedLines(
  before: readonly Pick<Checkpoint, 'lines' | 'reserve'>[],
  { lines }: Pick<Checkpoint, 'lines'>,
): number {
  const shown = new Set(before.flatMap((one) => one.lines.map(({ text }) => text)))
  const waited = new Set(before.flatMap(({ reserve = [] }) => reserve.map(({ text }) => text)))
  return lines.filter(({ text }) => waited.has(text) && !shown.has(text)).length
}

/** Returns the best lines that did not fit. They return when the total has free tokens. */
function reserveOf({ waiting, whole, lines }: Draft, maxTokens: number): CheckpointLine[] {
  const shown = new Set(lines)
  const rest = [...waiting, ...whole.filter((line) => !shown.has(line))]
  const kept = keepWithin(rankLines(rest), Math.floor(maxTokens))
  return rest.filter((line) => kept.has(line))
}

function changes(version: AgedCheckpoint, older: readonly Checkpoint[]): boolean {
  if (version.replaces.length > 1) return true
  const before = older.find(({ id }) => id === version.replaces[0])
  return !before || before.level !== version.level || version.text !== before.text
}

import { isFiller, type Checkpoint, type CheckpointLine, type CheckpointLevel } from './checkpoint.js'
import { keepWithin, rankLines } from './line-rank.js'
import { exactStrings } from '../anchors/exact-strings.js'
import { addsNothing } from './line-names.js'
import { joinCheckpoints, keptVerification } from './join-checkpoints.js'
import { withoutPerished } from '../digest/perish.js'
import { headingFor } from '../summary/heading.js'
import { renderCheckpoint, renderedLine } from '../summary/rendering.js'
import type { CountTokens } from '../source/types.js'
import { MESSAGE_OVERHEAD } from '../tokens.js'

/** Aging shrinks older checkpoints by dropping whole lines, least important first. Nothing is rewritten, so nothing
 * can be invented. The only change to a line replaces code with a one-line reference. [C4] [C5] */

export interface AgingInput {
  /** Live checkpoints, in any order. */
  checkpoints: readonly Checkpoint[]
  /** The new checkpoint. It does not age, but counts toward the total; null if all checkpoints age. */
  newestId: string | null
  /** Ceilings in tokens of levels 3, 2 and 1, scaled to the limit. Only the total bounds the ultra checkpoint. [S5] */
  levels: { detailed: number; moderate: number; brief: number }
  /** Maximum tokens of all checkpoints together, including the newest. */
  totalTokens: number
  /** Maximum tokens of one checkpoint that replaces all, including the newest; null if each ages by itself. */
  runningTokens?: number | null
  /** Lowers each older checkpoint by one level. If false, levels stay and only the total is enforced. */
  step: boolean
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

/** An unfinished version. */
interface Draft {
  from: readonly Checkpoint[]
  level: CheckpointLevel
  /** Lines that it could contain, oldest first. */
  whole: CheckpointLine[]
  /** Lines that it contains. */
  lines: CheckpointLine[]
  /** Lines in reserve that may not return now. */
  waiting: CheckpointLine[]
  heading: string
  /** Tokens of the checkpoint without lines. */
  bareTokens: number
}

/** Returns the new versions of the older checkpoints, oldest first. Unchanged checkpoints are omitted. */
export function planAging(input: AgingInput): AgedCheckpoint[] {
  const { newestId, step, totalTokens, count, shown = [] } = input
  const ordered = [...input.checkpoints].sort((a, b) => a.range.to - b.range.to || a.number - b.number)
  if (typeof input.runningTokens === 'number') return joinAll(ordered, { ...input, runningTokens: input.runningTokens })
  const newest = ordered.find(({ id }) => id === newestId)
  const older = ordered.filter(({ id }) => id !== newestId)
  if (older.length === 0) return []
  const freeTokens = totalTokens - (newest?.tokens ?? 0)
  const levelOf = (checkpoint: Checkpoint) => (step ? stepDown(checkpoint.level) : checkpoint.level)
  const plan = (drafts: Draft[]): Draft[] => {
    keepValid(drafts, newest, shown)
    for (const draft of drafts) keepUnderCeiling(draft, ceilingOf(draft, input.levels), count)
    keepUnderTotal(drafts, freeTokens, count)
    return drafts
  }
  let drafts = plan(draftsOf(older, levelOf, input))
  // If some checkpoint would lose its last line, all share one heading. A checkpoint without lines is illegal. [P7]
  if (drafts.length > 1 && drafts.some(({ lines, whole }) => lines.length === 0 && whole.length > 0))
    drafts = plan(draftsOf(older, () => 0, input))
  for (const draft of drafts) keepOneLine(draft)
  return drafts
    .map((draft) => versionOf(draft, { count, shown, reserveTokens: totalTokens }))
    .filter((version) => changes(version, older))
}

/** Builds the running checkpoint: ranks the lines of all checkpoints together and keeps those that fit. Each line stays
 * as it was written from its originals, so repeated joining never rewords it. [10.3] */
function joinAll(
  ordered: readonly Checkpoint[],
  { runningTokens, count, shown = [] }: Pick<AgingInput, 'count' | 'shown'> & { runningTokens: number },
): AgedCheckpoint[] {
  if (ordered.length < 2) return []
  const draft = draftOf(ordered, 3, { count, step: true })
  keepValid([draft], undefined, shown)
  keepUnderCeiling(draft, Math.floor(runningTokens), count)
  keepOneLine(draft)
  return [versionOf(draft, { count, shown, reserveTokens: runningTokens })]
}

function stepDown(level: CheckpointLevel): CheckpointLevel {
  return level === 3 ? 2 : level === 2 ? 1 : 0
}

function draftsOf(
  older: readonly Checkpoint[],
  levelOf: (checkpoint: Checkpoint) => CheckpointLevel,
  input: Pick<AgingInput, 'count' | 'step'>,
): Draft[] {
  const ultra = older.filter((checkpoint) => levelOf(checkpoint) === 0)
  const alone = older.filter((checkpoint) => levelOf(checkpoint) !== 0)
  const groups =
    ultra.length > 0 ? [ultra, ...alone.map((checkpoint) => [checkpoint])] : alone.map((checkpoint) => [checkpoint])
  return groups.map((from) => draftOf(from, from === ultra ? 0 : levelOf(from[0]!), input))
}

/** Without a step, lines in reserve do not return: the context needs tokens. */
function draftOf(
  from: readonly Checkpoint[],
  level: CheckpointLevel,
  { count, step }: Pick<AgingInput, 'count' | 'step'>,
): Draft {
  const heading = headingFor({ ...joinCheckpoints(from), level })
  const whole = from.flatMap(({ lines, reserve = [] }) => {
    const all = (step ? [...lines, ...reserve] : lines).flatMap((line) => agedLine(line, level, count))
    return reserve.length > 0 && step ? all.sort((a, b) => firstSource(a) - firstSource(b)) : all
  })
  const waiting = step ? [] : from.flatMap(({ reserve = [] }) => [...reserve])
  return { from, level, whole, lines: whole, waiting, heading, bareTokens: count(heading) + MESSAGE_OVERHEAD }
}

function firstSource({ sources }: CheckpointLine): number {
  return sources[0] ?? 0
}

/** Maximum characters of code in a reference. */
const REFERENCE_CHARS = 90
const REFERENCE_PREFIX = 'see the original: '

/** Keeps code at level 3, replaces it with a reference at level 2, and drops it below. [C4] */
function agedLine(line: CheckpointLine, level: CheckpointLevel, count: CountTokens): CheckpointLine[] {
  if (line.kind !== 'code' || level === 3) return [line]
  if (level < 2) return []
  if (!line.text.includes('\n')) return [line]
  const first =
    line.text
      .split('\n')
      .find((row) => row.trim().length > 2)
      ?.trim() ?? ''
  const shown =
    first.length <= REFERENCE_CHARS
      ? first
      : first
          .slice(0, REFERENCE_CHARS)
          .replace(/\S{1,90}$/, '')
          .trim()
  const text = `${REFERENCE_PREFIX}${shown} …`
  const tokens = count(renderedLine({ kind: 'code', text }))
  return shown !== '' && tokens < line.tokens ? [{ ...line, text, tokens }] : []
}

function shownLines(text: string): string[] {
  return text.split('\n').map((line) => line.replace(/^\s*[-*•]\s*/, ''))
}

/** Drops lines that newer ones supersede, and all but the newest of lines with equal text. */
function keepValid(drafts: readonly Draft[], newest: Checkpoint | undefined, shown: readonly string[]): void {
  const latest = newest?.lines ?? []
  const valid = new Set(withoutPerished([...drafts.flatMap(({ whole }) => whole), ...latest]))
  const seen = new Set(latest.map(({ text }) => sameKey(text)))
  const isShown = shownBeside(shown)
  for (const draft of [...drafts].reverse()) {
    const kept: CheckpointLine[] = []
    for (const line of [...draft.whole].reverse()) {
      const key = sameKey(line.text)
      if (valid.has(line) && !seen.has(key)) {
        // The ledger may drop the entry later; then the line returns.
        if (isShown(line)) draft.waiting.push(line)
        else kept.push(line)
      }
      seen.add(key)
    }
    // A checkpoint that only repeats others still needs a line.
    draft.whole = kept.length > 0 ? kept.reverse() : draft.whole.slice(-1)
    draft.waiting = draft.waiting.filter((line) => !draft.whole.includes(line))
    draft.lines = draft.whole
  }
}

/** Keeps the shortest line of a draft for which nothing fits. A checkpoint without lines is illegal. [P7] */
function keepOneLine(draft: Draft): void {
  if (draft.lines.length > 0) return
  draft.lines = draft.whole.toSorted((a, b) => a.tokens - b.tokens).slice(0, 1)
}

/** Returns a check for lines that the texts beside the checkpoints make superfluous. */
function shownBeside(shown: readonly string[]): (line: CheckpointLine) => boolean {
  if (shown.length === 0) return () => false
  const keys = new Set(shown.flatMap(shownLines).map(sameKey))
  const names = new Set(shown.flatMap((text) => exactStrings(text).map((exact) => exact.text)))
  return (line) => keys.has(sameKey(line.text)) || (!isFiller(line) && addsNothing(line, (name) => names.has(name)))
}

function sameKey(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase()
}

/** Returns the ceiling of the draft's level, at most its previous size. Only the total bounds the ultra checkpoint.
 * [C4] [I20] */
function ceilingOf(draft: Draft, levels: AgingInput['levels']): number {
  if (draft.level === 0) return Infinity
  const before = draft.from.reduce((sum, checkpoint) => sum + checkpoint.tokens, 0)
  const ceilings = { 3: levels.detailed, 2: levels.moderate, 1: levels.brief }
  return Math.min(before, Math.floor(ceilings[draft.level]))
}

function keepUnderCeiling(draft: Draft, ceilingTokens: number, count: CountTokens): void {
  let freeTokens = ceilingTokens - draft.bareTokens
  const { whole } = draft
  // Titles and line boundaries also cost tokens, so the budget for lines shrinks until the whole text fits.
  while (textTokens(draft, count) > ceilingTokens && draft.lines.length > 0) {
    const kept = keepWithin(rankLines(whole), freeTokens)
    draft.lines = whole.filter((line) => kept.has(line))
    freeTokens -= Math.max(2, textTokens(draft, count) - ceilingTokens)
  }
}

/** Applies one budget to all drafts. Their lines are ranked together, older lines slightly lower. [C4] */
function keepUnderTotal(drafts: readonly Draft[], maxTokens: number, count: CountTokens): void {
  const total = () => drafts.reduce((sum, draft) => sum + textTokens(draft, count), 0)
  const before = drafts.map((draft) => draft.lines)
  let freeTokens = maxTokens - drafts.reduce((sum, draft) => sum + draft.bareTokens, 0)
  while (total() > maxTokens && drafts.some((draft) => draft.lines.length > 0)) {
    const kept = keepWithin(rankLines(before.flat()), freeTokens)
    for (const [at, draft] of drafts.entries()) draft.lines = (before[at] ?? []).filter((line) => kept.has(line))
    freeTokens -= Math.max(2, total() - maxTokens)
  }
}

function textTokens(draft: Draft, count: CountTokens): number {
  return count(renderCheckpoint(draft.lines, draft.heading)) + MESSAGE_OVERHEAD
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

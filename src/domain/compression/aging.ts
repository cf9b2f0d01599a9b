import type { Checkpoint, CheckpointLine, CheckpointLevel } from './checkpoint.js'
import { keepWithin, rankLines } from './line-rank.js'
import { joinCheckpoints, keptVerification } from './join-checkpoints.js'
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
  /** Ceilings in tokens, scaled to the limit: levels 3, 2, 1, and `ultra` per checkpoint joined in it. [S5] */
  levels: { detailed: number; moderate: number; brief: number; ultra: number }
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
  lines: CheckpointLine[]
  /** The lines before any was dropped. */
  all: readonly CheckpointLine[]
  heading: string
  /** Tokens of the checkpoint without lines. */
  bareTokens: number
}

/** Returns the new versions of the older checkpoints, oldest first. Unchanged checkpoints are omitted. */
export function planAging(input: AgingInput): AgedCheckpoint[] {
  const { newestId, step, totalTokens, count } = input
  const ordered = [...input.checkpoints].sort((a, b) => a.range.to - b.range.to || a.number - b.number)
  if (typeof input.runningTokens === 'number') return joinAll(ordered, { ...input, runningTokens: input.runningTokens })
  const newest = ordered.find(({ id }) => id === newestId)
  const older = ordered.filter(({ id }) => id !== newestId)
  if (older.length === 0) return []
  const freeTokens = totalTokens - (newest?.tokens ?? 0)
  let drafts = draftsOf(older, (checkpoint) => (step ? stepDown(checkpoint.level) : checkpoint.level), count)
  // If not even the headings fit, all checkpoints share one heading.
  if (drafts.length > 1 && drafts.reduce((sum, draft) => sum + draft.bareTokens, 0) > freeTokens)
    drafts = draftsOf(older, () => 0, count)
  dropRepeated(drafts, [...(newest?.lines ?? []).map((line) => line.text), ...(input.shown ?? []).flatMap(shownLines)])
  for (const draft of drafts) keepUnderCeiling(draft, ceilingOf(draft, input.levels), count)
  keepUnderTotal(drafts, freeTokens, count)
  for (const draft of drafts) keepOneLine(draft)
  return drafts.map((draft) => versionOf(draft, count, input.shown)).filter((version) => changes(version, older))
}

/** Builds the running checkpoint: ranks the lines of all checkpoints together and keeps those that fit. Each line stays
 * as it was written from its originals, so repeated joining never rewords it. [10.3] */
function joinAll(
  ordered: readonly Checkpoint[],
  { runningTokens, count, shown = [] }: Pick<AgingInput, 'count' | 'shown'> & { runningTokens: number },
): AgedCheckpoint[] {
  if (ordered.length < 2) return []
  const draft = draftOf(ordered, 3, count)
  dropRepeated([draft], shown.flatMap(shownLines))
  const before = ordered.reduce((sum, { tokens }) => sum + tokens, 0)
  keepUnderCeiling(draft, Math.min(before, Math.floor(runningTokens)), count)
  keepOneLine(draft)
  return [versionOf(draft, count, shown)]
}

function stepDown(level: CheckpointLevel): CheckpointLevel {
  return level === 3 ? 2 : level === 2 ? 1 : 0
}

function draftsOf(
  older: readonly Checkpoint[],
  levelOf: (checkpoint: Checkpoint) => CheckpointLevel,
  count: CountTokens,
): Draft[] {
  const ultra = older.filter((checkpoint) => levelOf(checkpoint) === 0)
  const alone = older.filter((checkpoint) => levelOf(checkpoint) !== 0)
  const groups =
    ultra.length > 0 ? [ultra, ...alone.map((checkpoint) => [checkpoint])] : alone.map((checkpoint) => [checkpoint])
  return groups.map((from) => draftOf(from, from === ultra ? 0 : levelOf(from[0]!), count))
}

function draftOf(from: readonly Checkpoint[], level: CheckpointLevel, count: CountTokens): Draft {
  const heading = headingFor({ ...joinCheckpoints(from), level })
  const lines = from.flatMap((checkpoint) => checkpoint.lines.flatMap((line) => agedLine(line, level, count)))
  const all = lines.length > 0 ? lines : from.flatMap((checkpoint) => checkpoint.lines)
  return { from, level, lines, all, heading, bareTokens: count(heading) + MESSAGE_OVERHEAD }
}

/** Maximum tokens of the line that an otherwise empty checkpoint keeps, unless every line is longer. */
const LAST_LINE_TOKENS = 40

/** Keeps the best short line where none would be left: a checkpoint without lines is illegal. [P7] */
function keepOneLine(draft: Draft): void {
  if (draft.lines.length > 0) return
  const maxTokens = Math.max(LAST_LINE_TOKENS, Math.min(...draft.all.map(({ tokens }) => tokens)))
  const short = rankLines(draft.all).filter(({ line }) => line.tokens <= maxTokens)
  draft.lines = short
    .toSorted((a, b) => b.rank - a.rank)
    .slice(0, 1)
    .map(({ line }) => line)
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

/** Keeps the newest of lines with equal text. */
function dropRepeated(drafts: readonly Draft[], shown: readonly string[]): void {
  const seen = new Set(shown.map(sameKey))
  for (const draft of [...drafts].reverse()) {
    const kept: CheckpointLine[] = []
    for (const line of [...draft.lines].reverse()) {
      const key = sameKey(line.text)
      if (!seen.has(key)) kept.push(line)
      seen.add(key)
    }
    draft.lines = kept.reverse()
  }
}

function sameKey(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase()
}

/** Returns the ceiling of the draft's level, at most its previous size. [I20] */
function ceilingOf(draft: Draft, levels: AgingInput['levels']): number {
  const before = draft.from.reduce((sum, checkpoint) => sum + checkpoint.tokens, 0)
  const joined = draft.from.reduce((sum, checkpoint) => sum + checkpoint.joined, 0)
  const ceilings: Record<CheckpointLevel, number> = {
    3: levels.detailed,
    2: levels.moderate,
    1: levels.brief,
    0: levels.ultra * joined,
  }
  return Math.min(before, Math.floor(ceilings[draft.level]))
}

function keepUnderCeiling(draft: Draft, ceilingTokens: number, count: CountTokens): void {
  let freeTokens = ceilingTokens - draft.bareTokens
  const whole = draft.lines
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

function versionOf(draft: Draft, count: CountTokens, shown: readonly string[] = []): AgedCheckpoint {
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
    text,
    generation: Math.max(...from.map(({ generation }) => generation)) + 1,
    tokens: count(text) + MESSAGE_OVERHEAD,
    verification: keptVerification(from, lines, shown),
  }
}

function changes(version: AgedCheckpoint, older: readonly Checkpoint[]): boolean {
  if (version.replaces.length > 1) return true
  const before = older.find(({ id }) => id === version.replaces[0])
  return !before || before.level !== version.level || version.lines.length < before.lines.length
}

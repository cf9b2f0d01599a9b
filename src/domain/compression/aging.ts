import type { Checkpoint, CheckpointLine, CheckpointLevel } from './checkpoint.js'
import { keepWithin, rankLines } from './line-rank.js'
import { joinCheckpoints, keptVerification } from './join-checkpoints.js'
import { headingFor } from '../summary/heading.js'
import { renderCheckpoint, renderedLine } from '../summary/rendering.js'
import type { CountTokens } from '../source/types.js'
import { MESSAGE_OVERHEAD } from '../tokens.js'

/** Aging: every older checkpoint becomes smaller by letting whole lines go, least important first. Nothing is rewritten, so nothing can
 * be invented; the only change to a line is code that becomes a one-line reference. [C4] [C5] */

export interface AgingInput {
  /** Live ones, in any order. */
  checkpoints: readonly Checkpoint[]
  /** The one that was just made: it does not age, but counts. null: all age. */
  newestId: string | null
  /** Ceilings of levels 3, 2, 1 and for each one joined in the ultra, already scaled to the limit. [S5] */
  levels: { detailed: number; moderate: number; brief: number; ultra: number }
  /** Tokens all checkpoints together may take, the newest included. */
  totalTokens: number
  /** One checkpoint of so many tokens stands for all, the newest included; null: each ages by itself. */
  runningTokens?: number | null
  /** One level down; false: every one keeps its level and only the total is enforced. */
  step: boolean
  count: CountTokens
  /** Texts that stand beside the checkpoints (the ledger): their lines are not kept twice. */
  shown?: readonly string[]
}

/** A new version of one checkpoint, or of several that joined; everything that changed, ready to be stored. */
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
  /** Ids of the live checkpoints it stands for from now on. */
  replaces: string[]
}

/** One version in the making. */
interface Draft {
  from: readonly Checkpoint[]
  level: CheckpointLevel
  lines: CheckpointLine[]
  heading: string
  /** Of a text without lines. */
  bareTokens: number
}

/** What each older checkpoint becomes, oldest first; those that stay as they are are not in it. */
export function planAging(input: AgingInput): AgedCheckpoint[] {
  const { newestId, step, totalTokens, count } = input
  const ordered = [...input.checkpoints].sort((a, b) => a.range.to - b.range.to || a.number - b.number)
  if (typeof input.runningTokens === 'number') return joinAll(ordered, { ...input, runningTokens: input.runningTokens })
  const newest = ordered.find(({ id }) => id === newestId)
  const older = ordered.filter(({ id }) => id !== newestId)
  if (older.length === 0) return []
  const freeTokens = totalTokens - (newest?.tokens ?? 0)
  let drafts = draftsOf(older, (checkpoint) => (step ? stepDown(checkpoint.level) : checkpoint.level), count)
  // When not even the headings fit, one heading has to do for all.
  if (drafts.length > 1 && drafts.reduce((sum, draft) => sum + draft.bareTokens, 0) > freeTokens)
    drafts = draftsOf(older, () => 0, count)
  dropRepeated(drafts, [...(newest?.lines ?? []).map((line) => line.text), ...(input.shown ?? []).flatMap(shownLines)])
  for (const draft of drafts) keepUnderCeiling(draft, ceilingOf(draft, input.levels), count)
  keepUnderTotal(drafts, freeTokens, count)
  return drafts.map((draft) => versionOf(draft, count, input.shown)).filter((version) => changes(version, older))
}

/** The running checkpoint: the lines of all are ranked together, and those that find room stay. Each is as it was written from its
 * originals, so what is joined again and again is never told again in other words. [10.3] */
function joinAll(
  ordered: readonly Checkpoint[],
  { runningTokens, count, shown = [] }: Pick<AgingInput, 'count' | 'shown'> & { runningTokens: number },
): AgedCheckpoint[] {
  if (ordered.length < 2) return []
  const draft = draftOf(ordered, 3, count)
  dropRepeated([draft], shown.flatMap(shownLines))
  const before = ordered.reduce((sum, { tokens }) => sum + tokens, 0)
  keepUnderCeiling(draft, Math.min(before, Math.floor(runningTokens)), count)
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
  return { from, level, lines, heading, bareTokens: count(heading) + MESSAGE_OVERHEAD }
}

/** Characters of code that a reference shows. */
const REFERENCE_CHARS = 90
const REFERENCE_PREFIX = 'see the original: '

/** Level 3 keeps code, level 2 a reference to it, below there is none. [C4] */
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

/** Of lines that say the same, the newest stays. */
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

/** Its level's ceiling, and never more than it was. [I20] */
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
  // Titles and the seams between lines count too, so the room for lines is found by trying.
  while (textTokens(draft, count) > ceilingTokens && draft.lines.length > 0) {
    const kept = keepWithin(rankLines(whole), freeTokens)
    draft.lines = whole.filter((line) => kept.has(line))
    freeTokens -= Math.max(2, textTokens(draft, count) - ceilingTokens)
  }
}

/** One budget across all: the lines of all checkpoints are ranked together, older ones a little lower. [C4] */
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

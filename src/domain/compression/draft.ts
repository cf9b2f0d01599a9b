import { withoutBullet, withoutPartialWord, oneLine } from '../texts.js'
import { type Checkpoint, type CheckpointLine, type CheckpointLevel, isFiller } from '../checkpoint/checkpoint.js'
import { exactStrings } from '../anchors/exact-strings.js'
import { withoutOldDiagnoses, withoutPerished } from '../digest/perish.js'
import { headingFor } from '../checkpoint/heading.js'
import { renderCheckpoint, renderedLine, withRowTokens } from '../checkpoint/rendering.js'
import type { CountTokens } from '../source/types.js'
import { MESSAGE_OVERHEAD } from '../tokens.js'
import { joinCheckpoints } from './join-checkpoints.js'
import { addsNothing } from '../checkpoint/line-names.js'

/** Unfinished versions of checkpoints while they age, and the lines that they may contain. [C4] [C5] */

/** How drafts are made. */
export interface DraftRules {
  count: CountTokens
  /** Whether the checkpoints age one level, so that lines in reserve may return. */
  step: boolean
}

/** An unfinished version of one checkpoint, or of several joined ones. */
export interface Draft {
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

/** Returns one draft for each checkpoint with the lines of its new level. All of level 0 become a single draft. */
export function draftsOf(
  older: readonly Checkpoint[],
  levelOf: (checkpoint: Checkpoint) => CheckpointLevel,
  input: DraftRules,
): Draft[] {
  const ultra = older.filter((checkpoint) => levelOf(checkpoint) === 0)
  const alone = older.filter((checkpoint) => levelOf(checkpoint) !== 0)
  const groups =
    ultra.length > 0 ? [ultra, ...alone.map((checkpoint) => [checkpoint])] : alone.map((checkpoint) => [checkpoint])
  return groups.map((from) => draftOf(from, from === ultra ? 0 : levelOf(from[0]!), input))
}

/** Without a step, lines in reserve do not return: the context needs tokens. */
export function draftOf(from: readonly Checkpoint[], level: CheckpointLevel, { count, step }: DraftRules): Draft {
  const heading = headingFor({ ...joinCheckpoints(from), level })
  const all = from.flatMap(({ lines, reserve = [] }) => {
    const possible = (step ? [...lines, ...reserve] : lines).flatMap((line) => agedLine(line, level, count))
    return reserve.length > 0 && step ? possible.sort((a, b) => firstSource(a) - firstSource(b)) : possible
  })
  const whole = withRowTokens(all, count)
  const waiting = step ? [] : from.flatMap(({ reserve = [] }) => [...reserve])
  return { from, level, whole, lines: whole, waiting, heading, bareTokens: count(heading) + MESSAGE_OVERHEAD }
}

function firstSource({ sources }: CheckpointLine): number {
  return sources[0] ?? 0
}

/** Maximum characters of code in a reference. */
const REFERENCE_CHARS = 90
const REFERENCE_PREFIX = 'see the original: '

const QUOTED_REQUEST = /^(To message \d{1,9}) \(“[^”]{1,200}”\)/

/** Returns how a turn ended without the quotation of its request, which is whole in the context unless it was evicted. A few cost as
 * much as one more turn. */
export function withoutQuotation(text: string): string {
  return text.replace(QUOTED_REQUEST, '$1')
}

function unquoted(line: CheckpointLine, count: CountTokens): CheckpointLine {
  const text = withoutQuotation(line.text)
  return text === line.text ? line : { ...line, text, tokens: count(renderedLine({ ...line, text })) }
}

/** Keeps code at level 3, replaces it with a reference at level 2, and drops it below. Turns lose their quotation in the ultra
 * checkpoint. [C4] */
function agedLine(line: CheckpointLine, level: CheckpointLevel, count: CountTokens): CheckpointLine[] {
  if (level === 0 && line.about?.startsWith('turn ')) return [unquoted(line, count)]
  if (line.kind !== 'code' || level === 3) return [line]
  if (level < 2) return []
  if (!line.text.includes('\n')) return [line]
  const first =
    line.text
      .split('\n')
      .find((row) => row.trim().length > 2)
      ?.trim() ?? ''
  const shown = first.length <= REFERENCE_CHARS ? first : withoutPartialWord(first.slice(0, REFERENCE_CHARS))
  const text = `${REFERENCE_PREFIX}${shown} …`
  const tokens = count(renderedLine({ kind: 'code', text }))
  return shown !== '' && tokens < line.tokens ? [{ ...line, text, tokens }] : []
}

function shownLines(text: string): string[] {
  return text.split('\n').map((line) => withoutBullet(line))
}

/** Drops lines that newer ones supersede, and all but the newest of lines with equal text. */
export function keepValid(drafts: readonly Draft[], newest: Checkpoint | undefined, shown: readonly string[]): void {
  const latest = newest?.lines ?? []
  const valid = new Set(withoutOldDiagnoses(withoutPerished([...drafts.flatMap(({ whole }) => whole), ...latest])))
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
export function keepOneLine(draft: Draft): void {
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
  return oneLine(text.trim()).toLowerCase()
}

/** Returns the base tokens of the rendered draft as a message. */
export function textTokens(draft: Draft, count: CountTokens): number {
  return count(renderCheckpoint(draft.lines, draft.heading)) + MESSAGE_OVERHEAD
}

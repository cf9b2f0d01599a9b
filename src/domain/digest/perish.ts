import { kindAmong } from '../../knowledge/lines/read.js'
import { codeAtStart } from '../checkpoint/code-at-start.js'
import type { CheckpointLine } from '../checkpoint/checkpoint.js'
import { exactStrings } from '../anchors/exact-strings.js'
import { covers } from '../outcomes/check-id.js'
import { contentWords } from '../source/sentences.js'
import { turnOf } from './recent-turns.js'

/** Perishable lines leave when something newer supersedes them: an error that was fixed, conflicts of a merge that were
 * committed, a next step that was done, a question that was answered, "unchanged" of a file that changed. [C4] */

/** Git commands that end what stopped at conflicts, and words of such a stop. */
const ENDS = /\bgit (?:-\S{1,20} \S{1,80} )?(?:commit\b|\S{1,20} --(?:continue|abort|skip)\b)/
const CONFLICT = /\bconflicts?\b|could not apply/i
/** Share of the content words of a next step that a newer line must name. */
const DONE_SHARE = 0.6
const unchanged = kindAmong('unchanged')

/** Returns the lines that still hold, in the given order.
 * @param lines lines of one or more checkpoints, in any order */
export function withoutPerished(lines: readonly CheckpointLine[]): CheckpointLine[] {
  const newest = new Map<string, CheckpointLine>()
  for (const line of lines) {
    for (const subject of subjectsOf(line)) {
      const known = newest.get(subject)
      if (!known || timeOf(line) >= timeOf(known)) newest.set(subject, line)
    }
  }
  const changed = new Map<string, number>()
  let [lastTurn, settled] = [0, 0]
  for (const line of newest.values()) {
    if (line.about?.startsWith('file ')) changed.set(line.about.slice(5), timeOf(line))
    if (line.kind === 'progress' && line.about?.startsWith('run ') && settles(line.about))
      settled = Math.max(settled, timeOf(line))
    lastTurn = Math.max(lastTurn, turnOf(line) ?? 0)
  }
  const stated = new Map(
    lines
      .toSorted((a, b) => timeOf(a) - timeOf(b))
      .flatMap((line) => (isStatement(line) ? [[statedIn(line), line]] : [])),
  )
  const passed = [...newest.values()].filter(
    ({ kind, text, about }) =>
      kind === 'progress' && about?.startsWith('run ') && codeAtStart(text)?.rest.startsWith(' passed'),
  )
  const later = lines.filter(({ kind }) => kind === 'progress' || kind === 'artifact' || kind === 'error')
  const words = new Map(later.map((line) => [line, new Set(stems(line.text))]))
  return lines.filter((line) => {
    if (line.kind === 'error' && passed.some((later) => timeOf(later) > timeOf(line) && includesCheck(later, line)))
      return false
    if (line.kind === 'error' && timeOf(line) < settled && stoppedAtConflicts(line.about ?? '', line.text)) return false
    if (line.about?.startsWith('read ') && newest.has(`file ${line.about.slice(5)}`)) return false
    if (isStatement(line) && stated.get(statedIn(line)) !== line) return false
    if (line.about !== undefined) return newest.get(line.about) === line && !isRestOfOlder(line, newest)
    if (line.kind === 'question') return lastTurn <= timeOf(line)
    if (line.kind === 'next') return !isChanged(line, changed) && !isDone(line, words)
    return unchanged(line.text) === null || !isChanged(line, changed)
  })
}

function isStatement({ about = '' }: CheckpointLine): boolean {
  return about.startsWith('turn ') || about.startsWith('rest ')
}

/** Returns what a line says of its turn. The newest of several turns that came to the same is enough. */
function statedIn({ text }: CheckpointLine): string {
  return text.slice(text.indexOf(': ') + 1)
}

/** Whether a check that passed examined all that the failure was found by. */
function includesCheck({ about: wide = '' }: CheckpointLine, { about = '' }: CheckpointLine): boolean {
  return about.startsWith('run ') && covers(wide.slice(4), about.slice(4))
}

/** Returns the subjects of which the line is the newest, unless a later one is. */
function subjectsOf({ about, ends }: CheckpointLine): string[] {
  return [...(about === undefined ? [] : [about]), ...(ends === undefined ? [] : [`turn ${ends}`])]
}

/** What an agent takes for the cause of a failure. */
const diagnosis = kindAmong('diagnosis')
/** Diagnoses copied from a conversation that stay. Earlier ones were mostly disproved, or led to a fix. */
const MAX_DIAGNOSES = 4

/** Returns the lines without all but the newest diagnoses. */
export function withoutOldDiagnoses(lines: readonly CheckpointLine[]): CheckpointLine[] {
  const found = lines.filter((line) => line.by === 'extract' && line.about === undefined && isDiagnosis(line))
  const newest = new Set(found.toSorted((a, b) => timeOf(b) - timeOf(a)).slice(0, MAX_DIAGNOSES))
  return newest.size === found.length ? [...lines] : lines.filter((line) => !found.includes(line) || newest.has(line))
}

function isDiagnosis({ kind, text }: CheckpointLine): boolean {
  return kind === 'error' && diagnosis(text) !== null
}

/** Whether it is the rest of a statement that a later one of the same turn superseded. */
function isRestOfOlder(line: CheckpointLine, newest: ReadonlyMap<string, CheckpointLine>): boolean {
  const core = line.about?.startsWith('rest ') ? newest.get(`turn ${line.about.slice('rest '.length)}`) : undefined
  return core !== undefined && timeOf(core) > timeOf(line)
}

function timeOf({ sources }: CheckpointLine): number {
  return sources.reduce((latest, seq) => Math.max(latest, seq), 0)
}

/** Whether a file that the line names changed after it. */
function isChanged(line: CheckpointLine, changed: ReadonlyMap<string, number>): boolean {
  if (changed.size === 0) return false
  const time = timeOf(line)
  return exactStrings(line.text).some(({ text, kind }) => {
    if (kind !== 'path') return false
    for (const [path, at] of changed) if (at > time && (path === text || path.endsWith(`/${text}`))) return true
    return false
  })
}

/** Words that introduce a step without naming it. */
const STEP_WORDS = new Set(['next', 'step', 'steps', 'todo', 'remain', 'still', 'need', 'follow'])
/** Characters of a word that survive its inflection: `document` and `documented`. */
const STEM_CHARS = 6

function stems(text: string): string[] {
  return contentWords(text).map((word) => word.slice(0, STEM_CHARS))
}

/** Whether a newer line names most of what the next step names. */
function isDone(step: CheckpointLine, words: ReadonlyMap<CheckpointLine, ReadonlySet<string>>): boolean {
  const own = [...new Set(stems(step.text))].filter((word) => !STEP_WORDS.has(word))
  if (own.length < 2) return false
  for (const [line, known] of words)
    if (timeOf(line) > timeOf(step) && own.filter((word) => known.has(word)).length >= own.length * DONE_SHARE)
      return true
  return false
}

/** Whether a command stopped at open conflicts, and not for another reason.
 * @param key what identifies its run
 * @param failure text that names its failure */
export function stoppedAtConflicts(key: string, failure: string): boolean {
  return key.includes('git ') && !ENDS.test(key) && CONFLICT.test(failure)
}

/** Whether the command, if it succeeds, settles the conflicts before it. */
export function settles(key: string): boolean {
  return ENDS.test(key)
}

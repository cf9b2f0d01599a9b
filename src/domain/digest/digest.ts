import { codeAtStart } from '../checkpoint/code-at-start.js'
import { type Artifact, artifactsOf } from '../anchors/artifacts.js'
import { filesRead } from '../anchors/files-read.js'
import type { CheckpointLine } from '../checkpoint/checkpoint.js'
import { isDecision } from '../source/decisions.js'
import { isNextStep, isQuestion } from '../source/sentences.js'
import type { CountTokens, SourceMessage } from '../source/types.js'
import { renderedLine } from '../checkpoint/rendering.js'
import { mainFields } from '../outcomes/printed.js'
import { ratedAnswers } from './answers.js'
import { answerOf, closingOf, type Closing } from './closing.js'
import { endOf } from './deeds.js'
import { editsOf, editText } from './edits.js'
import { RECENT_TURNS } from './recent-turns.js'
import { withoutRepeats } from './repeats.js'
import { withoutRepeatedFailures } from './repeated-failures.js'
import { runsOf, type Run } from './runs.js'
import { isChat, isTalk, saidLines } from './said.js'
import { turnLines, type Draft, type TurnSize } from './turn-lines.js'
import { turnsOf, type Turn, type TurnFacts } from './turns.js'

/** Digests of the turns of a span, made without a model: what was asked, what was done, how it ended, what is open.
 * A digest consists of ordinary lines, so that each ages by itself. [V5] */

export interface DigestOptions {
  /** Tokens that all digests together should use; closing statements are shortened to it. */
  budgetTokens: number
  count: CountTokens
  /** Text of the older checkpoints. */
  olderText?: string
}

/** Share of the budget for closing statements, and limits in tokens for each. */
const CLOSING = { share: 0.6, min: 28, max: 120 }
/** Maximum tokens of the names of a list. */
const NAMES_TOKENS = 50
/** Minimum tokens for the closing statements of the newest turns of a span. */
const RECENT_MIN_TOKENS = 90
/** More turns than this are named by their message only. */
const MAX_QUOTED_TURNS = 12
/** Files named as read, the newest ones. */
const MAX_READ = 12

const IMPORTANCE = {
  file: 0.8,
  openError: 0.72,
  check: 0.71,
  next: 0.56,
  question: 0.55,
  /** A call that changed something outside: nothing else shows it. */
  outside: 0.6,
  edit: 0.505,
  run: 0.34,
  look: 0.2,
  read: 0.18,
}

/** Returns the lines of all digests, the newest turn last. The importance of a line decides what fits. */
export function digestLines(
  source: readonly SourceMessage[],
  facts: TurnFacts,
  { budgetTokens, count, olderText = '' }: DigestOptions,
): CheckpointLine[] {
  const withTokens = (line: Draft): CheckpointLine => ({ ...line, by: 'extract', tokens: count(renderedLine(line)) })
  if (isTalk(source, facts)) return saidLines(source, facts, count).map(withTokens)
  const turns = turnsOf(source, facts)
  const chats = isChat(source, facts)
  const lines: Draft[] = artifactsOf(source).map(fileLine)
  const runs = runsOf(source).filter(isTelling)
  lines.push(...runs.map(runLine))
  const acted = new Set(runs.flatMap(({ isCall, seqs }) => (isCall ? seqs : [])))
  const closingTokens = (budgetTokens * (chats ? 1 : CLOSING.share)) / Math.max(1, turns.length)
  const tokens = Math.min(CLOSING.max, Math.max(CLOSING.min, Math.floor(closingTokens)))
  const fits = (names: string) => count(names) <= NAMES_TOKENS
  const found = chats
    ? ratedAnswers(turns.map(answerOf), { turns, requests: facts.requests, fits })
    : turns.map(closingOf)
  const closings = withoutRepeats(found, olderText)
  for (const [at, turn] of turns.entries()) {
    const closing = closings[at]!
    const isRecent = at >= turns.length - RECENT_TURNS
    const size: TurnSize = {
      ...{ count, isRecent, isChat: chats, isQuoted: turns.length <= MAX_QUOTED_TURNS },
      hasActed: turn.messages.some(({ seq }) => acted.has(seq)),
      tokens: isRecent ? Math.max(tokens, RECENT_MIN_TOKENS) : tokens,
    }
    lines.push(...turnLines(turn, closing, size))
    lines.push(...editLines(turn, closing))
    if (at === turns.length - 1 && !turn.isClosed) lines.push(...openLines(closing))
  }
  return withoutRepeatedFailures(lines).map(withTokens)
}

function fileLine({ path, action, movedTo, seqs }: Artifact): Draft {
  return {
    kind: 'artifact',
    text: `${action} ${path}${movedTo === undefined ? '' : ` → ${movedTo}`}`,
    importance: IMPORTANCE.file,
    sources: seqs,
    about: `file ${path}`,
  }
}

/** Returns what a turn put into files that did not end with a statement about it. */
function editLines({ messages }: Turn, { isEnd }: Closing): Draft[] {
  if (isEnd) return []
  return editsOf(messages).flatMap((edits): Draft[] => {
    const text = editText(edits)
    return text === ''
      ? []
      : [{ kind: 'progress', text, importance: IMPORTANCE.edit, sources: edits.seqs.slice(-4), about: `edit ${text}` }]
  })
}

/** Returns the files that were read, the newest ones: all that is left to say of a span that only looked. */
export function readLines(source: readonly SourceMessage[], count: CountTokens): CheckpointLine[] {
  const read = filesRead(source).slice(-MAX_READ)
  return read.map(({ path, seq }) => {
    const line = { kind: 'progress' as const, text: `read ${path}`, importance: IMPORTANCE.read, about: `read ${path}` }
    return { ...line, sources: [seq], by: 'extract', tokens: count(renderedLine(line)) }
  })
}

/** Whether a run says something later: a command that only looked at something does if it says why it failed. */
function isTelling({ outcome, error, isQuiet }: Run): boolean {
  return !isQuiet || (outcome === 'failed' && error !== '' && !error.startsWith(ONLY_CODE))
}

/** A search that found nothing ends with a code, too. Its failure needs words. */
const ONLY_CODE = 'exit code '

function runLine(run: Run): Draft {
  const { key, outcome, seqs, isCheck, isQuiet, isSettled, isRetried, staysOpen, isCall } = run
  const isOpen = outcome === 'failed' && staysOpen && !isSettled
  const importance = isQuiet
    ? IMPORTANCE.look
    : isRetried
      ? IMPORTANCE.run
      : isOpen
        ? IMPORTANCE.openError
        : isCheck && !isSettled && outcome !== 'ran'
          ? IMPORTANCE.check
          : isCall
            ? IMPORTANCE.outside
            : IMPORTANCE.run
  return { kind: isOpen ? 'error' : 'progress', text: runText(run), importance, sources: seqs.slice(-4), about: key }
}

/** Whether a line names a call that may have changed something outside: `issue_credit(customer: C-7)`. */
export function isOutsideCall({ text, about = '' }: Pick<CheckpointLine, 'text' | 'about'>): boolean {
  return about.startsWith('run ') && CALL.test(text)
}

const CALL = /^`[\w.:-]{1,120}\(/

/** Shorter forms of the line of a call that did not fail: with what became of it alone, without what it printed, with its first
 * argument alone, and that without what it printed. */
export const BRIEF_CALLS = [
  withMainFields,
  withoutPrinted,
  (text: string) => withMainFields(text).replace(MORE_ARGUMENTS, '$1)`$2'),
  (text: string) => withoutPrinted(text).replace(MORE_ARGUMENTS, '$1)`$2'),
]
const MORE_ARGUMENTS = /^(`[\w.:-]{1,120}\([^,`]{1,80}), [^`]{1,300}`( (?:succeeded|ran)(?:: .{1,200})?)$/

function withMainFields(text: string): string {
  const { code, rest } = codeAtStart(text) ?? { code: '', rest: '' }
  const ended = [' succeeded: ', ' ran: '].find((word) => rest.startsWith(word))
  if (ended === undefined) return text
  const fields = mainFields(rest.slice(ended.length), code.slice(1, -1))
  return fields === '' ? withoutPrinted(text) : code + ended + fields
}

function withoutPrinted(text: string): string {
  const { code, rest } = codeAtStart(text) ?? { code: '', rest: '' }
  const ended = [' succeeded', ' ran'].find((word) => rest.startsWith(word))
  return ended === undefined ? text : code + ended
}

/** Returns what a run came to: its failure, or what it printed. */
function runText(run: Run): string {
  const { label, outcome, error, printed, isSettled, isCall } = run
  const line = error === '' ? '' : `: ${error}`
  const settled = isCall ? '; a later call for the same did not fail' : '; a later command settled it'
  if (outcome === 'failed') return `\`${label}\` failed${line}${isSettled ? settled : ''}`
  const earlier = error === '' ? '' : `; an earlier run failed${line}`
  return `\`${label}\` ${endOf(run)}${printed === '' ? '' : `: ${printed}`}${earlier}`
}

/** Returns questions and next steps of the newest turn: later ones are answered or superseded. */
function openLines({ pieces, seqs }: Closing): Draft[] {
  return pieces.flatMap(({ text, introduces }): Draft[] => {
    if (introduces) return []
    if (isQuestion(text)) return [{ kind: 'question', text, importance: IMPORTANCE.question, sources: seqs }]
    if (isNextStep(text) && !isDecision(text))
      return [{ kind: 'next', text, importance: IMPORTANCE.next, sources: seqs }]
    return []
  })
}

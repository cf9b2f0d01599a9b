import { startsWithOne } from '../texts.js'
import { COUNTS_WARNINGS, DENIES_WARNINGS } from '../../knowledge/counted.js'
import { isCheckKind, isFileTool, isQuietTool } from '../../knowledge/read.js'
import { isShell } from '../shell/shell-files.js'
import { readCommandLine, type CommandLine, type Subject } from './command-line.js'
import { runningId } from './envelope.js'
import { evidenceIn, namesFault, type Evidence } from './evidence.js'
import { endedBy, printedCode, writtenCode } from './exit-code.js'
import { failureLine } from './failure-line.js'
import { isAgentRow, rowsOf } from './rows.js'
import { structuredOf } from './structured.js'

/** Judges calls by what they returned. Three outcomes: "ran" if the result does not reveal; "passed" is never a default. [V9] */

export type Outcome = 'passed' | 'failed' | 'ran'

export interface Verdict {
  outcome: Outcome
  /** The first line that names the failure; empty unless it failed. */
  failure: string
}

/** Empty rows that an agent may have taken from the end of an output. */
const CUT_ROWS = 2

const RAN: Verdict = { outcome: 'ran', failure: '' }
const PASSED: Verdict = { outcome: 'passed', failure: '' }

/** Returns the outcome of a command line. A code or flag outranks words, structured results as well; the code 0 of a pipe is
 * its last command's, so that words judge the others.
 * @param command empty if it is not known
 * @param isError whether the result is marked as an error */
export function commandVerdict(command: string, text: string, isError: boolean): Verdict {
  if (runningId(text) !== null) return RAN
  const line = readCommandLine(command)
  const envelope = structuredOf(text)
  const output = envelope?.output ?? text
  const rows = rowsOf(output).filter((row) => !isAgentRow(row))
  const code = envelope?.code ?? writtenCode(rows)
  const ended = code === 0 || (code === null && line.isLook) ? '' : endedBy(rows)
  if (ended !== '') return { outcome: 'failed', failure: failureLine(ended) }
  // What the command printed may be data itself, below what the agent wrote.
  const data = envelope ?? structuredOf(rows.filter((row) => writtenCode([row]) === null).join('\n'))
  const isData = data !== null && data.output === null
  const failed = (exit: number | null = code): Verdict => ({
    outcome: 'failed',
    failure:
      (isData && data.message) ||
      failureLine(withoutPrints(line, output)) ||
      data?.message ||
      (exit ? `exit code ${exit}` : ''),
  })
  const isAnswer = code === 1 && line.endsWithAnswer && !line.isLook
  if (!isAnswer && (isError || (code !== null && code !== 0))) return failed()
  const isRequest = line.subjects.every(({ kind }) => kind === 'request')
  if (data?.flag === 'failed' && !line.isLook && (code === null || isRequest)) return failed()
  if (line.isLook && !(code === 0 && line.isCovered) && complains(line, rows)) return failed()
  if (code === 0 && line.subjects.every(({ isProven }) => isProven)) return PASSED
  // The other command may have ended well because this one did not.
  if (line.isLook || (code === 0 && line.subjects.at(-1)?.isFallback === true)) return RAN
  const printed = printedCode(line, rows)
  return printed ? failed(printed) : byWords(line, rows, output.split('\n').length + CUT_ROWS >= line.cutFrom, failed)
}

/** Removes what the line itself prints, whatever its commands did. */
function withoutPrints({ prints }: CommandLine, output: string): string {
  if (prints.length === 0) return output
  const isPrint = (row: string) => prints.includes(rowsOf(row)[0] ?? '')
  return output
    .split('\n')
    .filter((row) => !isPrint(row))
    .join('\n')
}

/** Whether a command line only looks at something. */
export function isLook(command: string): boolean {
  return readCommandLine(command).isLook
}

/** The meter of curl. */
const METER = /^(?:% Total |Dload |[\d.:kMG -]{20,}$)/
/** A stack of code on the command line. */
const OF_ONE_LINE = ['File "<string>"', 'File "<stdin>"']

/** Whether all that a command which only looks printed is its own complaint: `cat: a.ts: No such file or directory`. */
function complains(line: CommandLine, all: readonly string[]): boolean {
  const rows = ownRows(line, all).filter((row) => !METER.test(row))
  const isOwn = (row: string) => line.programs.some((program) => row.startsWith(`${program}: `)) && namesFault(row)
  if (rows.some((row) => startsWithOne(row, OF_ONE_LINE) || row.includes('[eval]')) && namesFault(rows.at(-1)!))
    return true
  return rows.length > 0 && rows.length <= 2 && rows.every(isOwn)
}

/** Returns the rows that commands printed, not the line itself. */
function ownRows(line: CommandLine, rows: readonly string[]): string[] {
  return rows.filter((row) => writtenCode([row]) === null && !line.prints.includes(row))
}

function byWords(line: CommandLine, all: readonly string[], isCut: boolean, failed: () => Verdict): Verdict {
  const rows = ownRows(line, all)
  const { succeeded, failed: failedMark } = line.marks
  const last = all.findLast((row) => writtenCode([row]) === null)
  if (failedMark !== '' && last === failedMark) return failed()
  const evidence = line.subjects.map(({ row, kind }) => evidenceIn(rows, row, isCheckKind(kind)))
  if (evidence.some(({ failed: row }) => row !== '')) return failed()
  if (succeeded !== '' && last === succeeded) return PASSED
  const isPrinted = printedCode(line, all) === 0
  const proofs = line.subjects.map(
    (subject, at) => (isPrinted && subject.isPrinted) || isProof({ line, rows, isCut }, subject, evidence[at]!),
  )
  if (proofs.length > 0 && line.subjects.every((subject, at) => proofs[at] || leadsToProof(line.subjects, proofs, at)))
    return PASSED
  return evidence.some(({ fault }, at) => fault !== '' && !proofs[at]) ? failed() : RAN
}

function isProof(
  { line, rows, isCut }: { line: CommandLine; rows: readonly string[]; isCut: boolean },
  { row, text, isFallback }: Subject,
  { passed, part, fault }: Evidence,
): boolean {
  if (DENIES_WARNINGS.test(text) && rows.some((one) => COUNTS_WARNINGS.test(one))) return false
  if (passed) return true
  if (isCut || fault !== '') return false
  if (part && isLedTo(line.subjects, row)) return true
  return rows.length === 0 && row?.isSilent === true && !line.isRedirected && !isFallback
}

/** Whether a runner is the last of the subjects, ran only because all before it succeeded, and is alone in writing rows of its kind:
 * then no other command wrote them, and nothing ran after them. */
function isLedTo(subjects: readonly Subject[], row: Subject['row']): boolean {
  const before = subjects.slice(0, -1)
  return subjects.at(-1)?.row === row && before.every((one) => one.leadsOn && one.row !== row)
}

/** Whether a later command that was proven could only run because this one succeeded. */
function leadsToProof(subjects: readonly Subject[], proofs: readonly boolean[], at: number): boolean {
  for (let next = at; subjects[next]?.leadsOn; next++) if (proofs[next + 1]) return true
  return false
}

const TOLD_FAILURE =
  /^(?:<tool_use_error>|[\w.]{0,60}(?:error|exception)\b ?[:(]|fail(?:ed|ure)(?: to\b|:)|could not |unable to |cannot |traceback \(|MCP error|❌|✗ |error (?:executing|calling|in|from)\b|error$)/i
/** `Error building the map: …`, unlike `Error handling was added`. */
const TOLD_DURING = /^error (?!(?:handl|logg|report|track|check|monitor|correct|detect)ing)\w{2,20}ing\b/i
const TOLD_SUCCESS = /^(?:ok|done|success|✅.*|✓.*)[.!]?$|^(?!.*\b(?:not|never|failed)\b).*\bsuccessful(?:ly)?\b/i

/** Returns the outcome of a call that runs no command. */
export function callVerdict(tool: string, text: string, isError: boolean): Verdict {
  const data = isFileTool(tool) ? null : structuredOf(text, isQuietTool(tool))
  const rows = rowsOf(text.slice(0, 2_000))
  const first = rows[0] ?? ''
  const failed = (): Verdict => ({ outcome: 'failed', failure: data?.message || failureLine(text) })
  if (isError || data?.flag === 'failed' || (data?.code ?? 0) !== 0) return failed()
  if (isFileTool(tool) || isShell(tool)) return RAN
  if (data?.flag === 'passed' || data?.code === 0) return PASSED
  if (data !== null) return RAN
  if (TOLD_FAILURE.test(first) || TOLD_DURING.test(first)) return failed()
  return !isQuietTool(tool) && TOLD_SUCCESS.test(first) ? PASSED : RAN
}

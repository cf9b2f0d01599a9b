/** Recomputes the state of every message from the records and compares it with the stored state. [P2] */
import { usedTokens } from '../session/budget.js'
import type { Checkpoint } from '../checkpoint/checkpoint.js'
import { isHuman, type MessageState, type ViewEntry } from '../message.js'
import type { Cut } from './cut.js'
import type { LedgerBlock } from '../session/shown-blocks.js'
import type { Reduction } from './reduction.js'
import type { Session } from '../session/session.js'
import { recount } from './token-counts.js'

export interface CoverageRecords {
  session: Pick<
    Session,
    'lastSeq' | 'tokenCounts' | 'lastSpokenSeq' | 'policy' | 'checkpointCount' | 'inViewCount' | 'ledger'
  >
  /** Every message, ascending. */
  states: readonly { seq: number; state: MessageState; pinned: boolean }[]
  entries: readonly ViewEntry[]
  reductions: readonly Reduction[]
  /** Live checkpoints. */
  checkpoints: readonly Checkpoint[]
  /** In the order they were made. */
  cuts: readonly Pick<Cut, 'id' | 'evicted' | 'returned'>[]
  /** Ledger rebuilt from the messages that left the context; null if empty. */
  ledger: Pick<LedgerBlock, 'text' | 'tokens'> | null
  /** System prompt and tools, counted again. */
  fixed: { system: number; tools: number }
}

export interface Violation {
  rule: string
  seq: number | null
  found: string
}

export interface Audit {
  ok: boolean
  messages: number
  raw: number
  reduced: number
  covered: number
  evicted: number
  /** Messages that were acknowledged and are not in the store. [P1] */
  lost: number
  violations: Violation[]
}

/** Maximum number of violations returned. */
const MAX_VIOLATIONS = 100

/** Returns the violations found, at most 100, and how many messages are in each state. */
export function auditCoverage(records: CoverageRecords): Audit {
  const violations: Violation[] = []
  const report = (rule: string, seq: number | null, found: string) => violations.push({ rule, seq, found })
  const { lastSeq } = records.session
  const claims = claimsOf(records, lastSeq)
  const reduced = new Set(records.reductions.map(({ seq }) => seq))
  const counts: Record<MessageState, number> = { raw: 0, reduced: 0, covered: 0, evicted: 0 }
  if (records.states.length !== lastSeq)
    report('P1', null, `${records.states.length} messages are stored, ${lastSeq} were acknowledged`)
  for (const [index, { seq, state, pinned }] of records.states.entries()) {
    if (seq !== index + 1) report('P1', seq, `message ${index + 1} is missing before it`)
    counts[state] += 1
    const { covered, evicted } = { covered: claims.covered[seq] ?? 0, evicted: claims.evicted[seq] ?? 0 }
    const should: MessageState =
      covered > 0 ? 'covered' : evicted > 0 ? 'evicted' : reduced.has(seq) ? 'reduced' : 'raw'
    if (covered > 1) report('P2', seq, `covered by ${covered} live checkpoints`)
    if (covered > 0 && evicted > 0) report('P2', seq, 'both covered and evicted')
    if (pinned && (covered > 0 || evicted > 0)) report('P4', seq, 'pinned, but not in the context')
    if (state !== should) report('P2', seq, `stored as ${state}, should be ${should}`)
  }
  checkView(records, report)
  checkLedger(records, report)
  return {
    ok: violations.length === 0,
    messages: records.states.length,
    raw: counts.raw,
    reduced: counts.reduced,
    covered: counts.covered,
    evicted: counts.evicted,
    lost: Math.max(0, lastSeq - records.states.length),
    violations: violations.slice(0, MAX_VIOLATIONS),
  }
}

/** Counts the live checkpoints that cover each message and the cuts that evicted it, less those that brought it back. */
function claimsOf(
  { checkpoints, cuts }: CoverageRecords,
  lastSeq: number,
): { covered: Uint8Array; evicted: Uint8Array } {
  const covered = new Uint8Array(lastSeq + 1)
  const evicted = new Uint8Array(lastSeq + 1)
  for (const { from, to } of checkpoints.flatMap((checkpoint) => checkpoint.covered))
    for (let seq = from; seq <= to; seq++) covered[seq]! += 1
  for (const cut of cuts) {
    for (const { from, to } of cut.evicted) for (let seq = from; seq <= to; seq++) evicted[seq]! += 1
    for (const { from, to } of cut.returned ?? []) for (let seq = from; seq <= to; seq++) evicted[seq]! -= 1
  }
  return { covered, evicted }
}

/** Checks that the stored ledger and its token count match the ledger rebuilt from history. [C9] */
function checkLedger(
  { session, ledger }: CoverageRecords,
  report: (rule: string, seq: number | null, found: string) => void,
): void {
  if (session.ledger?.text !== ledger?.text)
    report('C9', null, 'the ledger differs from the one rebuilt from the messages that left the context')
  if ((session.ledger?.tokens ?? 0) !== (ledger?.tokens ?? 0)) {
    report(
      'T3',
      null,
      `the ledger is stored as ${session.ledger?.tokens ?? 0} tokens, its text has ${ledger?.tokens ?? 0}`,
    )
  }
}

/** Checks the token counts: of every message against its reductions, of the session against its messages. */
function checkView(
  { session, entries, reductions, checkpoints, fixed }: CoverageRecords,
  report: (rule: string, seq: number | null, found: string) => void,
): void {
  const freed = new Map<number, number>()
  for (const { seq, tokensBefore, tokensAfter } of reductions)
    freed.set(seq, (freed.get(seq) ?? 0) + tokensBefore - tokensAfter)
  for (const entry of entries) {
    const should = entry.tokens - (freed.get(entry.seq) ?? 0)
    if (entry.viewTokens !== should)
      report('T3', entry.seq, `stored as ${entry.viewTokens} tokens, should be ${should} after its reductions`)
    if (entry.state === 'reduced' && (entry.pinned || entry.role === 'system'))
      report('P4', entry.seq, 'reduced, but pinned or system text')
    if (
      entry.state === 'reduced' &&
      isHuman(entry) &&
      reductions.some(
        ({ seq, part, kind }) => seq === entry.seq && entry.shape[part]?.kind === 'text' && kind !== 'excerpt',
      )
    ) {
      report('P4', entry.seq, 'text of the user was reduced')
    }
  }
  const systemMessages = entries.reduce((sum, { role, viewTokens }) => sum + (role === 'system' ? viewTokens : 0), 0)
  const system = fixed.system + systemMessages
  const tokenCounts = { ...recount(session, entries, checkpoints), system, tools: fixed.tools }
  if (usedTokens(tokenCounts) !== usedTokens(session.tokenCounts)) {
    report(
      'T3',
      null,
      `the session stores ${usedTokens(session.tokenCounts)} tokens in the context, the records add up to ${usedTokens(tokenCounts)}`,
    )
  }
  const { inViewCount = entries.length } = session
  if (inViewCount !== entries.length)
    report('P2', null, `the session stores ${inViewCount} messages in view, ${entries.length} are`)
  if (session.checkpointCount !== checkpoints.length)
    report('P2', null, `the session stores ${session.checkpointCount} checkpoints, ${checkpoints.length} are live`)
}

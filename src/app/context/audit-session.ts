import { auditCoverage, type Audit, type Violation } from '../../domain/context/coverage.js'
import { cutsInForce, type Cut } from '../../domain/context/cut.js'
import { DomainError } from '../../domain/errors.js'
import { goalProblems } from '../../domain/goal/audit.js'
import { hasPresentLedger, settleLedger } from '../../domain/ledger/ledger.js'
import type { LedgerBlock } from '../../domain/session/shown-blocks.js'
import { newestOpen, renderLedger } from '../../domain/ledger/ledger-block.js'
import type { Session } from '../../domain/session/session.js'
import { countFixed } from '../ingest/count-fixed.js'
import { everEvicted } from '../cut/ever-evicted.js'
import { evictedEntries } from '../cut/evicted-entries.js'
import type { Ports, SessionRecords, SessionAddress } from '../../ports/ports.js'
import { readRecords } from './read-context.js'
import { recallProblems, type RecallProblem } from '../../domain/recall/audit.js'
import type { RecallExcerpt } from '../../domain/recall/recall.js'
import { readOriginal } from '../shared/read-original.js'
import { readStored } from '../shared/read-stored.js'

/** Maximum attempts. An audit needs several reads and starts over if the session changed between them. */
const TRIES = 5

/** Recomputes the state of every message, the ledger, and the goals from history and records alone. [P2] [C9]
 * Throws session_not_found, and version_mismatch if the session changes too often. */
export async function auditSession(
  ports: Pick<Ports, 'store' | 'tokenizer'>,
  { sessionId, appId }: SessionAddress,
): Promise<Audit & { version: number }> {
  for (let tries = 1; ; tries++) {
    const records = await readRecords(ports, sessionId, appId)
    const [states, cuts] = [await ports.store.states(sessionId), cutsInForce(await ports.store.cuts(sessionId))]
    // A ledger of older rules is derived again by upkeep; until then nothing follows from it.
    const ledger = !hasPresentLedger(records.session)
      ? records.session.ledger
      : await ledgerFromHistory(ports, records, states, cuts)
    const goals = await goalViolations(ports, records.session)
    const recalls = await auditRecalls(ports, records.session)
    const { systemPrompt, tools } = records.session
    const fixed = await countFixed(ports, systemPrompt, tools)
    const current = await ports.store.session(sessionId, appId)
    if (!current) throw new DomainError('session_not_found', `Session ${sessionId} not found.`, { sessionId })
    if (current.version !== records.session.version) {
      if (tries < TRIES) continue
      throw new DomainError(
        'version_mismatch',
        `The session changed during each of ${TRIES} audit attempts; retry when it is idle.`,
        {
          version: current.version,
        },
      )
    }
    const audit = auditCoverage({ ...records, states, cuts, ledger, fixed })
    return {
      ...audit,
      ok: audit.ok && goals.length + recalls.length === 0,
      violations: [...audit.violations, ...goals, ...recalls],
      version: current.version,
    }
  }
}

/** Rebuilds the goals and their blocks from all recorded acts, and returns the differences. [G2] [G4] */
async function goalViolations(
  { store, tokenizer }: Pick<Ports, 'store' | 'tokenizer'>,
  session: Session,
): Promise<Violation[]> {
  const records = { session, goals: await store.goals(session.id), acts: await store.goalActs(session.id) }
  return goalProblems(records, (text) => tokenizer.count(text)).map((problem) => ({ ...problem, seq: null }))
}

/** Rebuilds the ledger from all messages and parts that left the context. [C9] */
async function ledgerFromHistory(
  { store, tokenizer }: Pick<Ports, 'store' | 'tokenizer'>,
  { session, reductions }: SessionRecords,
  states: Awaited<ReturnType<Ports['store']['states']>>,
  cuts: readonly Cut[],
): Promise<LedgerBlock | null> {
  // Bypass the cache: an audit must not evict messages that contexts need.
  const eviction = everEvicted(states, cuts, reductions)
  const entries = await evictedEntries((page) => store.outlines(session.id, page), eviction)
  const { maxTokens, locks: decisions, hasGoal, inScope } = session.ledger ?? { maxTokens: 0 }
  return renderLedger(newestOpen(settleLedger(entries), session.limit), maxTokens, (text) => tokenizer.count(text), {
    decisions,
    hasGoal,
    inScope,
  })
}

/** Decisions that one audit checks, the newest. */
const CHECKED = 200

/** Checks that every excerpt is in the message that it names. [M7] */
async function auditRecalls(
  { store, tokenizer }: Pick<Ports, 'store' | 'tokenizer'>,
  session: Session,
): Promise<RecallProblem[]> {
  const records = await store.recalls(session.id, { limit: CHECKED })
  const originals = new Map<RecallExcerpt, string>()
  const all = records.flatMap(({ excerpts }) => excerpts)
  for (const sessionId of new Set(all.map((one) => one.sessionId))) {
    const excerpts = all.filter((one) => one.sessionId === sessionId)
    // Only sessions of the app: excerpts of an import may name any.
    if (sessionId !== session.id && !(await store.session(sessionId, session.appId))) continue
    const seqs = [...new Set(excerpts.map(({ seq }) => seq))].sort((a, b) => a - b)
    for (const message of await store.history(sessionId, { seqs, limit: seqs.length })) {
      const parsed = await readStored(message)
      for (const excerpt of excerpts.filter(({ seq }) => seq === message.seq))
        originals.set(excerpt, (await readOriginal(message, parsed, excerpt.part)).content)
    }
  }
  return recallProblems(session, records, originals, (text) => tokenizer.count(text))
}

import { signal } from '@preact/signals'
import { PalimpsestError, take, type PalimpsestClient } from '@palimpsest/client'
import { faultOf } from './connection.js'

/** An audit of many sessions, one after another: recomputes from history where every message is. */

export interface AuditState {
  status: 'idle' | 'running' | 'done'
  sessions: number
  /** Sessions that were recomputed. */
  audited: number
  messages: number
  /** Messages that are nowhere, or in two places. */
  lost: number
  /** Sessions with a violation of any rule. */
  failed: readonly { id: string; violations: readonly string[] }[]
  /** Sessions that changed during every attempt. Those that were deleted do not count. */
  skipped: number
  fault: string | null
  /** ms since 1970 when it ended. */
  endedAt: number | null
}

const NONE = { sessions: 0, audited: 0, messages: 0, lost: 0, failed: [], skipped: 0, fault: null, endedAt: null }
export const audit = signal<AuditState>({ status: 'idle', ...NONE })

/** Violations that are shown of one session. */
const SHOWN = 5
/** Sessions that changed during their audit are audited again, so many times. */
const ROUNDS = 3

type Found = 'audited' | 'changed' | 'deleted'

export async function runAudit(client: PalimpsestClient, ids: readonly string[], signal: AbortSignal): Promise<void> {
  let state: AuditState = { status: 'running', ...NONE, sessions: ids.length }
  const change = (more: Partial<AuditState>) => (audit.value = state = { ...state, ...more })
  change({})
  let left = ids
  try {
    for (let round = 1; round <= ROUNDS && left.length > 0; round++) {
      const changed: string[] = []
      for (const sessionId of left) {
        const found = await auditOne(client, sessionId, { signal, change })
        if (found === 'changed') changed.push(sessionId)
        if (found === 'deleted') change({ sessions: state.sessions - 1 })
      }
      left = changed
    }
    change({ skipped: left.length })
  } catch (error) {
    // Another audit may have begun: its figures stay.
    if (signal.aborted) return
    change({ fault: faultOf(error) })
  }
  change({ status: 'done', endedAt: Date.now() })
}

interface AuditRun {
  signal: AbortSignal
  change: (more: Partial<AuditState>) => unknown
}

/** Audits one session and adds what was found. Throws what has nothing to do with the session. */
async function auditOne(client: PalimpsestClient, sessionId: string, { signal, change }: AuditRun): Promise<Found> {
  try {
    const params = { path: { sessionId } }
    const found = await take(client.api.GET('/v1/sessions/{sessionId}/audit', { params, signal }))
    const violations = found.violations as { rule: string; found: string; seq: number | null }[]
    const lost = violations.filter(({ rule, seq }) => rule === 'P2' && seq !== null).length
    const texts = violations.slice(0, SHOWN).map(({ rule, found: what }) => `[${rule}] ${what}`)
    if (signal.aborted) return 'audited'
    const { audited, messages, lost: before, failed } = audit.value
    change({
      audited: audited + 1,
      messages: messages + Number(found.messages),
      lost: before + lost,
      failed: found.ok ? failed : [...failed, { id: sessionId, violations: texts }],
    })
    return 'audited'
  } catch (error) {
    if (error instanceof PalimpsestError && error.status === 404) return 'deleted'
    if (error instanceof PalimpsestError && error.code === 'version_mismatch') return 'changed'
    throw error
  }
}

import { signal } from '@preact/signals'
import { PalimpsestError, take, type PalimpsestClient } from '@palimpsest/client'
import { faultOf } from './connection.js'

/** An audit of many sessions, one after another: recomputes from history where every message is. */

export interface AuditState {
  status: 'idle' | 'running' | 'done'
  sessions: number
  audited: number
  messages: number
  /** Messages that are nowhere, or in two places. */
  lost: number
  /** Sessions with a violation of any rule. */
  failed: readonly { id: string; violations: readonly string[] }[]
  /** Sessions that were deleted or changed too often meanwhile. */
  skipped: number
  fault: string | null
  /** ms since 1970 when it ended. */
  endedAt: number | null
}

const NONE = { sessions: 0, audited: 0, messages: 0, lost: 0, failed: [], skipped: 0, fault: null, endedAt: null }
export const audit = signal<AuditState>({ status: 'idle', ...NONE })

/** Violations that are shown of one session. */
const SHOWN = 5

export async function runAudit(client: PalimpsestClient, ids: readonly string[], signal: AbortSignal): Promise<void> {
  let state: AuditState = { status: 'running', ...NONE, sessions: ids.length }
  audit.value = state
  for (const sessionId of ids) {
    try {
      const params = { path: { sessionId } }
      const found = await take(client.api.GET('/v1/sessions/{sessionId}/audit', { params, signal }))
      const violations = found.violations as { rule: string; found: string; seq: number | null }[]
      const lost = violations.filter(({ rule, seq }) => rule === 'P2' && seq !== null).length
      const texts = violations.slice(0, SHOWN).map(({ rule, found: what }) => `[${rule}] ${what}`)
      state = {
        ...state,
        messages: state.messages + Number(found.messages),
        lost: state.lost + lost,
        failed: found.ok ? state.failed : [...state.failed, { id: sessionId, violations: texts }],
      }
    } catch (error) {
      if (signal.aborted) break
      const isGone = error instanceof PalimpsestError && (error.status === 404 || error.code === 'version_mismatch')
      if (!isGone) {
        state = { ...state, fault: faultOf(error) }
        break
      }
      state = { ...state, skipped: state.skipped + 1 }
    }
    state = { ...state, audited: state.audited + 1 }
    audit.value = state
  }
  audit.value = { ...state, status: 'done', endedAt: Date.now() }
}

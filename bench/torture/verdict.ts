import { setTimeout as sleep } from 'node:timers/promises'
import { sliceArray, sliceValue } from '../../src/domain/formats/index.js'
import { FORMATS } from '../../src/domain/message.js'
import { checkContext } from './check-context.js'
import type { Client } from './client.js'
import type { Follower } from './follower.js'
import type { SessionLedger } from './session-ledger.js'
import type { Tally } from './tally.js'

interface Trial {
  client: Client
  sessions: readonly SessionLedger[]
  followers: readonly Follower[]
  tally: Tally
}

/** Covers the lease of a killed worker, the next sweep, and the work itself. */
const SETTLE_TIMEOUT_MS = 150_000
const FOLLOW_TIMEOUT_MS = 120_000

/** Checks every guarantee from outside, after the last kill. */
export async function judge(trial: Trial): Promise<void> {
  await untilSettled(trial)
  for (const session of trial.sessions) {
    await judgeHistory(trial, session)
    await judgeCompressions(trial, session)
    await judgeAudit(trial, session)
    for (const format of FORMATS) await checkContext(trial.client, session.id, format, trial.tally)
    await judgeEvents(trial, session.id)
  }
}

/** Every compression ends. [P9] */
async function untilSettled({ client, sessions, tally }: Trial): Promise<void> {
  const deadline = Date.now() + SETTLE_TIMEOUT_MS
  for (const { id } of sessions) {
    for (;;) {
      const { value } = await client.read<{ compressions: { id: string; status: string }[] }>(
        `/v1/sessions/${id}/compressions?limit=5`,
      )
      const open = value.compressions.find(({ status }) => status === 'queued' || status === 'running')
      if (!open) break
      if (Date.now() > deadline) {
        tally.violate(
          `[P9] ${id}: compression ${open.id} is still ${open.status}, ${SETTLE_TIMEOUT_MS / 1_000} s after the last kill`,
        )
        break
      }
      await sleep(250)
    }
  }
}

/** No compression fails with an internal error, whatever was killed. [P9] */
async function judgeCompressions({ client, tally }: Trial, { id }: SessionLedger): Promise<void> {
  const { value } = await client.read<{ compressions: { id: string; reason?: string; detail?: string }[] }>(
    `/v1/sessions/${id}/compressions?limit=200`,
  )
  for (const { id: compressionId, reason, detail } of value.compressions) {
    if (reason === 'internal') tally.violate(`[P9] ${id}: compression ${compressionId} failed: ${detail}`)
  }
}

/** The history contains exactly the acknowledged messages, byte for byte, each once. [P1] */
async function judgeHistory({ client, tally }: Trial, { id, texts }: SessionLedger): Promise<void> {
  let after = 0
  for (;;) {
    const { value, text } = await client.read<{ messages: { seq: number }[]; nextAfter: number | null }>(
      `/v1/sessions/${id}/messages?from=${after + 1}&limit=500`,
    )
    const raw = sliceArray(text, 'messages').map((message) => sliceValue(message, 'message'))
    for (const [index, { seq }] of value.messages.entries()) {
      if (seq !== after + 1) tally.violate(`[P1] ${id}: message ${seq} follows message ${after}`)
      after = seq
      const acknowledged = texts.get(seq)
      if (acknowledged === undefined) {
        tally.doubled += 1
        tally.violate(
          `[P1] ${id}: message ${seq} is stored and was never acknowledged, though every request was repeated until it was`,
        )
      } else if (acknowledged !== raw[index]) {
        tally.altered += 1
        tally.violate(`[P1] ${id}: message ${seq} is not what was sent`)
      }
    }
    if (value.nextAfter === null) break
  }
  for (const seq of texts.keys()) {
    if (seq <= after) continue
    tally.lost += 1
    tally.violate(`[P1] ${id}: message ${seq} was acknowledged and is missing`)
  }
}

/** Each message is in exactly one state, according to the records alone. [P2] */
async function judgeAudit({ client, tally }: Trial, { id }: SessionLedger): Promise<void> {
  const { value } = await client.read<{
    ok: boolean
    violations: { rule: string; seq: number | null; found: string }[]
  }>(`/v1/sessions/${id}/audit`)
  for (const { rule, seq, found } of value.violations.slice(0, 5))
    tally.violate(`[${rule}] ${id} message ${seq}: ${found}`)
  if (!value.ok && value.violations.length === 0) tally.violate(`[P2] ${id}: the audit fails without a violation`)
}

/** The events of a session are numbered 1, 2, 3 … without a gap, and every follower received all of them. [P10] */
async function judgeEvents({ client, followers, tally }: Trial, sessionId: string): Promise<void> {
  let after = '0'
  let last = 0
  for (;;) {
    const { value } = await client.read<{ events: { seq: number; cursor: string; type: string }[]; cursor: string }>(
      `/v1/events?sessionId=${sessionId}&after=${after}&limit=500`,
    )
    for (const { seq, type } of value.events) {
      if (seq !== last + 1) tally.violate(`[P10] ${sessionId}: event ${seq} follows event ${last}`)
      last = seq
      tally.events += 1
      if (type === 'compressed') tally.compressions += 1
    }
    if (value.events.length === 0) break
    after = value.cursor
  }
  for (const follower of followers) {
    if (!follower.follows(sessionId)) continue
    const deadline = Date.now() + FOLLOW_TIMEOUT_MS
    while ((follower.heard.get(sessionId) ?? 0) < last && Date.now() < deadline) await sleep(50)
    const heard = follower.heard.get(sessionId) ?? 0
    if (heard !== last) tally.violate(`[P10] ${follower.name} received ${heard} of ${last} events of ${sessionId}`)
  }
}

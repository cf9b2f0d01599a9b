import { PalimpsestError, take, type HistoryMessage, type PalimpsestClient } from '@palimpsest/client'
import type { AgentItem, HistoryTransaction } from './contract.js'

/** Changes of the newest items that a retry does not repeat. A replacement is two requests, a withdrawal and an append.
 * The session's metadata name the operation before the first, so that a retry after a crash continues it. */

interface Steps {
  client: PalimpsestClient
  newest(count: number): Promise<HistoryMessage[]>
  append(items: readonly AgentItem[], idempotencyKey: string): Promise<void>
}

/** The last replacement, in the metadata of the session. */
interface Operation {
  id: string
  digest: string
  /** First message to withdraw; null: none. */
  fromSeq: number | null
  isDone: boolean
}

export async function applyTransaction(
  { operationId, transaction }: HistoryTransaction,
  sessionId: string,
  steps: Steps,
): Promise<void> {
  if (operationId.trim() === '') throw new TypeError('operationId must not be empty.')
  const key = await sha256(`${sessionId} ${operationId}`)
  if (transaction.type === 'append_items') {
    if (transaction.items.length > 0) await steps.append(transaction.items, key)
    return
  }
  const { expectedSuffix, replacement } = transaction
  const digest = await sha256(JSON.stringify(transaction))
  const params = { path: { sessionId } }
  const { metadata } = await take(steps.client.api.GET('/v1/sessions/{sessionId}', { params }))
  const save = async (operation: Operation | null) => {
    const body = { metadata: { ...metadata, operation } }
    await take(steps.client.api.PATCH('/v1/sessions/{sessionId}', { params, body }))
  }
  let operation = metadata.operation as Operation | null | undefined
  if (operation?.id !== operationId) {
    operation = { id: operationId, digest, fromSeq: await startOf(expectedSuffix, steps), isDone: false }
    await save(operation)
  }
  if (operation.digest !== digest)
    throw new Error(`Operation ${operationId} was already applied with another transaction.`)
  if (operation.isDone) return
  const { fromSeq } = operation
  if (fromSeq !== null && !(await isWithdrawn(sessionId, fromSeq, steps))) {
    await steps.client.withdraw(sessionId, fromSeq).catch(async (error: unknown) => {
      if (error instanceof PalimpsestError) await save(null)
      throw error
    })
  }
  if (replacement.length > 0) await steps.append(replacement, key)
  await save({ ...operation, isDone: true })
}

/** Whether an earlier attempt withdrew the message. After its append, the daemon would refuse to withdraw it again. */
async function isWithdrawn(sessionId: string, seq: number, { client }: Steps): Promise<boolean> {
  for await (const { withdrawn } of client.history(sessionId, { from: seq, to: seq })) return withdrawn
  return false
}

/** Returns the number of the first message of the suffix; null if it is empty. Throws if the newest items differ. */
async function startOf(expected: readonly AgentItem[], { newest }: Steps): Promise<number | null> {
  if (expected.length === 0) return null
  const actual = await newest(expected.length)
  const items = actual.map(
    ({ message }) => (message as { metadata?: { item?: AgentItem } }).metadata?.item as AgentItem,
  )
  if (canonical(items) !== canonical(expected))
    throw new Error('The newest items are not those that the transaction expects.')
  return actual[0]?.seq ?? null
}

/** Returns JSON with sorted keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

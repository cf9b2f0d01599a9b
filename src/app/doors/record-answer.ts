import { PROVIDER_ID } from '../../domain/texts.js'
import type { Json } from '../../domain/message.js'
import { isObject } from '../../domain/json/json.js'
import { acceptMessages } from '../ingest/accept-messages.js'
import { appendMeasured, shareSample } from '../history/append-messages.js'
import { withdrawInside } from '../history/withdraw-messages.js'
import { readRaw } from '../shared/read-stored.js'
import { enqueueCompression } from '../compression/enqueue.js'
import { wakeForWarmUp } from '../warm-up/note-reader.js'
import type { DoorItem, DoorLink, DoorResponse, Ports, SessionTx } from '../../ports/ports.js'
import type { Format } from '../../domain/message.js'
import type { OpenedTurn } from './open-turn.js'

export interface AnswerInput {
  appId: string
  model: string
  turn: Pick<OpenedTurn, 'sessionId' | 'position'>
  /** Digest of the history that was answered. */
  digest: string
  format: Format
  /** Exact JSON text of each message of the answer. */
  messages: readonly string[]
  /** Returns the digest of the history after each of the messages. */
  digestsAfter(messages: readonly Json[]): string[]
  /** The stream ended before its own end mark. */
  isInterrupted: boolean
  /** Version of the context that was sent. */
  prefixVersion: number
  /** What a next request may name instead of sending its items; null: the client cannot, or asked to keep nothing. */
  response: Omit<DoorResponse, 'seq'> | null
  /** Tokens of the prompt: as the model counted them, and our base tokens of the same prompt; null: not reported. */
  usage: { promptTokens: number; ours: number } | null
}

/** Stores an answer and learns from its token counts. [T2] Returns false if the conversation went on without it: a
 * client may retry, and the first whole answer counts. */
export async function recordAnswer(ports: Ports, input: AnswerInput): Promise<boolean> {
  const { appId, model, turn, format, messages, usage } = input
  if (messages.length === 0) return false
  const values: Json[] = []
  for (const message of messages) values.push(await readRaw(message))
  const { measured, indexes } = await acceptMessages(ports, {
    format,
    raw: [...messages],
    values,
    validation: 'lenient',
    systemIsApp: true,
  })
  const digests = input.digestsAfter(values)
  const append = async (tx: SessionTx) => {
    if (!(await isOpen(tx, ports, input))) return null
    const appended = await appendMeasured(
      tx,
      ports,
      {
        ...{ appId, sessionId: turn.sessionId, format, raw: [], values: [] },
        ...(usage !== null && { usage }),
        ...(input.isInterrupted && { interrupted: true as const }),
      },
      measured,
    )
    const seqOf = (index: number) => appended.messages[indexes.findLastIndex((first) => first <= index)]!.seq
    await tx.insertLinks(
      digests.map((digest, index): DoorLink => {
        const kind = input.isInterrupted ? 'interrupted' : 'answer'
        return {
          position: turn.position + 1 + index,
          digest,
          seq: seqOf(index),
          kind,
          prefixVersion: input.prefixVersion,
        }
      }),
    )
    const seq = appended.messages.at(-1)!.seq
    if (input.response && !input.isInterrupted)
      await tx.insertResponse({ ...input.response, seq }, itemsOf(values, seqOf))
    return { ...appended, session: tx.session }
  }
  const reads = { door: { position: turn.position, withPrefix: false, model } }
  const stored = await ports.store.change(turn.sessionId, appId, append, reads)
  if (!stored) return false
  ports.quotas.changed(stored.session.appId)
  if (stored.sample) await shareSample(ports, stored.session, stored.sample)
  if (stored.pending) await enqueueCompression(ports, stored.pending)
  await wakeForWarmUp(ports, stored.session, stored.messages.at(-1)?.role)
  return true
}

/** Most ids of one answer that are kept. */
const MAX_ITEMS = 500

/** Returns the items of an answer that have an id. */
function itemsOf(values: readonly Json[], seqOf: (index: number) => number): DoorItem[] {
  const items = values.flatMap((value, index): DoorItem[] => {
    const id = isObject(value) ? value.id : undefined
    return typeof id === 'string' && PROVIDER_ID.test(id) ? [{ id, seq: seqOf(index) }] : []
  })
  return items.slice(-MAX_ITEMS)
}

/** Whether the answer is the first to the newest message. An interrupted one is withdrawn for a whole one. */
async function isOpen(tx: SessionTx, ports: Ports, { turn, digest, isInterrupted }: AnswerInput): Promise<boolean> {
  const [last, ...after] = await tx.linksFrom(turn.position)
  if (last?.position !== turn.position || last.digest !== digest) return false
  if (last.kind === 'refused') await tx.refuseLinks(false)
  const [earlier] = after
  if (!earlier) return true
  if (isInterrupted || after.some(({ kind }) => kind !== 'interrupted')) return false
  await withdrawInside(tx, ports, { appId: null, sessionId: turn.sessionId, fromSeq: earlier.seq })
  await tx.removeLinks(earlier.position)
  return true
}

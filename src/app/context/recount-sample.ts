import type { StoredMessage } from '../../domain/message.js'
import { countedTexts, fixedTokens, MESSAGE_OVERHEAD, NOTE_OVERHEAD } from '../../domain/tokens.js'
import type { Ports } from '../../ports/ports.js'
import { readStored } from '../shared/read-stored.js'

/** Sessions per round, those with the newest messages of the newest sessions. */
const SESSIONS = 10
/** Newest messages per session. */
const MESSAGES = 4
/** Longer messages, in bytes, are skipped: the second encoder takes a second for 1 MB. */
const LONGEST = 65_536

/** Counts a sample of stored messages again with a second encoder. Stored counts never change, so a wrong one would stay
 * wrong for the life of the session. A deviation is logged and emitted as an event of its session. [T1]
 * Returns the messages counted and the deviations found. */
export async function recountSample(
  ports: Pick<Ports, 'store' | 'tokenizer' | 'log'>,
): Promise<{ checked: number; deviating: number }> {
  const total = { checked: 0, deviating: 0 }
  for (const { id, lastSeq } of await ports.store.sessionPositions({ limit: SESSIONS })) {
    try {
      const { checked, deviations } = await recountSession(ports, id, lastSeq)
      total.checked += checked
      total.deviating += deviations.length
      if (deviations.length === 0) continue
      ports.log.warn({ sessionId: id, checked, deviations: deviations.length }, 'stored token counts deviate')
      await ports.store.change(id, null, async (tx) =>
        tx.emit({ type: 'count-deviation', data: { checked, deviations } }),
      )
    } catch (error) {
      ports.log.warn({ sessionId: id, err: error }, 'recount failed')
    }
  }
  return total
}

async function recountSession({ store, tokenizer }: Pick<Ports, 'store' | 'tokenizer'>, id: string, lastSeq: number) {
  const from = Math.max(1, lastSeq - MESSAGES + 1)
  const page = { from, to: lastSeq, limit: MESSAGES, longest: LONGEST }
  const messages = lastSeq === 0 ? [] : await store.history(id, page)
  const deviations: { seq: number; stored: number; recounted: number }[] = []
  for (const message of messages) {
    const recounted = await recountedTokens(tokenizer, message)
    if (recounted !== message.tokens) deviations.push({ seq: message.seq, stored: message.tokens, recounted })
  }
  return { checked: messages.length, deviations }
}

async function recountedTokens(tokenizer: Ports['tokenizer'], message: StoredMessage): Promise<number> {
  const { parts } = await readStored(message)
  const texts = parts.flatMap(countedTexts)
  const counts = await tokenizer.recount(texts, 'o200k_base')
  const overheads = parts.map((part, index) => {
    const shape = message.shape[index]
    return (
      fixedTokens(part) + (shape?.kind === 'tool_result' && (shape.late || shape.callSeq === null) ? NOTE_OVERHEAD : 0)
    )
  })
  return [...counts, ...overheads].reduce((sum, tokens) => sum + tokens, MESSAGE_OVERHEAD)
}

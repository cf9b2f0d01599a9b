import type { ContextEntry } from './context.js'
import { messageFormat, parseMessage, parseStored, renameCallIds } from '../formats/index.js'
import type { Format, StoredMessage } from '../message.js'
import { isBeside } from './pairing.js'
import { partKey } from './reduction.js'

/** Returns replacement ids for calls, results and placeholders of missing results. Keys are those of `partKey` and
 * `missingKey`. Real logs reuse call ids. The first use of an id keeps it. A replacement depends only on what precedes
 * it, so that appending changes no id already sent. [P5] [P12] */
export function ownCallIds(format: Format, context: readonly ContextEntry[]): Map<string, string> {
  const renamed = new Map<string, string>()
  const scope = messageFormat(format).uniqueCallIds
  if (scope === null) return renamed
  const used = new Set<string>()
  /** Calls of the newest message with calls that have no result yet. */
  let waiting: { callId: string; goesBy: string }[] = []
  const answer = (key: string, callId: string) => {
    const at = waiting.findIndex((call) => call.callId === callId)
    const [call] = at < 0 ? [] : waiting.splice(at, 1)
    if (call && call.goesBy !== callId) renamed.set(key, call.goesBy)
  }
  for (const entry of context) {
    if (entry.kind === 'missing-results') {
      for (const [at, { callId }] of entry.calls.entries()) answer(missingKey(entry.callSeq, at), callId)
      continue
    }
    if (entry.kind !== 'message') continue
    const { seq, shape } = entry.entry
    const calls = shape.flatMap((part, index) => (part.kind === 'tool_call' ? [{ callId: part.callId, index }] : []))
    if (calls.length > 0) {
      waiting = []
      if (scope === 'message') used.clear()
    }
    for (const { callId, index } of calls) {
      const goesBy = used.has(callId) ? unusedId(`${callId}_${seq}`, used) : callId
      used.add(goesBy)
      waiting.push({ callId, goesBy })
      if (goesBy !== callId) renamed.set(partKey(seq, index), goesBy)
    }
    for (const [index, part] of shape.entries()) if (isBeside(part)) answer(partKey(seq, index), part.callId)
  }
  return renamed
}

/** Returns the text of a message with its replacement ids. Every other byte stays as received. [C8] */
export function rawWithOwnIds(message: StoredMessage, ids: ReadonlyMap<string, string>): string {
  const own = new Map<number, string>()
  for (const index of message.shape.keys()) {
    const id = ids.get(partKey(message.seq, index))
    if (id !== undefined) own.set(index, id)
  }
  if (own.size === 0) return message.raw
  const value = parseStored(message.raw)
  const parsed = parseMessage(message.format, value, `message ${message.seq}`)
  return renameCallIds(message.raw, { value, parsed, ids: own })
}

export function missingKey(callSeq: number, at: number): string {
  return `${callSeq}/missing/${at}`
}

function unusedId(wanted: string, used: ReadonlySet<string>): string {
  let name = wanted
  for (let number = 2; used.has(name); number++) name = `${wanted}_${number}`
  return name
}

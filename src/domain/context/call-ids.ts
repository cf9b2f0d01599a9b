import type { ContextEntry } from './context.js'
import type { StoredMessage } from '../message.js'
import { isBeside } from './pairing.js'
import { partKey } from './reduction.js'

/** Returns replacement ids for calls, results and placeholders of missing results. Keys are those of `partKey` and
 * `missingKey`. Real logs reuse call ids, but Anthropic requires unique call ids in a request. The first use of an id
 * keeps it. Calls stored in Anthropic's format keep their ids, because those messages are sent unchanged. [P5] */
export function ownCallIds(
  context: readonly ContextEntry[],
  messages: ReadonlyMap<number, StoredMessage>,
): Map<string, string> {
  const renamed = new Map<string, string>()
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
    const asItCame = messages.get(seq)?.format === 'anthropic'
    const calls = shape.flatMap((part, index) => (part.kind === 'tool_call' ? [{ callId: part.callId, index }] : []))
    if (calls.length > 0) waiting = []
    for (const { callId, index } of calls) {
      const goesBy = asItCame || !used.has(callId) ? callId : unusedId(`${callId}_${seq}`, used)
      used.add(goesBy)
      waiting.push({ callId, goesBy })
      if (goesBy !== callId) renamed.set(partKey(seq, index), goesBy)
    }
    for (const [index, part] of shape.entries()) if (isBeside(part)) answer(partKey(seq, index), part.callId)
  }
  return renamed
}

export function missingKey(callSeq: number, at: number): string {
  return `${callSeq}/missing/${at}`
}

function unusedId(wanted: string, used: ReadonlySet<string>): string {
  let name = wanted
  for (let number = 2; used.has(name); number++) name = `${wanted}_${number}`
  return name
}

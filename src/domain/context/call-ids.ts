import type { ContextEntry } from './context.js'
import type { StoredMessage } from '../message.js'
import { isBeside } from './pairing.js'
import { partKey } from './reduction.js'

/** Real logs use an id for more than one call; Anthropic wants every call of a request to have its own. [P5]
 * Ids by which calls, results and stand-ins for missing results go instead: keys are those of `partKey`, and of `missingKey`. The first use of
 * an id keeps it. Messages that came in Anthropic's format go out as they came. */
export function ownCallIds(
  context: readonly ContextEntry[],
  messages: ReadonlyMap<number, StoredMessage>,
): Map<string, string> {
  const renamed = new Map<string, string>()
  const used = new Set<string>()
  /** Calls of the newest message that has any, still without a result. */
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
      const goesBy = asItCame || !used.has(callId) ? callId : free(`${callId}_${seq}`, used)
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

function free(wanted: string, used: ReadonlySet<string>): string {
  let name = wanted
  for (let number = 2; used.has(name); number++) name = `${wanted}_${number}`
  return name
}

import type { NewMessage, ParsedMessage, ViewEntry } from '../../domain/message.js'
import { reducedEntries } from '../../domain/context/reduced-entries.js'
import { mayNeedPass, planPass, type ReducedSession } from '../../domain/reductions/pass.js'
import { removePart } from '../../domain/reductions/reduce-part.js'
import type { Reduced } from '../../domain/reductions/report.js'
import type { Session } from '../../domain/session/session.js'
import { recount } from '../../domain/context/token-counts.js'
import { readPart, placeholdersFor } from './apply-reductions.js'
import type { Ports } from '../../ports/ports.js'
import { decideOnAppend } from './on-append.js'

/** The session fields that the rules read. No store is needed. */
export type Conversation = ReducedSession & Pick<Session, 'preset'>

/** Returns the handle of a part that is not stored: the indexes of its message and of the part, both from 0. */
const idFor = (seq: number, part: number) => `part_${seq - 1}_${part}`
/** Nothing is stored, so no tool reads it back. */
const NAMING = { cutId: null, idFor, reader: null }

/** Applies all deterministic rules to a complete conversation: first those for new results, then one pass. [D1]–[D6]
 * @param parsed the parsed messages, in the same order */
export async function reduceConversation(
  ports: Pick<Ports, 'tokenizer' | 'clock'>,
  conversation: Conversation,
  messages: readonly NewMessage[],
  parsed: readonly ParsedMessage[],
): Promise<Reduced> {
  const rawEntries = messages.map((message): ViewEntry => ({ ...message, state: 'raw', viewTokens: message.tokens }))
  const reductions = await decideOnAppend(ports, conversation, messages, parsed, NAMING)
  const entries = reducedEntries(rawEntries, reductions)
  const counted = { ...conversation, tokenCounts: recount(conversation, entries, []) }
  const pass = mayNeedPass(counted) ? planPass(counted, entries, reductions) : null
  if (!pass) return { entries, reductions, removed: [], tokenCounts: counted.tokenCounts }
  const read = (seq: number, part: number) => readPart({ message: messages[seq - 1]!, parsed: parsed[seq - 1]! }, part)
  const later = pass.eviction.parts.map((part) =>
    removePart('watermark', part, { id: idFor(part.seq, part.part), cutId: null }),
  )
  for (const { kind, candidates } of pass.steps)
    later.push(...(await placeholdersFor(ports, kind, candidates, read, NAMING)))
  const whole = new Set(pass.eviction.seqs)
  const rest = entries.filter(({ seq }) => !whole.has(seq))
  const kept = reducedEntries(rest, later)
  return {
    entries: kept,
    reductions: [...reductions, ...later],
    removed: entries.filter(({ seq }) => whole.has(seq)),
    tokenCounts: recount(conversation, kept, []),
  }
}

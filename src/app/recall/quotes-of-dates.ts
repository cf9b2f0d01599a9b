import type { Chosen } from '../../domain/recall/choose.js'
import type { FoundPassage, Ports } from '../../ports/ports.js'
import { readStored } from '../shared/read-stored.js'
import type { SeqSpan } from './dated-messages.js'

/** Messages that are read of the dates that a question names, evenly spread over them. */
const READ = 60
/** Characters that are read of each. */
const MAX_CHARS = 2_000

/** Returns what was said at the dates, for a question that names nothing else: “what did we talk about yesterday?” First what the
 * person said, the newest first. [M2] */
export async function quotesOfDates(
  { store }: Pick<Ports, 'store'>,
  sessionId: string,
  spans: readonly SeqSpan[],
): Promise<Chosen<FoundPassage>[]> {
  const all = spans.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at))
  const step = Math.max(1, all.length / READ)
  const seqs = [...new Set(Array.from({ length: Math.min(READ, all.length) }, (_, at) => all[Math.floor(at * step)]!))]
  const messages = await store.outlines(sessionId, { seqs: seqs.sort((a, b) => a - b), limit: seqs.length })
  const human = messages.filter(({ role, origin }) => role === 'user' && origin === 'human')
  const others = messages.filter(({ role }) => role === 'assistant')
  const chosen: Chosen<FoundPassage>[] = []
  for (const message of [...human.toReversed(), ...others.toReversed()]) {
    const { parts } = await readStored(message)
    const part = parts.findIndex((one) => one.type === 'text' && one.text.trim() !== '')
    const first = parts[part]
    if (first?.type !== 'text') continue
    const text = first.text.slice(0, MAX_CHARS)
    const passage = { sessionId, seq: message.seq, part, start: 0, text, isJson: false, name: null }
    chosen.push({ passage, matches: [], score: 1, coverage: 1, beside: null })
  }
  return chosen
}

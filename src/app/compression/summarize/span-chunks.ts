import type { CheckpointLine } from '../../../domain/checkpoint/checkpoint.js'
import type { TurnFacts } from '../../../domain/digest/turns.js'
import type { Goal } from '../../../domain/goal/goal.js'
import { withoutRecorded } from '../../../domain/goal/without-recorded.js'
import type { StoredMessage } from '../../../domain/message.js'
import { chunkSource, type ChunkLimits } from '../../../domain/source/chunks.js'
import type { SourceMessage } from '../../../domain/source/types.js'
import { REDUCED_CHARS, readSpan, type ReadLess } from '../../shared/read-span.js'

/** Characters to try for reduced parts, widest first. The transcript shows at most about 2,300 of any result. */
const WIDER_REDUCED_CHARS = [2_400, 1_000]
/** Splits the span into chunks. Reduced parts are read as far as the window allows without a further call. [V2] */
export async function chunksOf(
  span: ReadLess & { messages: readonly StoredMessage[] },
  goals: readonly Goal[],
  freeTokens: ChunkLimits,
): Promise<SourceMessage[][]> {
  const read = async (reducedChars: number) =>
    chunkSource(withoutRecorded(await readSpan(span.messages, { ...span, reducedChars }), goals), freeTokens)
  const shortest = await read(REDUCED_CHARS)
  if (!span.reduced?.size) return shortest
  for (const chars of WIDER_REDUCED_CHARS) {
    const chunks = await read(chars)
    if (chunks.length <= shortest.length) return chunks
  }
  return shortest
}

/** Earlier notes shown to the model: the newest ones, in characters. */
const PREVIOUS_CHARS = 1_600
/** Characters of the last request shown to the model. */
const REQUEST_CHARS = 800

/** Returns the request that a chunk serves, and what is noted already, so that the model does not repeat it. [V3] */
export function surroundingsOf(
  chunk: readonly SourceMessage[],
  { turnOf, requests }: TurnFacts,
  written: readonly CheckpointLine[],
): { request?: string; previous?: string } {
  const turn = turnOf.get(chunk.at(-1)?.seq ?? 0)
  const request = turn === undefined ? undefined : requests.get(turn)?.text.slice(0, REQUEST_CHARS)
  const notes = written.map(({ text }) => text)
  // The newest notes, whole lines only.
  while (notes.join('\n').length > PREVIOUS_CHARS) notes.shift()
  return { ...(request ? { request } : {}), ...(notes.length > 0 ? { previous: notes.join('\n') } : {}) }
}

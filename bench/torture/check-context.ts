import type { Format, Json } from '../../src/domain/message.js'
import { pairProblems } from '../../testing/validity.js'
import type { Client } from './client.js'
import type { Tally } from './tally.js'

interface Context {
  tokens: number
  messages: Json[]
  contextStatus: { limit: number; reserve: number; used: number }
}

/** Reads a context as a model would receive it and checks that it fits and that its pairs are complete. [P3] [P5] */
export async function checkContext(client: Client, sessionId: string, format: Format, tally: Tally): Promise<void> {
  const { value } = await client.read<Context>(`/v1/sessions/${sessionId}/context?format=${format}`)
  const { limit, reserve } = value.contextStatus
  tally.contexts += 1
  if (value.tokens > limit - reserve) {
    tally.overLimit += 1
    tally.violate(
      `[P3] ${sessionId}: returned a context of ${value.tokens} tokens; at most ${limit - reserve} are available`,
    )
  }
  const problems = pairProblems(format, value.messages)
  if (problems.length === 0) return
  tally.brokenPairs += 1
  tally.violate(`[P5] ${sessionId} as ${format}: ${problems.slice(0, 3).join('; ')}`)
}

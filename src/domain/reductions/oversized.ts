/** Selects human messages that cannot fit whole, for `policy.oversized: "offload"`. [D8] */
import { isHuman } from '../compression/compression-plan.js'
import { protectedTokens, minRestTokens } from '../context/protected.js'
import { partKey } from '../context/part-key.js'
import type { ViewEntry } from '../message.js'
import { baseLimit, fitLimit } from '../session/model-tokens.js'
import type { Session } from '../session/session.js'
import type { Candidate, Placeholders } from './candidates.js'
import { MAX_REFERENCE_TOKENS } from './placeholders.js'

/** Share of the limit that head and tail of one message take. */
const EXCERPT_SHARE = 0.1

/** Returns the text parts of human messages that are larger than everything the window can leave for them. */
export function oversizedCandidates(
  session: Parameters<typeof protectedTokens>[0] & Pick<Session, 'limit' | 'reserve' | 'scale'>,
  entries: readonly ViewEntry[],
  placeholders: Placeholders,
): Candidate[] {
  if (session.policy.oversized !== 'offload') return []
  const human = entries.filter((entry) => isHuman(entry) && !entry.pinned)
  const freeTokens = fitLimit(session) - protectedTokens(session, entries) - minRestTokens(session)
  return human
    .filter(({ viewTokens }) => viewTokens > freeTokens)
    .flatMap(({ seq, shape }) => {
      const long = [...shape.entries()].filter(
        ([part, { kind, tokens }]) =>
          kind === 'text' && tokens > MAX_REFERENCE_TOKENS && !placeholders.has(partKey(seq, part)),
      )
      const maxTokens = Math.floor(Math.min(EXCERPT_SHARE * baseLimit(session), Math.max(0, freeTokens)) / long.length)
      return long.map(([part, { tokens }]): Candidate => {
        return { seq, part, toolName: '', tokens, originalTokens: tokens, overhead: 0, maxTokens }
      })
    })
}

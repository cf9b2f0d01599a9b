/** Selects human messages that cannot fit whole, for `policy.oversized: "offload"`. [D8] */
import { isHuman, type ViewEntry } from '../message.js'
import { protectedTokens, minRestTokens } from './protected.js'
import { partKey } from '../context/part-key.js'
import { usedTokens } from '../session/budget.js'
import { baseLimit, fitLimit } from '../session/model-tokens.js'
import type { Session } from '../session/session.js'
import type { Candidate, Placeholders } from './candidates.js'
import { MAX_REFERENCE_TOKENS } from './placeholders.js'

/** Share of what the other content leaves of the window that head and tail take. What remains is for the next messages. */
const USED_SHARE = 0.85
/** Share of the limit that head and tail get at least, when the message comes and when later messages need their tokens. */
const MIN_SHARES = { first: 0.25, later: 0.1 }
/** Shrinks in large steps: each changes the beginning of the context. [P12] */
const LATER_SHARE = 0.5

type Shown = Parameters<typeof protectedTokens>[0] & Pick<Session, 'limit' | 'reserve' | 'scale'>

/** Returns the text parts of human messages that are larger than everything the window can leave for them, and those whose
 * head and tail may become shorter because later messages need tokens. Call it for a context that does not fit. */
export function oversizedCandidates(
  session: Shown,
  entries: readonly ViewEntry[],
  placeholders: Placeholders,
): Candidate[] {
  if (session.policy.oversized !== 'offload') return []
  const human = entries.filter((entry) => isHuman(entry) && !entry.pinned)
  const freeTokens = Math.max(0, fitLimit(session) - protectedTokens(session, entries) - minRestTokens(session))
  return human.flatMap((entry) => {
    const parts = longParts(entry, placeholders)
    const isWhole = parts.every(({ isShown }) => !isShown)
    if (isWhole && entry.viewTokens <= freeTokens) return []
    const share = isWhole ? firstShare(session, parts) : laterShare(session, parts)
    const maxTokens = Math.floor(Math.min(share, freeTokens) / parts.length)
    return parts.flatMap(({ part, tokens, originalTokens }): Candidate[] => {
      if (tokens <= maxTokens) return []
      return [{ seq: entry.seq, part, toolName: '', tokens, originalTokens, overhead: 0, maxTokens }]
    })
  })
}

interface LongPart {
  part: number
  /** Tokens in the context now, and as received. */
  tokens: number
  originalTokens: number
  /** Head and tail are shown already. */
  isShown: boolean
}

function longParts({ seq, shape }: ViewEntry, placeholders: Placeholders): LongPart[] {
  return [...shape.entries()].flatMap(([part, { kind, tokens: originalTokens }]) => {
    const before = placeholders.get(partKey(seq, part))
    const tokens = before?.tokensAfter ?? originalTokens
    const isLong = kind === 'text' && tokens > MAX_REFERENCE_TOKENS && (!before || before.kind === 'excerpt')
    return isLong ? [{ part, tokens, originalTokens, isShown: before !== undefined }] : []
  })
}

function sumOf(parts: readonly LongPart[]): number {
  return parts.reduce((sum, { tokens }) => sum + tokens, 0)
}

/** Returns the tokens of all long parts of a message that does not fit whole. */
function firstShare(session: Shown, parts: readonly LongPart[]): number {
  const left = fitLimit(session) - (usedTokens(session.tokenCounts) - sumOf(parts))
  return Math.max(MIN_SHARES.first * baseLimit(session), USED_SHARE * left)
}

function laterShare(session: Shown, parts: readonly LongPart[]): number {
  return Math.max(MIN_SHARES.later * baseLimit(session), LATER_SHARE * sumOf(parts))
}

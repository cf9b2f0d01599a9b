import { defaultReserve, LIMIT_SHARE, limitFor, parseContextSize } from './budget.js'
import { DomainError } from '../errors.js'
import { describeFitLimit, fitLimit, modelTokens, policyScale } from './model-tokens.js'
import { TIERS, type Session } from './session.js'

/** Computes a session's limit and reserve from the app's request and the model's real window, in tokens. [S1]–[S4] */

/** Smaller windows cannot hold a system prompt and one reply. */
export const MIN_CONTEXT_TOKENS = 512
/** Larger than the window of any known model. Bounds the memory a session may request. */
export const MAX_CONTEXT_TOKENS = 4_000_000
/** Used if the app requests no size: the middle tier. */
const DEFAULT_CONTEXT_SIZE = '16K'
/** Tokens that must stay free for a conversation, at a limit of 13,600. [S5] */
const MIN_CONVERSATION_TOKENS = 200

export interface SizeRequest {
  contextSize?: string | number
  contextLimit?: number
  reserve?: number
  /** Use the model's real window instead of rejecting a larger request. */
  clamp?: boolean
}

export interface SessionSize {
  contextSize: string | number | null
  limit: number
  reserve: number
  tier: string
}

/** Returns the size of a session. Throws invalid_request for an invalid size, window_exceeded if the request is larger
 * than the model's window.
 * @param windowTokens the model's real window; null if unknown, and then no request exceeds it */
export function sizeSession(request: SizeRequest, windowTokens: number | null): SessionSize {
  const { contextSize, limit } =
    request.contextLimit === undefined
      ? fromSize(request, windowTokens)
      : fromLimit(request.contextLimit, request, windowTokens)
  const reserve = request.reserve ?? defaultReserve(limit)
  if (reserve > limit / 2)
    throw fault('reserve', `at most half of the limit (${Math.floor(limit / 2)} tokens)`, String(reserve))
  const windowSize = contextSize === null ? Math.ceil(limit / LIMIT_SHARE) : tokensOf(contextSize)
  const tier = TIERS.find((candidate) => windowSize <= candidate.upTo) ?? TIERS[TIERS.length - 1]!
  return { contextSize, limit, reserve, tier: tier.name }
}

/** Throws system_prompt_exceeds_window if the fixed parts leave too few tokens for a conversation.
 * @param fixedTokens base tokens of system prompt and tools
 * @param otherTokens base tokens of other content that must stay in the context */
export function requireFreeTokens(
  size: Pick<Session, 'limit' | 'reserve' | 'scale'>,
  fixedTokens: number,
  otherTokens = 0,
): void {
  const freeTokens = fitLimit(size) - Math.ceil(MIN_CONVERSATION_TOKENS * policyScale(size)) - otherTokens
  if (fixedTokens <= freeTokens) return
  const tokens = modelTokens(size, fixedTokens)
  const allowed = modelTokens(size, Math.max(0, freeTokens))
  throw new DomainError(
    'system_prompt_exceeds_window',
    `System prompt and tools take ${tokens} tokens; at most ${allowed} are allowed, so that a conversation fits ` +
      `beside them in ${describeFitLimit(size)}. Use a larger window or fewer tools.`,
    { tokens, allowed, limit: size.limit, reserve: size.reserve },
  )
}

function fromSize(request: SizeRequest, windowTokens: number | null): { contextSize: string | number; limit: number } {
  const asked = request.contextSize
  const size = asked ?? DEFAULT_CONTEXT_SIZE
  const tokens = tokensOf(size)
  if (windowTokens === null || tokens <= windowTokens) return { contextSize: size, limit: limitFor(tokens) }
  // The app did not request the default size, so a smaller window is no reason to reject the session.
  if (request.clamp || asked === undefined) return { contextSize: windowTokens, limit: limitFor(windowTokens) }
  throw windowExceeded(tokens, windowTokens)
}

function fromLimit(
  limit: number,
  request: SizeRequest,
  windowTokens: number | null,
): { contextSize: null; limit: number } {
  if (request.contextSize !== undefined) throw fault('contextLimit', 'either contextSize or contextLimit', 'both')
  requireInRange('contextLimit', limit)
  if (windowTokens === null || limit <= windowTokens) return { contextSize: null, limit }
  if (request.clamp) return { contextSize: null, limit: windowTokens }
  throw windowExceeded(limit, windowTokens)
}

function tokensOf(size: string | number): number {
  const tokens = parseContextSize(size)
  if (tokens === null)
    throw fault('contextSize', 'a label such as "16K" or "1M", or a whole number of tokens', JSON.stringify(size))
  requireInRange('contextSize', tokens)
  return tokens
}

function requireInRange(path: string, tokens: number): void {
  if (tokens >= MIN_CONTEXT_TOKENS && tokens <= MAX_CONTEXT_TOKENS) return
  throw fault(path, `${MIN_CONTEXT_TOKENS} to ${MAX_CONTEXT_TOKENS} tokens`, String(tokens))
}

function windowExceeded(askedTokens: number, windowTokens: number): DomainError {
  return new DomainError(
    'window_exceeded',
    `The session requests ${askedTokens} tokens; the model's window is ${windowTokens}. Request fewer, or pass clamp: true (--clamp).`,
    { askedTokens, windowTokens },
  )
}

function fault(path: string, expected: string, received: string): DomainError {
  return new DomainError('invalid_request', `${path}: expected ${expected}, received ${received}.`, {}, [
    { path, expected, received },
  ])
}

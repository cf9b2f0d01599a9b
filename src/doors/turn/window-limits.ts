import { invalidRequest } from '../../domain/errors.js'
import { isDigits } from '../../domain/texts.js'
import { recentEntries } from '../../app/shared/recent.js'
import { parseContextSize } from '../../domain/session/budget.js'
import { MAX_CONTEXT_TOKENS, MIN_CONTEXT_TOKENS } from '../../domain/session/session-size.js'
import { hostedWindow } from '../../domain/doors/hosted-windows.js'
import type { ModelWindow } from '../../ports/ports.js'
import type { RequestFacts } from '../protocol.js'

const KEPT = 1_000

/** Windows that upstreams turned out to have, by upstream and model. */
export class WindowLimits {
  private readonly lowered = recentEntries<number>(KEPT)

  lower(upstream: string, model: string, tokens: number): void {
    const known = this.lowered.get(`${upstream} ${model}`) ?? Infinity
    this.lowered.set(`${upstream} ${model}`, Math.max(MIN_CONTEXT_TOKENS, Math.min(known, tokens)))
  }

  of(upstream: string, model: string): number {
    return this.lowered.get(`${upstream} ${model}`) ?? Infinity
  }
}

/** Returns the window of a new session in tokens, by rank: what the client asks for, what the model has, the default. A
 * local model that a request can load with any window gets no more than the default without asking, because a larger one
 * takes memory that it may not have.
 * @param header value of `X-Context-Size`
 * @param probed window of the model, by its server; null: unknown */
export function windowOf(
  header: string | null,
  { window, model }: Pick<RequestFacts, 'window' | 'model'>,
  probed: ModelWindow | null,
  fallback: number,
): number {
  if (header !== null) return windowHeader(header)
  if (window !== null) return withinBounds(window)
  if (probed !== null) return probed.isFixed ? withinBounds(probed.tokens) : Math.min(probed.tokens, fallback)
  return hostedWindow(model) ?? fallback
}

function withinBounds(tokens: number): number {
  return Math.min(MAX_CONTEXT_TOKENS, Math.max(MIN_CONTEXT_TOKENS, tokens))
}

/** Reads `X-Context-Size`. Throws invalid_request. */
export function windowHeader(header: string): number {
  const tokens = parseContextSize(isDigits(header) ? Number(header) : header)
  if (tokens !== null && tokens >= MIN_CONTEXT_TOKENS && tokens <= MAX_CONTEXT_TOKENS) return tokens
  throw invalidRequest(
    'X-Context-Size',
    `a label such as 16K, or ${MIN_CONTEXT_TOKENS} to ${MAX_CONTEXT_TOKENS} tokens`,
    JSON.stringify(header.slice(0, 40)),
  )
}

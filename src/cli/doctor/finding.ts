/** One thing looked at. `weaker`: the daemon works without it, but does less. */
export interface Finding {
  state: 'ok' | 'degraded' | 'missing'
  what: string
  /** What to do about it; null when nothing is wrong. */
  advice: string | null
}

export const CHECK_TIMEOUT_MS = 3_000

export const ok = (what: string): Finding => ({ state: 'ok', what, advice: null })
export const degraded = (what: string, advice: string): Finding => ({ state: 'degraded', what, advice })
export const missing = (what: string, advice: string): Finding => ({ state: 'missing', what, advice })

/** The innermost message: Node wraps refused connections in several layers. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message
}

/** The reason without the password of the URL that was tried: drivers quote parts of it. */
export function reasonAt(url: string, error: unknown): string {
  const { password, searchParams } = new URL(url)
  const secrets = [password, decoded(password), searchParams.get('password') ?? ''].filter((secret) => secret !== '')
  return secrets.reduce((text, secret) => text.replaceAll(secret, '***'), reasonOf(error))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Result of one check. `degraded`: the daemon works with reduced function. */
export interface Finding {
  state: 'ok' | 'degraded' | 'missing'
  what: string
  /** Remedy; null if the check passed. */
  advice: string | null
}

export const CHECK_TIMEOUT_MS = 3_000

export const ok = (what: string): Finding => ({ state: 'ok', what, advice: null })
export const degraded = (what: string, advice: string): Finding => ({ state: 'degraded', what, advice })
export const missing = (what: string, advice: string): Finding => ({ state: 'missing', what, advice })

/** Returns the innermost error message: Node wraps refused connections in several layers. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message
}

/** Returns the error message without the password of the URL: drivers quote parts of the URL. */
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

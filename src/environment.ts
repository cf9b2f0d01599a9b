import { withoutEndSlashes } from './domain/addresses.js'
import { isDigits, isNumeral, hasBlank, hasControl } from './domain/texts.js'
import type { Fault } from './domain/errors.js'
import { parseContextSize } from './domain/session/budget.js'
import { MAX_CONTEXT_TOKENS, MIN_CONTEXT_TOKENS } from './domain/session/session-size.js'

/**
 * Reads variables one at a time and collects their faults, so that the caller can report all faults at once.
 * An empty variable counts as unset, because docker-compose passes unset variables as empty strings.
 */
export class EnvironmentReader {
  readonly faults: Fault[] = []

  constructor(private readonly env: Readonly<Record<string, string | undefined>>) {}

  fault(path: string, expected: string, received: string): void {
    this.faults.push({ path, expected, received })
  }

  has(name: string): boolean {
    return this.text(name) !== null
  }

  text(name: string): string | null {
    const value = this.env[name]?.trim()
    return value === undefined || value === '' ? null : value
  }

  /** Reads a secret. A fault reports its length, never its value. */
  secret(name: string, minLength: number): string | null {
    const value = this.text(name)
    if (value === null) return null
    if (value.length >= minLength && !hasBlank(value) && !hasControl(value)) return value
    this.fault(
      name,
      `at least ${minLength} characters without whitespace or control characters`,
      `${value.length} characters (not shown)`,
    )
    return null
  }

  oneOf<const T extends string>(name: string, choices: readonly T[], fallback: T): T {
    const value = this.text(name)
    if (value === null) return fallback
    const choice = choices.find((c) => c === value.toLowerCase())
    if (choice === undefined) this.fault(name, choices.join(', '), JSON.stringify(value))
    return choice ?? fallback
  }

  integer(name: string, min: number, max: number, fallback: number): number {
    const value = this.text(name)
    if (value === null) return fallback
    const number = isNumeral(value) ? Number(value) : NaN
    if (number >= min && number <= max) return number
    this.fault(name, `a whole number from ${min} to ${max}`, JSON.stringify(value))
    return fallback
  }

  /**
   * Returns the URL as given if it parses and has one of the schemes.
   * `secret`: the URL may contain a password, so faults do not show it.
   * `bare`: the URL must not contain a user name or password. The text says where they belong.
   */
  url(
    name: string,
    schemes: readonly string[],
    { secret = false, bare }: { secret?: boolean; bare?: string } = {},
  ): string | null {
    const value = this.text(name)
    if (value === null) return null
    const parsed = parseUrl(value)
    if (!parsed || !schemes.includes(parsed.protocol)) {
      this.fault(
        name,
        `a URL that starts with ${schemes.map((s) => `${s}//`).join(' or ')}`,
        secret ? notShown(value) : shown(value),
      )
      return null
    }
    if (bare !== undefined && (parsed.username !== '' || parsed.password !== '')) {
      this.fault(name, `a URL without user name and password (${bare})`, notShown(value))
      return null
    }
    return value
  }

  /**
   * Accepts the forms Ollama accepts: no scheme, no port, and 0.0.0.0, an address to listen on that becomes 127.0.0.1.
   * Moves the user name and password from the URL to the value of an Authorization header.
   */
  ollamaHost(name: string): { url: string; authorization: string | null } {
    const value = this.text(name) ?? '127.0.0.1:11434'
    const withScheme = /^[a-z]+:\/\//i.test(value) ? value : `http://${value}`
    const url = parseUrl(withScheme)
    const authorization = url && basicAuthorization(url)
    if (!url || authorization === undefined || !['http:', 'https:'].includes(url.protocol)) {
      this.fault(name, 'a host, host:port or http(s) URL', shown(value))
      return { url: 'http://127.0.0.1:11434', authorization: null }
    }
    url.username = ''
    url.password = ''
    if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1'
    const explicitPort = /^[a-z]+:\/\/(?:[^/]*@)?[^/@]*:\d+(?:\/|$)/i.test(withScheme)
    if (!explicitPort && url.protocol === 'http:') url.port = '11434'
    return { url: withoutEndSlashes(url.href), authorization }
  }

  /** Parses `https://a.example, http://b.example:3000` or `*`. */
  origins(name: string): string[] {
    const value = this.text(name)
    if (value === null) return []
    const origins = value.split(',').map((o) => o.trim())
    const wrong = origins.filter((o) => o !== '*' && parseUrl(o)?.origin !== o)
    if (wrong.length > 0)
      this.fault(
        name,
        'origins such as https://app.example, separated by commas, or *',
        JSON.stringify(wrong.join(', ')),
      )
    return origins
  }

  /** Parses a window such as `32K`, `1M` or 8192. Returns tokens. */
  contextSize(name: string, fallback: string): number {
    const value = this.text(name) ?? fallback
    const tokens = parseContextSize(isDigits(value) ? Number(value) : value)
    if (tokens !== null && tokens >= MIN_CONTEXT_TOKENS && tokens <= MAX_CONTEXT_TOKENS) return tokens
    this.fault(
      name,
      `a window of ${MIN_CONTEXT_TOKENS} to ${MAX_CONTEXT_TOKENS} tokens, such as 32K`,
      JSON.stringify(value),
    )
    return MIN_CONTEXT_TOKENS
  }

  /** Parses `120/min`, `10/s`, `5000/h`. */
  rate(name: string): { requests: number; perMs: number } | null {
    const value = this.text(name)
    if (value === null) return null
    const match = /^(\d{1,7})\s*\/\s*(s|sec|min|m|h|hour)$/i.exec(value)
    const requests = Number(match?.[1] ?? 0)
    if (requests > 0 && match?.[2]) return { requests, perMs: UNIT_MS[match[2][0]!.toLowerCase()]! }
    this.fault(name, 'a number per period, such as 120/min, 10/s or 5000/h', JSON.stringify(value))
    return null
  }
}

const UNIT_MS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000 }

/** Quotes a rejected value, unless it may contain a password. */
function shown(value: string): string {
  return value.includes('@') ? notShown(value) : JSON.stringify(value)
}

function notShown(value: string): string {
  return `another value (${value.length} characters, not shown)`
}

/** Returns null if the URL has no credentials, and undefined if they are not valid percent-encoded text. */
function basicAuthorization({ username, password }: URL): string | null | undefined {
  if (username === '' && password === '') return null
  try {
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
    return `Basic ${Buffer.from(credentials, 'utf8').toString('base64')}`
  } catch {
    return undefined
  }
}

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}

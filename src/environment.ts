import type { Fault } from './domain/errors.js'

/** Reads variables one at a time and collects what is wrong with them, so that all faults can be told at once.
 * A variable that is empty counts as unset: that is how docker-compose hands on what its host does not set. */
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

  /** A value that is never repeated in a fault. */
  secret(name: string, minLength: number): string | null {
    const value = this.text(name)
    if (value === null) return null
    if (value.length >= minLength && !/[\s\p{Cc}]/u.test(value)) return value
    this.fault(name, `at least ${minLength} characters without blanks`, `${value.length} characters (not shown)`)
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
    const number = /^\d{1,9}$/.test(value) ? Number(value) : NaN
    if (number >= min && number <= max) return number
    this.fault(name, `a whole number from ${min} to ${max}`, JSON.stringify(value))
    return fallback
  }

  /** The URL as given, if it parses and has one of the schemes. `secret`: it may hold a password and is not shown. */
  url(name: string, schemes: readonly string[], { secret = false } = {}): string | null {
    const value = this.text(name)
    if (value === null) return null
    const parsed = parseUrl(value)
    if (parsed && schemes.includes(parsed.protocol)) return value
    const received = secret ? `something else (${value.length} characters, not shown)` : JSON.stringify(value)
    this.fault(name, `a URL that starts with ${schemes.map((s) => `${s}//`).join(' or ')}`, received)
    return null
  }

  /** Ollama's own habits are accepted: no scheme, no port, and 0.0.0.0 (where a server listens, not where one connects). */
  ollamaHost(name: string): string {
    const value = this.text(name) ?? '127.0.0.1:11434'
    const withScheme = /^[a-z]+:\/\//i.test(value) ? value : `http://${value}`
    const url = parseUrl(withScheme)
    if (!url || !['http:', 'https:'].includes(url.protocol)) {
      this.fault(name, 'a host, host:port or http(s) URL', JSON.stringify(value))
      return 'http://127.0.0.1:11434'
    }
    if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1'
    const explicitPort = /^[a-z]+:\/\/[^/]*:\d+/i.test(withScheme)
    if (!explicitPort && url.protocol === 'http:') url.port = '11434'
    return url.href.replace(/\/+$/, '')
  }

  /** `https://a.example, http://b.example:3000` or `*`. */
  origins(name: string): string[] {
    const value = this.text(name)
    if (value === null) return []
    const origins = value.split(',').map((o) => o.trim())
    const wrong = origins.filter((o) => o !== '*' && parseUrl(o)?.origin !== o)
    if (wrong.length > 0)
      this.fault(name, 'origins such as https://app.example, separated by commas, or *', JSON.stringify(wrong.join(', ')))
    return origins
  }

  /** `120/min`, `10/s`, `5000/h`. */
  rate(name: string): { requests: number; perMs: number } | null {
    const value = this.text(name)
    if (value === null) return null
    const match = /^(\d{1,7})\s*\/\s*(s|sec|min|m|h|hour)$/i.exec(value)
    const requests = Number(match?.[1] ?? 0)
    if (requests > 0 && match?.[2]) return { requests, perMs: UNIT_MS[match[2][0]!.toLowerCase()]! }
    this.fault(name, 'a number a span of time, such as 120/min, 10/s or 5000/h', JSON.stringify(value))
    return null
  }
}

const UNIT_MS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000 }

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}

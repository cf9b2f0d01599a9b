import { isLoopback, withoutEndSlashes } from './domain/addresses.js'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Fault } from './domain/errors.js'
import { EnvironmentReader } from './environment.js'
import type { OidcConfig } from './oidc/settings.js'
import { readOidc } from './read-oidc.js'
import { withSecretFiles } from './secret-files.js'

/**
 * Parses the environment into typed unions, which cannot represent invalid combinations. [14]
 * Only this file knows the names of the environment variables.
 */

export type Role = 'all' | 'api' | 'worker'
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Another provider's API that a door forwards to. */
export interface Upstream {
  url: string
  /** Key sent upstream; null to forward the caller's own key. */
  key: string | null
}

export interface OllamaAddress {
  /** URL without user name and password. */
  url: string
  /** Authorization header for the server, built from the credentials in OLLAMA_HOST; null if it has none. */
  authorization: string | null
}

export interface OpenaiAddress {
  /** Base URL of an OpenAI-compatible API. */
  url: string
  key: string | null
  /** Window of its models in tokens; null: as the server reports it. */
  windowTokens: number | null
}

export interface Config {
  role: Role
  listen: { host: string; port: number }
  /** Folder that contains the embedded database and the admin key. */
  dataDir: string
  store: { kind: 'embedded'; dataDir: string } | { kind: 'postgres'; url: string }
  queue: { kind: 'postgres' } | { kind: 'redis'; url: string }
  /** Server that the doors forward to. */
  ollama: OllamaAddress
  /** The model that writes summaries. */
  model: {
    /** Its server. A provider is one more kind. */
    server: ({ kind: 'ollama' } & OllamaAddress) | ({ kind: 'openai' } & OpenaiAddress)
    /** Model that writes summaries; null to use the session's own model. */
    summaryModel: string | null
    /** Model that embeds texts for the drift check; null to compare words instead. */
    embedModel: string | null
    /** Maximum concurrent model calls. Should equal the server's parallel slots. */
    concurrency: number
    /** Time limit of one call, in ms. */
    timeoutMs: number
  }
  /** Where operators are notified; null: nowhere. */
  alerts: { url: string; key: string | null; allowsPrivate: boolean } | null
  /** Maximum milliseconds that a context waits for what to recall. */
  recallMs: number
  /** Days for which the audit log keeps an entry. */
  auditLogDays: number
  openai: Upstream | null
  anthropic: Upstream | null
  doors: {
    /** Window of a hosted or unknown model, and the most a local model gets without asking, in tokens. */
    windowTokens: number
    /** App of programs on this machine that use a door without a key of ours; null: they need one. */
    loopbackApp: string | null
  }
  /** `off` is allowed on loopback addresses only. */
  auth: 'on' | 'off'
  /** Issuer of tokens beside the keys; null: none. */
  oidc: OidcConfig | null
  /** Configured admin key; null to use the key stored in `dataDir`, which the first start creates. */
  adminKey: string | null
  logLevel: LogLevel
  /** Writes a log line for each request. */
  accessLog: boolean
  /** Browser origins allowed by CORS; `*` alone allows any. */
  corsOrigins: string[]
  /** Requests allowed per key and period; null for no limit. */
  rateLimit: { requests: number; perMs: number } | null
  maxBodyBytes: number
  metrics: {
    /** Key that reads `/metrics`; null: only an admin key does. */
    token: string | null
    /** Port of `/metrics` in a worker, which has no other server; null: none. */
    workerPort: number | null
  }
}

/** Settings a CLI command needs to reach a running daemon. */
export interface ClientConfig {
  url: string
  /** API key; null to use the admin key from the data folder, if readable. */
  key: string | null
  dataDir: string
}

/** Reports every fault of the environment at once. `received` never contains a secret. */
export class ConfigError extends Error {
  constructor(readonly faults: readonly Fault[]) {
    super(
      [
        'Invalid configuration:',
        ...faults.map((f) => `  ${f.path}: expected ${f.expected}, received ${f.received}`),
      ].join('\n'),
    )
    this.name = 'ConfigError'
  }
}

export type Environment = Readonly<Record<string, string | undefined>>

const DEFAULT_PORT = 7420
/** Upper bound of MAX_BODY_MB. A body of 1 GiB still parses; a larger one exceeds the maximum string length. */
const MAX_BODY_MB = 512
/** The HTTP client times out by itself after this long. A half-open circuit breaker relies on that. */
const MAX_OLLAMA_TIMEOUT_S = 300

/** Reads the configuration. Throws ConfigError with every fault found. */
export function readConfig(env: Environment): Config {
  const read = readerOf(env)
  const role = read.oneOf('ROLE', ['all', 'api', 'worker'] as const, 'all')
  const listen = { host: read.text('HOST') ?? '127.0.0.1', port: read.integer('PORT', 0, 65_535, DEFAULT_PORT) }
  const dataDir = readDataDir(read)
  const databaseUrl = read.url('DATABASE_URL', ['postgres:', 'postgresql:'], { secret: true })
  const redisUrl = read.url('REDIS_URL', ['redis:', 'rediss:'], { secret: true })
  const ollama = read.ollamaHost('OLLAMA_HOST')
  const auth = read.oneOf('AUTH', ['on', 'off'] as const, 'on')
  if (auth === 'off' && !isLoopback(listen.host)) {
    read.fault(
      'AUTH',
      'on, unless HOST is a loopback address (127.0.0.1, ::1, localhost)',
      `off with HOST=${listen.host}`,
    )
  }
  if (role !== 'all' && !read.has('DATABASE_URL')) {
    read.fault(
      'DATABASE_URL',
      `a postgres:// URL, because ROLE=${role} shares its database with other processes`,
      'nothing',
    )
  }
  const config: Config = {
    role,
    listen,
    dataDir,
    store:
      databaseUrl === null
        ? { kind: 'embedded', dataDir: join(dataDir, 'postgres') }
        : { kind: 'postgres', url: databaseUrl },
    queue: redisUrl === null ? { kind: 'postgres' } : { kind: 'redis', url: redisUrl },
    ollama,
    model: {
      server: readModelServer(read, ollama),
      summaryModel: read.text('SUMMARY_MODEL'),
      embedModel: read.text('EMBED_MODEL'),
      concurrency: read.integer('OLLAMA_CONCURRENCY', 1, 64, 1),
      timeoutMs: read.integer('OLLAMA_TIMEOUT_S', 1, MAX_OLLAMA_TIMEOUT_S, MAX_OLLAMA_TIMEOUT_S) * 1_000,
    },
    alerts: readAlerts(read),
    recallMs: read.integer('RECALL_MS', 1, 60_000, 150),
    auditLogDays: read.integer('AUDIT_LOG_DAYS', 1, 36_500, 365),
    openai: readUpstream(read, 'OPENAI_BASE_URL', 'OPENAI_API_KEY'),
    anthropic: readUpstream(read, 'ANTHROPIC_BASE_URL', 'ANTHROPIC_API_KEY'),
    doors: {
      windowTokens: read.contextSize('DOOR_CONTEXT_SIZE', '32K'),
      loopbackApp: readLoopbackApp(read, listen.host),
    },
    auth,
    oidc: readOidc(read, auth),
    adminKey: read.secret('ADMIN_KEY', 16),
    logLevel: read.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    accessLog: read.oneOf('ACCESS_LOG', ['on', 'off'] as const, 'off') === 'on',
    corsOrigins: read.origins('CORS_ORIGINS'),
    rateLimit: read.rate('RATE_LIMIT'),
    maxBodyBytes: read.integer('MAX_BODY_MB', 1, MAX_BODY_MB, 16) * 1_048_576,
    metrics: readMetrics(read),
  }
  refuseOwnAddress(read, config)
  if (
    role === 'worker' &&
    config.metrics.workerPort !== null &&
    config.metrics.token === null &&
    !isLoopback(listen.host)
  )
    read.fault('METRICS_TOKEN', 'at least 16 characters, unless HOST is a loopback address', 'nothing')
  if (read.faults.length > 0) throw new ConfigError(read.faults)
  return config
}

/** Programs reach a door by the same variables that name the daemon's upstreams. A daemon started where these are set for
 * a program would call itself without end. */
function refuseOwnAddress(read: EnvironmentReader, { listen, ollama, openai, anthropic, model }: Config): void {
  const upstreams = {
    OLLAMA_HOST: ollama.url,
    OPENAI_BASE_URL: openai?.url,
    ANTHROPIC_BASE_URL: anthropic?.url,
    SUMMARY_BASE_URL: model.server.kind === 'openai' ? model.server.url : undefined,
  }
  for (const [name, address] of Object.entries(upstreams)) {
    const url = address ? new URL(address) : null
    if (url && isLoopback(url.hostname) && url.port === String(listen.port))
      read.fault(
        name,
        'another server; unset it where the daemon starts',
        `the address of this daemon, port ${url.port}`,
      )
  }
}

/**
 * Reads only the address and the key, because a command may run where the daemon's settings are unknown.
 * Throws ConfigError with every fault found.
 */
export function readClientConfig(env: Environment): ClientConfig {
  const read = readerOf(env)
  const port = read.integer('PORT', 1, 65_535, DEFAULT_PORT)
  const config = {
    url:
      read.url('PALIMPSEST_URL', ['http:', 'https:'], { bare: 'the key belongs in PALIMPSEST_KEY' }) ??
      `http://127.0.0.1:${port}`,
    key: read.text('PALIMPSEST_KEY') ?? read.text('ADMIN_KEY'),
    dataDir: readDataDir(read),
  }
  if (read.faults.length > 0) throw new ConfigError(read.faults)
  return { ...config, url: withoutEndSlashes(config.url) }
}

/** A secret may be in a file that `NAME_FILE` names. */
function readerOf(given: Environment): EnvironmentReader {
  const { env, faults } = withSecretFiles(given)
  const read = new EnvironmentReader(env)
  read.faults.push(...faults)
  return read
}

function readDataDir(read: EnvironmentReader): string {
  const given = read.text('DATA_DIR') ?? '~/.palimpsest'
  return resolve(given === '~' || given.startsWith('~/') ? join(homedir(), given.slice(1)) : given)
}

/** The default app, if the service listens for this machine only. */
function readLoopbackApp(read: EnvironmentReader, host: string): string | null {
  const given = read.text('DOOR_APP')
  if (given === null) return isLoopback(host) ? 'default' : null
  return given === 'none' ? null : given
}

/** Summaries have one server. Settings of the other provider are a fault: which one counts would be a guess. [V10] */
function readModelServer(read: EnvironmentReader, ollama: OllamaAddress): Config['model']['server'] {
  const provider = read.oneOf('SUMMARY_PROVIDER', ['ollama', 'openai'] as const, 'ollama')
  const given = ['SUMMARY_BASE_URL', 'SUMMARY_API_KEY', 'SUMMARY_WINDOW'].filter((name) => read.has(name))
  if (provider === 'ollama') {
    for (const name of given)
      read.fault(name, 'nothing, unless SUMMARY_PROVIDER=openai; for Ollama set OLLAMA_HOST', 'a value')
    return { kind: 'ollama', ...ollama }
  }
  const upstream = readUpstream(read, 'SUMMARY_BASE_URL', 'SUMMARY_API_KEY')
  if (!read.has('SUMMARY_BASE_URL'))
    read.fault('SUMMARY_BASE_URL', 'the URL of the server, such as http://127.0.0.1:1234/v1', 'nothing')
  const windowTokens = read.has('SUMMARY_WINDOW') ? read.contextSize('SUMMARY_WINDOW', '8K') : null
  return { kind: 'openai', url: upstream?.url ?? '', key: upstream?.key ?? null, windowTokens }
}

function readMetrics(read: EnvironmentReader): Config['metrics'] {
  return {
    token: read.secret('METRICS_TOKEN', 16),
    workerPort: read.has('METRICS_PORT') ? read.integer('METRICS_PORT', 0, 65_535, 0) : null,
  }
}

function readAlerts(read: EnvironmentReader): Config['alerts'] {
  const url = read.url('ALERT_WEBHOOK_URL', ['http:', 'https:'], { secret: true })
  const key = read.secret('ALERT_WEBHOOK_KEY', 16)
  const allowsPrivate = read.oneOf('ALERT_WEBHOOK_PRIVATE', ['on', 'off'] as const, 'off') === 'on'
  return url === null ? null : { url, key, allowsPrivate }
}

function readUpstream(read: EnvironmentReader, urlName: string, keyName: string): Upstream | null {
  const url = read.url(urlName, ['http:', 'https:'], { bare: `the key belongs in ${keyName}` })
  const key = read.secret(keyName, 1)
  return url === null ? null : { url: withoutEndSlashes(url), key }
}

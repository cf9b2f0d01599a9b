import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Fault } from './domain/errors.js'
import { EnvironmentReader } from './environment.js'

/** Environment → typed unions. The only file that knows the names of variables; impossible settings cannot be written down. [14] */

export type Role = 'all' | 'api' | 'worker'
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** A model server of another provider that a door stands in front of; `key` null: the caller's own is passed on. */
export interface Upstream {
  url: string
  key: string | null
}

export interface Config {
  role: Role
  listen: { host: string; port: number }
  /** Folder of the embedded database and the admin key. */
  dataDir: string
  store: { kind: 'embedded'; dataDir: string } | { kind: 'postgres'; url: string }
  queue: { kind: 'postgres' } | { kind: 'redis'; url: string }
  ollama: {
    /** Holds no user name and no password. */
    url: string
    /** Value of the Authorization header for the model server, from the user name and password of OLLAMA_HOST; null: none. */
    authorization: string | null
    /** null: the session's own model writes its summaries. */
    summaryModel: string | null
    /** Model that embeds texts for the drift check; null: it goes by words. */
    embedModel: string | null
    /** Model calls at one time; the server's own slots. */
    concurrency: number
    /** The longest one call may take. */
    timeoutMs: number
  }
  openai: Upstream | null
  anthropic: Upstream | null
  /** `off` exists on loopback addresses only. */
  auth: 'on' | 'off'
  /** null: the key kept in `dataDir`, made at the first start. */
  adminKey: string | null
  logLevel: LogLevel
  /** Allowed origins of browsers; `*` alone allows any. */
  corsOrigins: string[]
  /** Requests a key may make in a span of time; null: any number. */
  rateLimit: { requests: number; perMs: number } | null
  maxBodyBytes: number
}

/** What a command of the CLI needs to speak to a running daemon. */
export interface ClientConfig {
  url: string
  /** null: the admin key of the data folder, if it can be read. */
  key: string | null
  dataDir: string
}

/** Everything that is wrong with the environment, told at once. Values of secrets are never among `received`. */
export class ConfigError extends Error {
  constructor(readonly faults: readonly Fault[]) {
    super(
      [
        'The configuration cannot be used:',
        ...faults.map((f) => `  ${f.path}: expected ${f.expected}, received ${f.received}`),
      ].join('\n'),
    )
    this.name = 'ConfigError'
  }
}

export type Environment = Readonly<Record<string, string | undefined>>

const DEFAULT_PORT = 7420
/** The most a body may be set to: 1 GiB still parses, more does not fit a string. */
const MAX_BODY_MB = 512
/** The HTTP client gives up by itself then, and a half-open breaker counts on it. */
const MAX_OLLAMA_TIMEOUT_S = 300

/** Throws ConfigError with every fault found. */
export function readConfig(env: Environment): Config {
  const read = new EnvironmentReader(env)
  const role = read.oneOf('ROLE', ['all', 'api', 'worker'] as const, 'all')
  const listen = { host: read.text('HOST') ?? '127.0.0.1', port: read.integer('PORT', 0, 65_535, DEFAULT_PORT) }
  const dataDir = readDataDir(read)
  const databaseUrl = read.url('DATABASE_URL', ['postgres:', 'postgresql:'], { secret: true })
  const redisUrl = read.url('REDIS_URL', ['redis:', 'rediss:'], { secret: true })
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
    ollama: {
      ...read.ollamaHost('OLLAMA_HOST'),
      summaryModel: read.text('SUMMARY_MODEL'),
      embedModel: read.text('EMBED_MODEL'),
      concurrency: read.integer('OLLAMA_CONCURRENCY', 1, 64, 1),
      timeoutMs: read.integer('OLLAMA_TIMEOUT_S', 1, MAX_OLLAMA_TIMEOUT_S, MAX_OLLAMA_TIMEOUT_S) * 1_000,
    },
    openai: readUpstream(read, 'OPENAI_BASE_URL', 'OPENAI_API_KEY'),
    anthropic: readUpstream(read, 'ANTHROPIC_BASE_URL', 'ANTHROPIC_API_KEY'),
    auth,
    adminKey: read.secret('ADMIN_KEY', 16),
    logLevel: read.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    corsOrigins: read.origins('CORS_ORIGINS'),
    rateLimit: read.rate('RATE_LIMIT'),
    maxBodyBytes: read.integer('MAX_BODY_MB', 1, MAX_BODY_MB, 16) * 1_048_576,
  }
  if (read.faults.length > 0) throw new ConfigError(read.faults)
  return config
}

/** Throws ConfigError. Only the address and the key: a command must run where the daemon's settings are not known. */
export function readClientConfig(env: Environment): ClientConfig {
  const read = new EnvironmentReader(env)
  const port = read.integer('PORT', 1, 65_535, DEFAULT_PORT)
  const config = {
    url:
      read.url('PALIMPSEST_URL', ['http:', 'https:'], { bare: 'the key belongs in PALIMPSEST_KEY' }) ??
      `http://127.0.0.1:${port}`,
    key: read.text('PALIMPSEST_KEY') ?? read.text('ADMIN_KEY'),
    dataDir: readDataDir(read),
  }
  if (read.faults.length > 0) throw new ConfigError(read.faults)
  return { ...config, url: config.url.replace(/\/+$/, '') }
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
}

function readDataDir(read: EnvironmentReader): string {
  const given = read.text('DATA_DIR') ?? '~/.palimpsest'
  return resolve(given === '~' || given.startsWith('~/') ? join(homedir(), given.slice(1)) : given)
}

function readUpstream(read: EnvironmentReader, urlName: string, keyName: string): Upstream | null {
  const url = read.url(urlName, ['http:', 'https:'], { bare: `the key belongs in ${keyName}` })
  const key = read.secret(keyName, 1)
  return url === null ? null : { url: url.replace(/\/+$/, ''), key }
}

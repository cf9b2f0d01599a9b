import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isLoopback } from '../../src/domain/addresses.js'
import { ConfigError, readClientConfig, readConfig, type Environment } from '../../src/config.js'

test('[14] an empty environment is a complete configuration: one process, embedded database, loopback only', () => {
  expect(readConfig({})).toEqual({
    role: 'all',
    listen: { host: '127.0.0.1', port: 7420 },
    dataDir: join(homedir(), '.palimpsest'),
    store: { kind: 'embedded', dataDir: join(homedir(), '.palimpsest', 'postgres') },
    queue: { kind: 'postgres' },
    ollama: { url: 'http://127.0.0.1:11434', authorization: null },
    model: {
      server: { kind: 'ollama', url: 'http://127.0.0.1:11434', authorization: null },
      summaryModel: null,
      embedModel: null,
      concurrency: 1,
      timeoutMs: 300_000,
    },
    recallMs: 150,
    alerts: null,
    auditLogDays: 365,
    openai: null,
    anthropic: null,
    doors: { windowTokens: 32_000, loopbackApp: 'default' },
    auth: 'on',
    oidc: null,
    adminKey: null,
    logLevel: 'info',
    accessLog: false,
    metrics: { token: null, workerPort: null },
    corsOrigins: [],
    rateLimit: null,
    maxBodyBytes: 16 * 1_048_576,
  })
})

test('[14] the full shape: every variable is read, and an empty one counts as unset', () => {
  const config = readConfig({
    PORT: '8080',
    HOST: '0.0.0.0',
    DATA_DIR: '/data',
    DATABASE_URL: 'postgres://u:p@db/palimpsest',
    REDIS_URL: 'redis://cache:6379',
    ROLE: 'api',
    OLLAMA_HOST: 'http://ollama:11434',
    SUMMARY_MODEL: 'qwen2.5:7b',
    EMBED_MODEL: '',
    OLLAMA_CONCURRENCY: '4',
    OLLAMA_TIMEOUT_S: '90',
    OPENAI_BASE_URL: 'https://api.openai.com/v1/',
    OPENAI_API_KEY: 'sk-1',
    DOOR_CONTEXT_SIZE: '64K',
    ADMIN_KEY: 'a-key-of-at-least-16',
    LOG_LEVEL: 'warn',
    CORS_ORIGINS: 'https://a.example, http://b.example:3000',
    RATE_LIMIT: '120/min',
    MAX_BODY_MB: '4',
  })
  expect(config).toMatchObject({
    role: 'api',
    listen: { host: '0.0.0.0', port: 8080 },
    store: { kind: 'postgres', url: 'postgres://u:p@db/palimpsest' },
    queue: { kind: 'redis', url: 'redis://cache:6379' },
    doors: { windowTokens: 64_000, loopbackApp: null },
    ollama: { url: 'http://ollama:11434', authorization: null },
    model: {
      server: { kind: 'ollama', url: 'http://ollama:11434', authorization: null },
      summaryModel: 'qwen2.5:7b',
      embedModel: null,
      concurrency: 4,
      timeoutMs: 90_000,
    },
    recallMs: 150,
    alerts: null,
    auditLogDays: 365,
    openai: { url: 'https://api.openai.com/v1', key: 'sk-1' },
    anthropic: null,
    adminKey: 'a-key-of-at-least-16',
    corsOrigins: ['https://a.example', 'http://b.example:3000'],
    rateLimit: { requests: 120, perMs: 60_000 },
    maxBodyBytes: 4 * 1_048_576,
  })
})

test('[14] all faults are reported at once, with what was expected and what came, and no secret among them', () => {
  const error = faultsOf({
    PORT: '70000',
    ROLE: 'boss',
    DATABASE_URL: 'mysql://root:hunter2@db',
    REDIS_URL: 'hunter3',
    ADMIN_KEY: 'short hunter4',
    OLLAMA_CONCURRENCY: '0',
    OLLAMA_TIMEOUT_S: '301',
    RATE_LIMIT: 'fast',
    CORS_ORIGINS: 'https://a.example/path',
    LOG_LEVEL: 'loud',
    MAX_BODY_MB: '-1',
  })
  expect(error.faults.map((fault) => fault.path).sort()).toEqual(
    [
      'ADMIN_KEY',
      'CORS_ORIGINS',
      'DATABASE_URL',
      'LOG_LEVEL',
      'MAX_BODY_MB',
      'OLLAMA_CONCURRENCY',
      'OLLAMA_TIMEOUT_S',
      'PORT',
      'RATE_LIMIT',
      'REDIS_URL',
      'ROLE',
    ].sort(),
  )
  expect(error.message).toContain('PORT: expected a whole number from 0 to 65535, received "70000"')
  expect(error.message).not.toContain('hunter')
})

test('[14] AUTH=off is refused on any address that others can reach', () => {
  expect(readConfig({ AUTH: 'off' }).auth).toBe('off')
  expect(readConfig({ AUTH: 'off', HOST: '::1' }).auth).toBe('off')
  expect(faultsOf({ AUTH: 'off', HOST: '0.0.0.0' }).faults.map((fault) => fault.path)).toEqual(['AUTH'])
  expect(['127.0.0.1', '127.8.8.8', 'localhost', '::1'].every(isLoopback)).toBe(true)
  expect(['0.0.0.0', '::', '10.0.0.1', '127.0.0.1.example', 'localhost.example'].some(isLoopback)).toBe(false)
})

test('[14] Redis without a database of its own is allowed; processes that share work need a shared database', () => {
  expect(readConfig({ REDIS_URL: 'redis://127.0.0.1' })).toMatchObject({
    store: { kind: 'embedded' },
    queue: { kind: 'redis' },
  })
  for (const ROLE of ['api', 'worker'])
    expect(faultsOf({ ROLE }).faults.map((fault) => fault.path)).toEqual(['DATABASE_URL'])
})

test.each([
  ['127.0.0.1', 'http://127.0.0.1:11434'],
  ['0.0.0.0', 'http://127.0.0.1:11434'],
  ['0.0.0.0:5000', 'http://127.0.0.1:5000'],
  ['gpu:80', 'http://gpu'],
  ['https://ollama.example', 'https://ollama.example'],
  ['http://ollama.example/base/', 'http://ollama.example:11434/base'],
])('[14] OLLAMA_HOST %s, written as Ollama itself takes it, means %s', (given, url) => {
  expect(readConfig({ OLLAMA_HOST: given }).ollama.url).toBe(url)
})

test.each([
  ['http://me:s3cret@ollama.example', 'http://ollama.example:11434', 'me:s3cret'],
  ['https://me:p%40ss@ollama.example/base', 'https://ollama.example/base', 'me:p@ss'],
  ['me:1234@gpu:5000', 'http://gpu:5000', 'me:1234'],
])('[14] user name and password of OLLAMA_HOST leave the URL and become a header: %s', (given, url, credentials) => {
  const { ollama } = readConfig({ OLLAMA_HOST: given })
  expect(ollama.url).toBe(url)
  expect(ollama.authorization).toBe(`Basic ${Buffer.from(credentials).toString('base64')}`)
})

test('[14] a refused URL that may hold a password is not shown', () => {
  const urls = {
    OLLAMA_HOST: 'ftp://me:s3cret@host',
    OPENAI_BASE_URL: 'https://me:s3cret@host',
    ANTHROPIC_BASE_URL: 'me:s3cret@host',
  }
  const error = faultsOf({ ...urls, DATABASE_URL: 'mysql://me:s3cret@host', REDIS_URL: 'http://me:s3cret@host' })
  expect(error.faults).toHaveLength(5)
  expect(JSON.stringify(error.faults) + error.message).not.toContain('s3cret')
  const client = () => readClientConfig({ PALIMPSEST_URL: 'http://me:s3cret@127.0.0.1:1' })
  expect(client).toThrow(
    /PALIMPSEST_URL: expected a URL without user name and password \(the key belongs in PALIMPSEST_KEY\)/,
  )
  expect(client).not.toThrow(/s3cret/)
})

test.each([
  ['OLLAMA_HOST', 'http://127.0.0.1:7420/ollama'],
  ['OPENAI_BASE_URL', 'http://localhost:7420/openai/v1'],
  ['ANTHROPIC_BASE_URL', 'http://[::1]:7420/anthropic'],
])('[14] a daemon that would call its own door does not start: %s=%s', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(
    `${name}: expected another server; unset it where the daemon starts, received the address of this daemon, port 7420`,
  )
  expect(() => readConfig({ [name]: value, PORT: '7421' })).not.toThrow()
})

test('[14] a command finds its daemon by PALIMPSEST_URL, else on the daemon’s own port', () => {
  expect(readClientConfig({ PALIMPSEST_URL: 'https://p.example/', PALIMPSEST_KEY: 'k' })).toMatchObject({
    url: 'https://p.example',
    key: 'k',
  })
  expect(readClientConfig({ PORT: '9000' })).toMatchObject({ url: 'http://127.0.0.1:9000', key: null })
})

function faultsOf(env: Environment): ConfigError {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error
    throw error
  }
  throw new Error('the configuration was accepted')
}

test('[V10] another server for summaries: its address, key and window', () => {
  const env = { SUMMARY_PROVIDER: 'openai', SUMMARY_BASE_URL: 'http://127.0.0.1:1234/v1/' }
  expect(readConfig(env).model.server).toEqual({
    kind: 'openai',
    url: 'http://127.0.0.1:1234/v1',
    key: null,
    windowTokens: null,
  })
  expect(readConfig({ ...env, SUMMARY_API_KEY: 'sk-1', SUMMARY_WINDOW: '16K' }).model.server).toMatchObject({
    key: 'sk-1',
    windowTokens: 16_000,
  })
  // Ollama stays the server of its door.
  expect(readConfig({ ...env, OLLAMA_HOST: 'gpu:11434' }).ollama.url).toBe('http://gpu:11434')
})

test('[V10] settings of two providers at once, or half of one, are faults that say what to do', () => {
  const faults = (env: Environment): string => {
    try {
      readConfig(env)
    } catch (error) {
      if (error instanceof ConfigError) return error.message
    }
    return ''
  }
  const url = 'http://127.0.0.1:1234/v1'
  expect(faults({ SUMMARY_BASE_URL: url })).toMatch(/SUMMARY_BASE_URL: .*SUMMARY_PROVIDER=openai.*OLLAMA_HOST/)
  expect(faults({ SUMMARY_PROVIDER: 'ollama', SUMMARY_API_KEY: 'sk-secret' })).toMatch(/SUMMARY_API_KEY: /)
  expect(faults({ SUMMARY_PROVIDER: 'ollama', SUMMARY_API_KEY: 'sk-secret' })).not.toContain('sk-secret')
  expect(faults({ SUMMARY_PROVIDER: 'openai' })).toMatch(/SUMMARY_BASE_URL: .*, received nothing/)
  expect(faults({ SUMMARY_PROVIDER: 'openai', SUMMARY_BASE_URL: 'localhost:1234' })).toMatch(/SUMMARY_BASE_URL: /)
  expect(faults({ SUMMARY_PROVIDER: 'lmstudio', SUMMARY_BASE_URL: url })).toMatch(
    /SUMMARY_PROVIDER: expected ollama, openai/,
  )
  expect(faults({ SUMMARY_PROVIDER: 'openai', SUMMARY_BASE_URL: 'http://sk-secret@h/v1' })).not.toContain('sk-secret')
  expect(faults({ SUMMARY_PROVIDER: 'openai', SUMMARY_BASE_URL: 'http://127.0.0.1:7420/openai/v1' })).toMatch(
    /SUMMARY_BASE_URL: expected another server/,
  )
})

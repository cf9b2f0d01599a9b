import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { readConfig } from '../../src/config.js'
import { freePort } from '../support/port.js'
import { hasRedis } from '../support/redis.js'
import { until } from '../support/until.js'

const ROOT = join(import.meta.dirname, '../..')
const hasCompose = spawnSync('docker-compose', ['version']).status === 0

const Service = z.object({
  image: z.string(),
  environment: z.record(z.string(), z.string()).default({}),
  command: z.array(z.string()).default([]),
  user: z.string(),
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal('ALL')]),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  tmpfs: z.array(z.string()).min(1),
  mem_limit: z.union([z.string(), z.number()]),
  cpus: z.union([z.string(), z.number()]),
  pids_limit: z.number(),
  restart: z.string(),
  healthcheck: z.union([
    z.object({ test: z.array(z.string()).min(2) }),
    z.object({ disable: z.literal(true) }),
    z.object({ test: z.tuple([z.literal('NONE')]) }),
  ]),
  ports: z.array(z.unknown()).default([]),
  secrets: z.array(z.unknown()).default([]),
})
const Compose = z.object({ services: z.record(z.string(), Service) })
const SERVICES = ['api', 'ollama', 'ollama-pull', 'postgres', 'proxy', 'redis', 'worker']

const METRICS = 'ops/docker-compose.metrics.yml'
const WithMetrics = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string().optional(),
      environment: z.record(z.string(), z.string()).default({}),
      networks: z.array(z.string()).default([]),
    }),
  ),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
})

const text = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8')
const metricsText = readFileSync(join(ROOT, METRICS), 'utf8')
const metricsFile = WithMetrics.parse(parse(metricsText))
const inFile = Compose.parse(parse(text, { merge: true })).services

function composedText(env: Record<string, string> = {}, ...args: string[]): string {
  const options = { cwd: ROOT, env: { PATH: process.env.PATH, ...env }, encoding: 'utf8' as const }
  const run = spawnSync('docker-compose', [...args, 'config'], options)
  expect(run.stderr).not.toMatch(/error|invalid|warning/i)
  expect(run.status).toBe(0)
  return run.stdout
}

const composed = (env: Record<string, string> = {}, ...args: string[]) =>
  Compose.parse(parse(composedText(env, ...args))).services

test.skipIf(!hasCompose)('[14] docker-compose accepts the file, with and without the variables it can be given', () => {
  const cases: Record<string, string>[] = [
    {},
    { PORT: '8080', SUMMARY_MODEL: 'qwen2.5:7b', OLLAMA_MEMORY: '24g', RATE_LIMIT: '120/min' },
  ]
  for (const env of cases) {
    const services = composed(env)
    // Version 1 of docker-compose lists the services of all profiles.
    expect(
      Object.keys(services)
        .filter((name) => name !== 'ollama-gpu' && name !== 'llama-cpp')
        .sort(),
    ).toEqual(SERVICES)
    for (const name of ['api', 'worker', 'postgres', 'redis', 'ollama'])
      expect(services[name]?.ports, `${name} can be scaled or stays inside`).toEqual([])
    expect(JSON.stringify(services.proxy?.ports)).toContain(`127.0.0.1:${env.PORT ?? '7420'}:8080`)
  }
  expect(Object.keys(composed({}, '--profile', 'gpu'))).toContain('ollama-gpu')
  expect(Object.keys(composed({}, '--profile', 'llama-cpp'))).toContain('llama-cpp')
})

test.skipIf(!hasCompose)('[14] docker-compose accepts the file of metrics on top, without a variable', () => {
  const args = ['-f', 'docker-compose.yml', '-f', METRICS, '--profile', 'metrics']
  const { services } = z
    .object({ services: z.record(z.string(), z.object({ networks: z.unknown() })) })
    .parse(parse(composedText({}, ...args)))
  for (const name of ['api', 'worker', 'prometheus', 'grafana'])
    expect(JSON.stringify(services[name]?.networks), `${name} is where Prometheus looks`).toContain('front')
})

test('[14] Prometheus and Grafana run in a pinned version, in the network of what they read', () => {
  for (const [name, { image, networks }] of Object.entries(metricsFile.services))
    if (image !== undefined) {
      expect(image, name).toMatch(/^[\w/.-]+:v?\d+\.\d+\.\d+$/)
      expect(networks, name).toEqual(['front'])
    }
})

test('[14] every service runs as a user without rights, on a read-only tree, within limits, in a pinned version', () => {
  expect(Object.keys(inFile).sort()).toEqual([...SERVICES, 'ollama-gpu', 'llama-cpp'].sort())
  for (const [name, { user, image }] of Object.entries(inFile)) {
    expect(user, name).toMatch(/^[1-9]\d*:[1-9]\d*$/)
    if (!image.startsWith('palimpsest')) expect(image, name).toMatch(/^[\w/.-]+:(\d+\.\d+(\.\d+)?(-\w+)?|server-b\d+)$/)
  }
  for (const file of ['Dockerfile', 'ops/ollama.Dockerfile'])
    for (const [, from] of readFileSync(join(ROOT, file), 'utf8').matchAll(/^FROM (\S+)/gm))
      expect(from, file).toMatch(/:\d+\.\d+\.\d+/)
})

test('[14] no password has a default, and none is in the environment of a service', () => {
  expect(text + metricsText).not.toMatch(/(PASSWORD|KEY|SECRET|TOKEN)\w*:-[^}]/)
  for (const [name, { environment }] of Object.entries(inFile))
    for (const [variable, value] of Object.entries(environment))
      if (/PASSWORD|_KEY|DATABASE_URL|REDIS_URL/.test(variable))
        expect(`${variable}=${value}`, name).toMatch(/_FILE=\/run\/secrets\/\w+$/)
})

test('[14] what docker-compose sets, with the secrets that the script makes, is a configuration the daemon accepts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-secrets-'))
  try {
    await mkdir(join(folder, 'ops'))
    const script = join(folder, 'ops/make-secrets.sh')
    await copyFile(join(ROOT, 'ops/make-secrets.sh'), script)
    const make = () => spawnSync('sh', [script], { encoding: 'utf8' }).status
    expect(make()).toBe(0)
    const admin = await readFile(join(folder, 'secrets/admin_key'), 'utf8')
    expect(make()).toBe(0)
    expect(await readFile(join(folder, 'secrets/admin_key'), 'utf8'), 'a second run changes nothing').toBe(admin)
    expect((await stat(join(folder, 'secrets'))).mode & 0o777).toBe(0o700)
    const modeOf = async (name: string) => (await stat(join(folder, 'secrets', name))).mode & 0o777
    expect(await modeOf('admin_key')).toBe(0o444)
    for (const name of ['openai_api_key', 'oidc_client_secret'])
      expect(await modeOf(name), 'the owner writes optional ones').toBe(0o644)
    const { secrets } = WithMetrics.pick({ secrets: true }).parse(parse(text))
    for (const { file } of Object.values({ ...secrets, ...metricsFile.secrets }))
      expect(existsSync(join(folder, file)), file).toBe(true)
    const config = (name: string, shell: Record<string, string> = {}, more: Record<string, string> = {}) => {
      const filled = (value: string) =>
        value
          .replace(/\$\{(\w+):-([^}]*)\}/, (_, variable: string, unset: string) => shell[variable] ?? unset)
          .replace('/run/', `${folder}/`)
      const environment = { ...inFile[name]!.environment, ...more }
      return readConfig(Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, filled(value)])))
    }
    expect(config('api')).toMatchObject({
      role: 'api',
      adminKey: admin.trim(),
      openai: null,
      store: { kind: 'postgres', url: expect.stringMatching(/^postgres:\/\/palimpsest:[0-9a-f]{48}@postgres:5432/) },
      queue: { kind: 'redis', url: expect.stringMatching(/^redis:\/\/:[0-9a-f]{48}@redis:6379$/) },
    })
    expect(config('worker')).toMatchObject({ role: 'worker', ollama: { url: 'http://ollama:11434' } })
    expect(config('worker', {}, metricsFile.services.worker?.environment).metrics).toEqual({
      token: expect.stringMatching(/^[0-9a-f]{48}$/),
      workerPort: 9464,
    })
    expect(config('api').alerts, 'no webhook by default').toBeNull()
    expect(config('api').oidc, 'no sign-in by default').toBeNull()
    await rm(join(folder, 'secrets/oidc_client_secret'))
    await writeFile(join(folder, 'secrets/oidc_client_secret'), 'secret-of-the-client\n')
    const issuer = {
      OIDC_ISSUER: 'https://id.example',
      OIDC_AUDIENCE: 'palimpsest',
      OIDC_ROLES: 'ops=admin',
      OIDC_ROLES_CLAIM: 'groups',
      OIDC_NAME_CLAIM: 'email',
      OIDC_CLIENT_ID: 'dashboard',
      OIDC_REDIRECT_URI: 'https://palimpsest.example/oidc/callback',
      OIDC_SCOPES: 'openid groups',
      OIDC_SESSION_MINUTES: '30',
    }
    expect(config('api', issuer).oidc).toEqual({
      issuer: 'https://id.example',
      audience: 'palimpsest',
      rolesClaim: 'groups',
      roles: [{ value: 'ops', role: 'admin', app: null }],
      nameClaim: 'email',
      login: {
        clientId: 'dashboard',
        clientSecret: 'secret-of-the-client',
        redirectUri: issuer.OIDC_REDIRECT_URI,
        scopes: 'openid groups',
        sessionMs: 30 * 60_000,
      },
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test.skipIf(!hasRedis)(
  '[14] Redis starts with the shipped file: a password, no eviction, and a log of its writes',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'palimpsest-redis-conf-'))
    const port = await freePort()
    await writeFile(join(folder, 'auth'), 'requirepass secret-of-the-test\n')
    const conf = (await readFile(join(ROOT, 'ops/redis.conf'), 'utf8'))
      .replace('/run/secrets/redis_auth', join(folder, 'auth'))
      .replace('dir /data', `dir ${folder}\nport ${port}\nbind 127.0.0.1`)
    await writeFile(join(folder, 'redis.conf'), conf)
    const child = spawn('redis-server', [join(folder, 'redis.conf')], { stdio: 'ignore' })
    const ask = (password: string | null, ...command: string[]) => {
      const env = { PATH: process.env.PATH, ...(password === null ? {} : { REDISCLI_AUTH: password }) }
      return spawnSync('redis-cli', ['-p', String(port), ...command], { env, encoding: 'utf8' }).stdout
    }
    const secret = 'secret-of-the-test'
    try {
      await until('Redis answers', () => ask(secret, 'ping').trim() === 'PONG')
      expect(ask(secret, 'config', 'get', 'maxmemory-policy')).toContain('noeviction')
      expect(ask(secret, 'config', 'get', 'appendonly')).toContain('yes')
      expect(ask(null, 'ping')).toContain('NOAUTH')
    } finally {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
      await rm(folder, { recursive: true, force: true })
    }
  },
)

test('[14] every command of a service exists in the build', () => {
  const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
  expect(dockerfile).toContain('HEALTHCHECK')
  const commands = [...`${dockerfile}\n${JSON.stringify(inFile)}`.matchAll(/dist\/([\w/-]+)\.js/g)].map(
    (match) => match[1],
  )
  expect(commands.length).toBeGreaterThan(2)
  for (const command of commands) expect(existsSync(join(ROOT, `${command}.ts`)), command).toBe(true)
})

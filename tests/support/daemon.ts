import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Ports } from '../../src/ports/ports.js'
import type { Event } from '../../src/domain/event.js'
import type { Format } from '../../src/domain/message.js'
import { readConfig, type Environment } from '../../src/config.js'
import type { DoorTimes } from '../../src/doors/door.js'
import { mountDoors } from '../../src/doors/mount.js'
import { createHttpServer, type HttpOptions } from '../../src/http/server.js'
import { mcpMount } from '../../src/mcp/mount.js'
import { openOidc } from '../../src/oidc/open.js'
import { makeLog } from '../../src/log.js'
import { VERSION } from '../../src/version.js'
import { wire } from '../../src/wiring.js'
import { startWork } from '../../src/work.js'
import { ADMIN_KEY } from './admin-key.js'
import { capturedLines } from './captured-log.js'
import { apiClient, type ApiClient } from './client.js'
import { isDaemon } from './heard.js'
import { httpRequest } from './http-request.js'
import { migratedDatabase } from './database.js'
import { TestSession, type RequestBody } from './session.js'
import { until } from './until.js'

/** Runs the service in this process: real store, queue and HTTP on a free port. By default without a model server. */

/** The discard port. Nothing listens there, so requests fail at once. */
const NO_OLLAMA = 'http://127.0.0.1:9'

/** On a busy machine, a store that is slow is not one that is down, which doors bypass. */
const PATIENT: Partial<DoorTimes> = { storeMs: 120_000 }

export interface Daemon {
  /** `http://127.0.0.1:port` */
  url: string
  ports: Ports
  /** Returns the log lines so far, of every level. */
  logged(): readonly string[]
  /** Sends typed requests as the admin. */
  client: ApiClient
  /** Creates a session of 16K unless the body says otherwise, as the admin or with a key. */
  openSession(body?: Partial<RequestBody<'createSession'>>, options?: SessionOptions): Promise<TestSession>
  /** Sends one request that the typed client cannot: malformed, or with headers and text of its own. */
  call(method: string, path: string, options?: CallOptions): Promise<Reply>
  /** Creates an app with a key of each role. */
  newApp(): Promise<{ appId: string; app: string; viewer: string }>
  stop(): Promise<void>
}
export interface SessionOptions {
  key?: string
  /** Format of appended messages. Default: `openai`. */
  format?: Format
}
export interface CallOptions {
  key?: string | null
  /** Sent as JSON. A string is sent as is. */
  body?: unknown
  headers?: Record<string, string>
}
export interface Reply {
  status: number
  headers: Headers
  text: string
  /** The parsed body; null if it is empty. */
  json: any // oxlint-disable-line typescript/no-explicit-any -- tests look at replies of every shape
}
export interface DaemonOptions {
  env?: Environment
  http?: Partial<HttpOptions>
  doors?: Partial<DoorTimes>
  /** Also runs jobs from the queue. */
  works?: boolean
  /** Wraps the real ports. */
  ports?: (ports: Ports) => Ports
}

export async function startDaemon({
  env = {},
  http = {},
  doors,
  works = false,
  ports: around = (ports) => ports,
}: DaemonOptions = {}): Promise<Daemon> {
  const dataDir = await mkdtemp(join(tmpdir(), 'palimpsest-daemon-'))
  const database = env.DATABASE_URL === undefined ? await migratedDatabase() : null
  const basics = {
    DATABASE_URL: database?.url,
    DATA_DIR: dataDir,
    PORT: '0',
    OLLAMA_HOST: NO_OLLAMA,
    ADMIN_KEY,
    LOG_LEVEL: 'silent',
  }
  const config = readConfig({ ...basics, ...env })
  const captured = capturedLines()
  const wired = await wire(config, makeLog('trace', captured))
  const ports = around(wired.ports)
  const work = works ? await startWork(ports, wired.startWorkers, config.model.concurrency) : null
  const { host, port: wantedPort } = config.listen
  const { auth, corsOrigins, rateLimit, maxBodyBytes } = config
  const server = createHttpServer(ports, {
    ...{ host, port: wantedPort, auth, adminKey: ADMIN_KEY, corsOrigins, rateLimit, maxBodyBytes, version: VERSION },
    metricsToken: config.metrics.token,
    accessLog: config.accessLog,
    issuer: config.oidc && openOidc(config.oidc, { adminKey: ADMIN_KEY, clock: ports.clock, log: ports.log }),
    mounts: [mountDoors(config, { ...PATIENT, ...doors }), mcpMount],
    ...http,
  })
  const { port } = await server.listen()
  isDaemon(port)
  const url = `http://127.0.0.1:${port}`
  const call = (method: string, path: string, options: CallOptions = {}) => request(url, method, path, options)
  const client = apiClient(url, ADMIN_KEY)
  let stopped: Promise<void> | null = null
  return {
    url,
    ports,
    logged: () => captured.lines,
    client,
    openSession: (body, options) => openSession(client, body, options),
    call,
    newApp: () => newApp(client),
    stop: () =>
      (stopped ??= (async () => {
        await server.close()
        await work?.stop()
        await wired.release()
        await database?.drop()
        await rm(dataDir, { recursive: true, force: true })
        captured.close()
      })()),
  }
}

async function request(
  url: string,
  method: string,
  path: string,
  { key = ADMIN_KEY, body, headers = {} }: CallOptions,
): Promise<Reply> {
  const {
    status,
    headers: received,
    text,
  } = await httpRequest(url + path, {
    method,
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
  })
  const isJson = (received.get('content-type') ?? '').includes('json')
  return {
    status,
    headers: received,
    text,
    json: isJson && text !== '' ? JSON.parse(text) : null,
  }
}

/** Creates an app with a key of each role. */
export async function newApp(client: ApiClient): Promise<{ appId: string; app: string; viewer: string }> {
  const { id: appId } = await client.call('createApp', { body: { name: 'an app' } })
  const keyOf = async (role: 'app' | 'viewer') => (await client.call('createKey', { body: { appId, role } })).key
  return { appId, app: await keyOf('app'), viewer: await keyOf('viewer') }
}

/** Creates an empty session of 16K unless the body says otherwise. */
export async function openSession(
  client: ApiClient,
  body: Partial<RequestBody<'createSession'>> = {},
  { key, format }: SessionOptions = {},
): Promise<TestSession> {
  const by = key === undefined ? client : client.as(key)
  const { id } = await by.call('createSession', { body: { model: EXACT_MODEL, contextSize: '16K', ...body } })
  return new TestSession(by, id, format)
}

/** A name whose tokens are stored tokens, so that figures in tests are exact; the size is in the name. */
const EXACT_MODEL = 'gpt-4o:7b'

/** Creates an empty session and returns its id. */
export async function newSession(
  daemon: Daemon,
  body?: Partial<RequestBody<'createSession'>>,
  key?: string,
): Promise<string> {
  return (await daemon.openSession(body, key === undefined ? {} : { key })).id
}

/**
 * Waits until a session has at least `count` events and returns them. The log returns an event only when no older
 * transaction can still insert one before it.
 */
export function eventsOf(daemon: Daemon, sessionId: string, count: number): Promise<Event[]> {
  return until(`${count} events of ${sessionId}`, async () => {
    const { events } = await daemon.client.call('readEvents', { query: { sessionId, limit: 500 } })
    return events.length >= count ? events : null
  })
}

import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { readAdminKey } from '../admin-key.js'
import { readClientConfig } from '../config.js'
import { foreign, isOurs, OWN_TYPES, PROBLEM_TYPES, unreachable } from './output/other-server.js'

/** HTTP connection of the CLI commands to a running daemon. */
export interface Connection {
  url: string
  get(path: string, query?: Record<string, string | undefined>): Promise<unknown>
  post(path: string, body: object): Promise<unknown>
  patch(path: string, body: object): Promise<unknown>
  /** Returns the reply; null if it has no body. */
  remove(path: string): Promise<unknown>
  /** Returns the body of a reply of any size. */
  download(path: string): Promise<Readable>
  /** Sends a body of any size. */
  upload(path: string, body: Readable, type: string): Promise<unknown>
}

/** Error that the user can fix. The CLI prints it without a stack trace. */
export class CommandError extends Error {
  override name = 'CommandError'

  /** @param status of the reply that refused the request, if there was one */
  constructor(
    message: string,
    readonly status?: number,
  ) {
    super(message)
  }
}

const TIMEOUT_MS = 30_000
const KEY_HINT = 'Set PALIMPSEST_KEY to a key of this daemon, or DATA_DIR to its data folder, which has the admin key.'

/** Returns the address of the configured daemon, and the key: PALIMPSEST_KEY, else ADMIN_KEY, else the key in the data
 * folder of this user. Without a key (null), requests succeed only if the daemon runs with AUTH=off. */
export async function endpoint(): Promise<{ url: string; key: string | null }> {
  const { url, key, dataDir } = readClientConfig(process.env)
  return { url, key: key ?? (await readAdminKey(dataDir)) }
}

/** Connects to the configured daemon. @param appId of the app as which an admin key acts; default: `default` */
export async function connection(appId?: string): Promise<Connection> {
  const { url, key } = await endpoint()
  return connectTo(url, key, appId)
}

/** Connects to the daemon at a URL. Every request throws CommandError if it fails. */
export function connectTo(url: string, key: string | null, appId?: string): Connection {
  const send = async (method: string, path: string, init: RequestInit, type?: string): Promise<Response> => {
    const headers: Record<string, string> = { accept: '*/*' }
    if (key !== null) headers.authorization = `Bearer ${key}`
    if (appId !== undefined) headers['x-app-id'] = appId
    if (type !== undefined) headers['content-type'] = type
    const response = await fetch(url + path, { ...init, method, headers }).catch((error: unknown) => {
      throw new CommandError(unreachable(url, error))
    })
    if (response.ok && isOurs(response, OWN_TYPES)) return response
    if (!isOurs(response, PROBLEM_TYPES)) throw new CommandError(foreign(url, response), response.status)
    const hint = response.status === 401 ? ` ${KEY_HINT}` : ''
    throw new CommandError(
      `${method} ${path}: ${response.status} ${problemText(parse(await response.text()))}${hint}`,
      response.status,
    )
  }
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const init = { body: text, signal: AbortSignal.timeout(TIMEOUT_MS) }
    const reply = await (await send(method, path, init, body && 'application/json')).text()
    return reply === '' ? null : parse(reply)
  }
  return {
    url,
    get: (path, query = {}) => call('GET', path + queryText(query)),
    post: (path, body) => call('POST', path, body),
    patch: (path, body) => call('PATCH', path, body),
    remove: (path) => call('DELETE', path),
    download: async (path) => {
      const { body } = await send('GET', path, {})
      return body === null ? Readable.from([]) : Readable.fromWeb(body as WebStream)
    },
    upload: async (path, body, type) => {
      // Half duplex: the reply starts when the file is sent.
      const init = { body: Readable.toWeb(body), duplex: 'half' } as unknown as RequestInit
      return parse(await (await send('POST', path, init, type)).text())
    },
  }
}

function queryText(query: Record<string, string | undefined>): string {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  )
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function problemText(reply: unknown): string {
  if (typeof reply !== 'object' || reply === null) return String(reply ?? '')
  const title = 'title' in reply ? String(reply.title) : ''
  const detail = 'detail' in reply ? String(reply.detail) : ''
  return detail === '' ? title : detail
}

import type { NextFunction, Request, RequestHandler, Response } from 'express'
import type { Config } from '../config.js'
import { DomainError } from '../domain/errors.js'
import { problemOf } from '../http/problem.js'
import { nameRequest, portsOf } from '../http/request-telemetry.js'
import type { Mount } from '../http/server.js'
import { compactedItems, earlierItem, earlierItems, hasSession } from '../app/doors/earlier-response.js'
import type { Ports } from '../ports/ports.js'
import { callerOf } from './access.js'
import { anthropicExtras, isProbe } from './anthropic-extras.js'
import { DOOR_TIMES, type Door, type DoorsContext, type DoorTimes, type UpstreamServer } from './door.js'
import { passThrough } from './pass-through.js'
import { dividePath } from './path-parts.js'
import type { Protocol } from './protocol.js'
import { anthropicProtocol } from './protocols/anthropic.js'
import { ollamaProtocol } from './protocols/ollama.js'
import { openaiProtocol } from './protocols/openai.js'
import { responsesProtocol } from './protocols/responses.js'
import { EarlierResponses, type StoredResponses } from './request/earlier-responses.js'
import { GivenSummaries } from './request/given-summaries.js'
import { HeldThreads } from './request/held-threads.js'
import { KnownBodies } from './request/known-bodies.js'
import { within } from './turn/bypass.js'
import { sendError } from './turn/send-error.js'
import { watchedTurn } from './turn/serve-turn.js'
import { TurnsInFlight } from './turn/turns-in-flight.js'
import { WindowLimits } from './turn/window-limits.js'
import { TRANSLATIONS } from './translate/translations.js'
import { UpstreamClient, UpstreamFailure } from './upstream/send.js'

/** The addresses of the doors, and where each leads. */

/** One address, such as `/openai`, and the protocols below it. */
interface Entrance {
  prefix: string
  upstream: UpstreamServer
  doors: Door[]
  /** Speaks for the entrance where no protocol is chosen. */
  protocol: Protocol
}

export type DoorsConfig = Pick<Config, 'ollama' | 'openai' | 'anthropic' | 'doors'>

/** Without the store, a request passes to the server that may have the items. */
function storedResponses(ports: Pick<Ports, 'store' | 'log'>, storeMs: number): StoredResponses {
  const orNull = async <T>(work: Promise<T>): Promise<T | null> => {
    try {
      return await within(storeMs, work)
    } catch (error) {
      ports.log.warn({ err: error }, 'an earlier response could not be read')
      return null
    }
  }
  return {
    hasSession: (appId, id) => orNull(hasSession(ports, appId, id)),
    items: (appId, id) => orNull(earlierItems(ports, appId, id)),
    item: (appId, id) => orNull(earlierItem(ports, appId, id)),
    compacted: (appId, digest) => orNull(compactedItems(ports, appId, digest)),
  }
}

export function mountDoors(config: DoorsConfig, times: Partial<DoorTimes> = {}): Mount {
  return (admission, bodyBudget) => {
    const { ports } = admission.server
    const client = new UpstreamClient()
    const stored = storedResponses(ports, { ...DOOR_TIMES, ...times }.storeMs)
    const context: DoorsContext = {
      ports,
      client,
      known: new KnownBodies(),
      summaries: new GivenSummaries(),
      responses: new EarlierResponses(stored),
      threads: new HeldThreads(stored.hasSession),
      turns: new TurnsInFlight(),
      windows: new WindowLimits(),
      bodyBudget,
      maxBodyBytes: admission.options.maxBodyBytes,
      times: { ...DOOR_TIMES, ...times },
      defaultWindow: config.doors.windowTokens,
    }
    const identify = callerOf(admission, config.doors.loopbackApp)
    const entrances = entrancesOf(config)
    const extras = anthropicExtras()
    return handler(async (request, response, next) => {
      const { url, read } = dividePath(request.url)
      const entrance = entrances.find(
        ({ prefix }) => url === prefix || (['/', '?'].includes(url[prefix.length] ?? '') && url.startsWith(prefix)),
      )
      if (!entrance) return next()
      const path = url.slice(entrance.prefix.length) || '/'
      if (entrance.protocol === anthropicProtocol && isProbe(request.method, path)) return void response.end()
      const door = request.method === 'POST' ? doorAt(entrance, path) : null
      const name = door?.protocol.id ?? entrance.prefix.slice(1)
      nameRequest(request, { operation: `door-${name}`, route: entrance.prefix })
      const own: DoorsContext = { ...context, ports: portsOf(request, ports) }
      try {
        const caller = await identify(request, response, read(request.headers))
        const call = { caller, request, response, path, door: door ?? entrance.doors[0]! }
        const isAnthropic = entrance.protocol === anthropicProtocol
        const extra = isAnthropic ? extras(request.method, path, entrance.upstream.isOllama) : null
        await (door ? watchedTurn : (extra ?? passThrough))(own, call)
      } catch (error) {
        refuse(response, door?.protocol ?? entrance.protocol, error, own)
      }
    })
  }
}

function entrancesOf({ ollama, openai, anthropic }: DoorsConfig): Entrance[] {
  const local: UpstreamServer = {
    url: ollama.url,
    isOllama: true,
    windows: 'ollama',
    credential: ollama.authorization === null ? null : { name: 'authorization', value: ollama.authorization },
  }
  const hosted: UpstreamServer = openai
    ? { url: openai.url, isOllama: false, windows: 'openai', credential: bearer(openai.key) }
    : local
  const claude: UpstreamServer = anthropic
    ? { url: anthropic.url, isOllama: false, windows: null, credential: apiKey(anthropic.key) }
    : local
  return [
    // Ollama's own compatible endpoints keep their session too, and get the window that is set here.
    entrance('/ollama', local, [ollamaProtocol, openaiProtocol, responsesProtocol, anthropicProtocol]),
    entrance('/openai', hosted, [openaiProtocol, responsesProtocol]),
    entrance('/anthropic', claude, [anthropicProtocol]),
  ]
}

function entrance(prefix: string, upstream: UpstreamServer, protocols: [Protocol, ...Protocol[]]): Entrance {
  const doors = protocols.map((protocol) => ({
    protocol,
    upstream,
    translation: upstream.isOllama && protocol.id !== 'ollama' ? TRANSLATIONS[protocol.id] : null,
  }))
  return { prefix, upstream, doors, protocol: protocols[0] }
}

function apiKey(key: string | null): UpstreamServer['credential'] {
  return key === null ? null : { name: 'x-api-key', value: key }
}

function bearer(key: string | null): UpstreamServer['credential'] {
  return key === null ? null : { name: 'authorization', value: `Bearer ${key}` }
}

function doorAt({ doors }: Entrance, path: string): Door | null {
  const [plain = ''] = path.split('?')
  return doors.find(({ protocol }) => protocol.paths.includes(plain)) ?? null
}

function refuse(response: Response, protocol: Protocol, error: unknown, { ports }: DoorsContext): void {
  const document = problemOf(response.req, error)
  ports.telemetry.refused(document.code)
  const isUpstream = error instanceof UpstreamFailure
  if (!isUpstream && !(error instanceof DomainError) && document.status >= 500)
    ports.log.error({ err: error }, 'a door failed')
  if (response.destroyed) return
  if (response.headersSent) return void response.destroy()
  const shown = isUpstream ? { ...document, status: 502, detail: 'The upstream is not available.' } : document
  sendError(response, protocol, shown)
}

type AsyncHandler = (request: Request, response: Response, next: NextFunction) => Promise<void> | void

function handler(serve: AsyncHandler): RequestHandler {
  return (request, response, next) => void Promise.resolve(serve(request, response, next)).catch(next)
}

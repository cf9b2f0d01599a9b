import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ModelWindows, Ports } from '../ports/ports.js'
import type { BodyBudget } from '../http/input/body-budget.js'
import type { Caller } from './access.js'
import type { Protocol, Translation } from './protocol.js'
import type { EarlierResponses } from './request/earlier-responses.js'
import type { GivenSummaries } from './request/given-summaries.js'
import type { HeldThreads } from './request/held-threads.js'
import type { KnownBodies } from './request/known-bodies.js'
import type { TurnsInFlight } from './turn/turns-in-flight.js'
import type { WindowLimits } from './turn/window-limits.js'
import type { UpstreamClient } from './upstream/send.js'

/** A server that doors forward to. */
export interface UpstreamServer {
  /** Base URL, without credentials. */
  url: string
  /** The server is the Ollama server of the models. */
  isOllama: boolean
  /** Name of the server in `Ports.upstreams`, if its windows can be asked for. */
  windows: 'ollama' | 'openai' | null
  /** Header with the configured credential; null: none. */
  credential: { name: string; value: string } | null
}

/** Returns what can be asked for the windows of an upstream; null: nothing. */
export function windowsOf(
  { model, upstreams }: Pick<Ports, 'model' | 'upstreams'>,
  { windows }: UpstreamServer,
): ModelWindows | null {
  return windows === 'ollama' ? (upstreams.ollama ?? model) : windows && upstreams[windows]
}

export interface DoorTimes {
  /** Milliseconds of silence after which a stream gets a ping. */
  pingMs: number
  /** Milliseconds the store may take before the request bypasses it. */
  storeMs: number
}
export const DOOR_TIMES: DoorTimes = { pingMs: 10_000, storeMs: 10_000 }

/** State shared by all doors of the process. */
export interface DoorsContext {
  ports: Ports
  client: UpstreamClient
  known: KnownBodies
  summaries: GivenSummaries
  responses: EarlierResponses
  threads: HeldThreads
  turns: TurnsInFlight
  windows: WindowLimits
  bodyBudget: BodyBudget
  maxBodyBytes: number
  times: DoorTimes
  /** Window of models of which nothing is known, in tokens. */
  defaultWindow: number
}

/** One protocol in front of one upstream. */
export interface Door {
  protocol: Protocol
  upstream: UpstreamServer
  /** null: the upstream speaks the protocol itself. */
  translation: Translation | null
}

/** One request at a door. */
export interface DoorCall {
  door: Door
  caller: Caller
  request: IncomingMessage
  response: ServerResponse
  /** Path and query below the address of the door. */
  path: string
}

import { channel } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Remembers what tests sent to the service, and what models sent to it: keys, tickets, and texts. None of it may be in
 * a log line. It listens to every HTTP server of this process while a log is watched; clients of child processes call
 * `hear` themselves.
 */

/** Shorter strings are names and ids. */
export const WINDOW = 16
/** Characters of one body, of one string in it, and of all strings together. The start of a text leaks first. */
const BODY_CHARS = 65_536
const TEXT_CHARS = 2_000
const ALL_CHARS = 4_194_304
/** Shorter keys are those of tests with broken keys. */
const MIN_SECRET_CHARS = 12

const secrets = new Set<string>()
/** Clients send the same history again and again, so each text is kept once. The older half is forgotten as a whole. */
let texts = new Set<string>()
let olderTexts = new Set<string>()
let chars = 0
let joined: string | null = ''
/** Ports of daemons. Replies of other servers are those of models. */
const daemonPorts = new Set<number>()

/** Strings in JSON, as they are escaped. Log lines are JSON, too, with the same escapes. */
const STRINGS = new RegExp(`"((?:[^"\\\\]|\\\\.){${WINDOW},${TEXT_CHARS}})`, 'g')
const ISSUED = /"(?:key|ticket)":"([^"\\]+)"/g

export function stringsOf(json: string): string[] {
  return Array.from(json.slice(0, BODY_CHARS).matchAll(STRINGS), ([, text]) => text!)
}

/** Remembers the strings of a body. */
export function hear(json: string): void {
  for (const text of stringsOf(json)) {
    if (texts.has(text)) continue
    texts.add(text)
    chars += text.length
    joined = null
  }
  if (chars <= ALL_CHARS / 2) return
  olderTexts = texts
  texts = new Set()
  chars = 0
}

export function hearSecret(secret: string | undefined | null): void {
  if (secret && secret.length >= MIN_SECRET_CHARS) secrets.add(secret)
}

/** Remembers keys and tickets that a reply hands out. */
export function hearIssued(reply: string): void {
  for (const [, secret] of reply.matchAll(ISSUED)) hearSecret(secret)
}

/** All texts so far, one after the other. */
export function heardTexts(): string {
  return (joined ??= [...olderTexts, ...texts].join('\0'))
}
export const heardSecrets = (): ReadonlySet<string> => secrets

let listeners = 0
/** Listens to the servers of this process until the returned function is called for the last time. */
export function listen(): () => void {
  if (listeners++ === 0) channel('http.server.request.start').subscribe(onRequest)
  let ended = false
  return () => {
    if (ended) return
    ended = true
    if (--listeners > 0) return
    channel('http.server.request.start').unsubscribe(onRequest)
    secrets.clear()
    daemonPorts.clear()
    texts = new Set()
    olderTexts = new Set()
    chars = 0
    joined = ''
  }
}

export function isDaemon(port: number): void {
  daemonPorts.add(port)
}

function onRequest(message: unknown): void {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
  const { authorization = '', 'x-api-key': apiKey, 'x-palimpsest-key': ownKey } = request.headers
  hearSecret(/^Bearer +(\S+)/i.exec(authorization)?.[1])
  for (const key of [apiKey, ownKey]) hearSecret([key].flat()[0])
  hearSecret(/[?&]ticket=([^&]+)/.exec(request.url ?? '')?.[1])
  hearSecret(/^\/with-key\/([^/]+)/.exec(request.url ?? '')?.[1])
  collect(request, 'push', hear)
  const onReply = daemonPorts.has(request.socket.localPort ?? 0) ? hearIssued : hear
  collect(response, 'write', onReply)
  collect(response, 'end', onReply)
}

/** Reports each chunk that a method takes. Texts that lie across two chunks are heard in halves. */
function collect<Name extends string>(
  target: { [Key in Name]: (...args: never[]) => unknown },
  name: Name,
  onText: (text: string) => void,
): void {
  const method = target[name] as (...args: unknown[]) => unknown
  const wrapped = (...args: unknown[]): unknown => {
    const [chunk] = args
    if (typeof chunk === 'string') onText(chunk.slice(0, BODY_CHARS))
    else if (Buffer.isBuffer(chunk)) onText(chunk.toString('utf8', 0, BODY_CHARS))
    return method.apply(target, args)
  }
  Object.assign(target, { [name]: wrapped })
}

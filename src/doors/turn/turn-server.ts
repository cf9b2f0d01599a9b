import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { whenClosed } from '../../http/when-closed.js'
import { problem, type Problem } from '../../http/problem.js'
import { credentialFor } from '../upstream/credentials.js'
import type { DoorCall, DoorsContext } from '../door.js'
import type { Quirk, TranslatedRequest } from '../protocol.js'
import { membersOf } from '../request/parse-body.js'
import type { DoorRequest } from '../request/read-request.js'
import { CREDENTIALS, requestHeaders, responseHeaders } from '../upstream/headers.js'
import { relay } from '../upstream/relay.js'
import { UpstreamFailure, upstreamUrl } from '../upstream/send.js'
import { bypassBody, mustBypass, within } from './bypass.js'
import { answerEarly, type EarlyAnswer } from './early-answer.js'
import { conversationKey, prepareTurn, type PreparedTurn } from './prepare-turn.js'
import type { OriginalBody } from './original-body.js'
import { sendError } from './send-error.js'
import { smallerTurn } from './smaller-turn.js'
import { storeAnswer, storeRefusal } from './store-answer.js'
import { keepSummary, summarizedId } from './summaries.js'
import { ownTurn, unstoredWindow, type UnstoredTurn } from './unstored-turn.js'
import { firstBytes, upstreamProblem } from './upstream-errors.js'

/** Status of an answer that the model server began and did not end. */
const BROKEN = 502

/** Requests that may have the history of a session: programs make them for themselves, or a person asks in their words. */
const OF_SESSION: readonly (Quirk | null)[] = ['compaction', 'title', 'topic']

/** Serves one request whose body was read: prepares the turn, sends it, passes the answer on, stores it. */
export class TurnServer {
  private readonly abort = new AbortController()
  /** Set if the request is not stored and goes on with the history of a session. */
  private ownTurn: UnstoredTurn | null = null
  /** Set if the request is not stored and a local model answers. */
  private unstoredCtx: number | null = null
  /** Set when it was sent to a server of another API. */
  private translated: TranslatedRequest | null = null

  constructor(
    private readonly context: DoorsContext,
    private readonly call: DoorCall,
    private readonly read: DoorRequest,
    private readonly original: OriginalBody,
  ) {}

  async serve(): Promise<void> {
    const { response } = this.call
    const unwatch = whenClosed(response, () => this.abort.abort())
    try {
      await this.answer(await this.prepared())
    } finally {
      unwatch()
    }
  }

  /** Returns null for a request that is not stored, or if the store is unavailable: it then passes. */
  private async prepared(): Promise<PreparedTurn | null> {
    const { context, call, read } = this
    if (OF_SESSION.includes(read.quirk)) this.ownTurn = await ownTurn(context, call, read)
    if (read.quirk !== null) {
      this.unstoredCtx = this.ownTurn?.numCtx ?? (await unstoredWindow(context, call, read))
      return null
    }
    try {
      return await within(context.times.storeMs, prepareTurn(context, call, read))
    } catch (error) {
      if (!mustBypass(error)) throw error
      context.ports.log.warn({ err: error, door: call.door.protocol.id }, 'a request bypassed the store')
      return null
    }
  }

  private async answer(prepared: PreparedTurn | null, isRetry = false): Promise<void> {
    const { context, call, read } = this
    const { links, facts } = read
    const key = conversationKey(call.caller.appId, read)
    const done = prepared === null ? () => {} : context.turns.answers(key, links.at(-1)?.base ?? '', links.length)
    const early = facts.stream ? answerEarly(context, call, this.ownHeaders(prepared)) : null
    try {
      const upstream = await this.send(prepared)
      const status = upstream.statusCode ?? 502
      this.original.sent()
      if (status === 200 || status === 201) return await this.pass(upstream, prepared, early)
      const smaller = await this.refused(upstream, status, prepared, early, isRetry)
      if (smaller === null) return
      done()
      early?.stop()
      await this.answer(smaller, true)
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error
      this.fail(upstreamProblem(error, call.door), early)
    } finally {
      early?.stop()
      done()
    }
  }

  private send(prepared: PreparedTurn | null): Promise<IncomingMessage> {
    const { context, call, read } = this
    const { door, path, request } = call
    const { upstream, translation, protocol } = door
    const client = { ...request.headers }
    let body = prepared?.body ?? this.ownTurn?.body ?? bypassBody(protocol, read, this.unstoredCtx)
    if (translation) {
      // They are for the provider whose API the client speaks.
      for (const name of CREDENTIALS) delete client[name]
      const numCtx = prepared?.numCtx ?? this.unstoredCtx ?? context.defaultWindow
      this.translated = translation.request(body.toString('utf8'), numCtx)
      body = Buffer.from(this.translated.text, 'utf8')
    }
    // Bytes that did not change are sent as they came, with their encoding.
    if (body === read.body.bytes && this.original.isDecoded && !this.original.isRestored) body = this.original.bytes
    else if (this.original.isDecoded) delete client['content-encoding']
    const credential = credentialFor(call)
    return context.client.send({
      url: upstreamUrl(upstream.url, translation?.path ?? path),
      method: 'POST',
      headers: requestHeaders(client, credential, body.length),
      body,
      signal: this.abort.signal,
    })
  }

  private async pass(
    upstream: IncomingMessage,
    prepared: PreparedTurn | null,
    early: EarlyAnswer | null,
  ): Promise<void> {
    const { context, call, read } = this
    const { protocol, translation } = call.door
    const { response } = call
    const given = (upstream.headers['content-type'] ?? '').toLowerCase()
    const { translated } = this
    const translator = (translated && translation?.answer(membersOf(read.body), translated)) ?? null
    const contentType = translator?.contentType ?? given
    early?.stop()
    const headers = { ...responseHeaders(upstream.headers, translator === null), ...this.ownHeaders(prepared) }
    if (translator) headers['content-type'] = contentType
    const about = prepared ? null : summarizedId(read, this.ownTurn)
    const reader = prepared || about !== null ? protocol.readAnswer(contentType) : null
    const isStream = contentType.includes('event-stream')
    await relay({
      ...{ upstream, response, reader, translator },
      ping: isStream ? protocol.ping : null,
      pingMs: context.times.pingMs,
      head: () => {
        if (response.headersSent || response.destroyed) return
        response.writeHead(upstream.statusCode ?? 200, headers)
        response.flushHeaders()
      },
      refuse: (failure) => {
        const shown = translation!.error(BROKEN, JSON.stringify({ error: failure }))
        response.writeHead(shown.status, headers).end(shown.body)
      },
      brokenStream: () => protocol.streamError(upstreamProblem(new UpstreamFailure('unavailable'), call.door)),
      onEnd: async (how) => {
        if (!reader) return
        const answer = reader.end(how)
        if (about !== null) keepSummary(context, call, read, { about, answer })
        if (!prepared) return
        const { thread } = this.original
        if (thread)
          context.threads.remember({ appId: call.caller.appId, sessionId: prepared.session.id }, read, {
            answer,
            previous: thread.previous,
          })
        await storeAnswer(context, call, read, prepared, answer)
      },
    })
  }

  /** Passes a refusal on, or returns a smaller turn if the upstream refused the prompt for its length. */
  private async refused(
    upstream: IncomingMessage,
    status: number,
    prepared: PreparedTurn | null,
    early: EarlyAnswer | null,
    isRetry: boolean,
  ): Promise<PreparedTurn | null> {
    const { context, call, read } = this
    const { protocol, translation } = call.door
    const { bytes, isWhole } = await firstBytes(upstream)
    const text = bytes.toString('utf8')
    const length = prepared && !isRetry ? protocol.refusedLength(status, text) : null
    if (prepared && length !== null) {
      const smaller = await smallerTurn(context, call, read, { prepared, named: length, text })
      if (smaller) {
        upstream.destroy()
        return smaller
      }
    }
    early?.stop()
    // Before the client knows: it may send another form at once.
    if (prepared) await storeRefusal(context, call, prepared, status)
    const { response } = call
    if (response.destroyed) return null
    if (response.headersSent) {
      response.end(protocol.streamError({ ...problem('invalid_request', text.slice(0, 2_000)), status }))
      return null
    }
    const shown = translation ? translation.error(status, text) : null
    response.writeHead(shown?.status ?? status, {
      ...responseHeaders(upstream.headers, shown === null),
      ...(shown && { 'content-type': 'application/json' }),
      ...this.ownHeaders(prepared),
    })
    if (shown) response.end(shown.body)
    else if (isWhole) response.end(bytes)
    else {
      response.write(bytes)
      upstream.pipe(response)
      await once(response, 'close')
    }
    context.ports.log.debug({ status, model: read.facts.model }, 'the upstream refused a request')
    return null
  }

  private fail(failure: Problem, early: EarlyAnswer | null): void {
    early?.stop()
    const { response, door } = this.call
    if (response.destroyed) return
    if (response.headersSent) response.end(door.protocol.streamError(failure))
    else sendError(response, door.protocol, failure)
  }

  private ownHeaders(prepared: PreparedTurn | null): Record<string, string> {
    if (prepared === null) return this.read.quirk === null ? { 'x-palimpsest-bypassed': '1' } : {}
    const { session, used, isCut, recall } = prepared
    return {
      'x-palimpsest-session': session.id,
      'x-palimpsest-used': String(used),
      'x-palimpsest-limit': String(session.limit),
      'x-palimpsest-cut': isCut ? '1' : '0',
      'x-palimpsest-recall': recall,
    }
  }
}

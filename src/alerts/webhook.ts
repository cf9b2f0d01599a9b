import { createHmac } from 'node:crypto'
import { lookup as lookUp, type LookupAddress } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { withoutSigns } from '../domain/signs.js'
import type { AlertSender } from '../ports/event-port.js'
import { withAnySignal } from '../ports/any-signal.js'
import { isPrivate } from './private-address.js'

/** Posts alerts as JSON. Follows no redirect and reads no body of the answer. */

export interface WebhookConfig {
  /** May contain a secret, as those of chat programs do. It is never logged. */
  url: string
  /** Signs the body; null: it is not signed. */
  key: string | null
  /** Whether the address may be one of a private network. */
  allowsPrivate: boolean
}

const TIMEOUT_MS = 10_000

export function openWebhook({ url: address, key, allowsPrivate }: WebhookConfig): AlertSender {
  const url = new URL(address)
  return {
    host: url.host,
    send: async (alert, signal) => {
      const body = JSON.stringify(alert)
      const headers = {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': 'palimpsest',
        ...(key !== null && {
          'x-palimpsest-signature': `sha256=${createHmac('sha256', key).update(body).digest('hex')}`,
        }),
      }
      const signals = [AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])]
      const status = await withAnySignal(signals, (either) =>
        post(url, { body, headers, signal: either, allowsPrivate }),
      )
      if (status < 200 || status > 299) throw new Error(`The webhook answered with status ${status}.`)
    },
  }
}

interface Post {
  body: string
  headers: Record<string, string>
  signal: AbortSignal
  allowsPrivate: boolean
}

/** Returns the status of the answer. */
function post(url: URL, { body, headers, signal, allowsPrivate }: Post): Promise<number> {
  const host = withoutSigns(url.hostname, '[', ']')
  if (!allowsPrivate && isIP(host) !== 0 && isPrivate(host)) return Promise.reject(refused(host))
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', headers, signal, ...(!allowsPrivate && { lookup: publicLookup }) }
    const request = send(url, options, (answer) => {
      resolve(answer.statusCode ?? 0)
      answer.destroy()
    })
    request.on('error', (error) =>
      reject(signal.aborted ? new Error(`The webhook did not answer in ${TIMEOUT_MS / 1_000} s.`) : error),
    )
    request.end(body)
  })
}

/** Looks up the address that is then connected to, so that no second answer of the name server can differ. */
const publicLookup: LookupFunction = (hostname, options, done) => {
  lookUp(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error) return done(error, [])
    const hidden = found.find(({ address }) => isPrivate(address))
    if (hidden) return done(refused(hidden.address), [])
    if (options.all) return done(null, found)
    done(null, found[0]!.address, found[0]!.family)
  })
}

function refused(address: string): Error {
  return new Error(`The webhook is at the private address ${address}; set ALERT_WEBHOOK_PRIVATE=on to allow it.`)
}

import { withoutEndSlashes, apiVersionIn } from '../../domain/addresses.js'
import { bounded, refusalOf } from '../refusal.js'

/** Address of an OpenAI-compatible server. */
export interface OpenaiServer {
  /** Base URL of the API, usually with `/v1`, without credentials. */
  url: string
  /** API key; null: the server needs none. */
  key: string | null
  /** Window of its models in tokens, as the operator set it: replaces one that is not reported and bounds one that is. */
  windowTokens: number | null
}

export function authorizationOf({ key }: Pick<OpenaiServer, 'key'>): string | null {
  return key === null ? null : `Bearer ${key}`
}

/** Returns an address below the API, such as `/models`. */
export function apiUrl({ url }: Pick<OpenaiServer, 'url'>, path: string): string {
  return `${withoutEndSlashes(url)}${path}`
}

/** Returns an address below the server itself, where its own endpoints are: without the version of the API. */
export function rootUrl({ url }: Pick<OpenaiServer, 'url'>, path: string): string {
  const base = withoutEndSlashes(url)
  return base.slice(0, base.length - apiVersionIn(base).length) + path
}

/** Sends a GET, or a POST with a body, and returns the JSON of the answer. Throws Refusal for an error response and for an
 * error in a body, a TypeError for a redirect, and ModelError `length` for more than 4 MiB. */
export async function askJson(
  server: OpenaiServer,
  { url, body }: { url: string; body?: object },
  signal: AbortSignal,
): Promise<unknown> {
  const authorization = authorizationOf(server)
  const response = bounded(
    await fetch(url, {
      method: body ? 'POST' : 'GET',
      headers: {
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
        ...(authorization !== null && { authorization }),
      },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'manual',
      signal,
    }),
  )
  const text = await response.text()
  if (!response.ok) throw refusalOf(response.status, text, response.headers.get('retry-after'))
  return JSON.parse(text)
}

import { isRecord } from '../domain/json/json.js'
/** Requests to the issuer: no redirect is followed, and time and size of an answer are bounded. */

const TIMEOUT_MS = 5_000
/** Metadata, keys and tokens are far smaller. */
const MAX_BYTES = 262_144

/** Milliseconds in which no second request for the same document starts. Also bounds what unknown key ids cause. */
export const COOLDOWN_MS = 30_000

export type JsonObject = Readonly<Record<string, unknown>>

/** The issuer did not give a usable answer. The message contains no secret. */
export class IssuerFault extends Error {
  /** @param status of the answer; null: there was none, or it could not be used */
  constructor(
    message: string,
    readonly status: number | null = null,
  ) {
    super(message)
    this.name = 'IssuerFault'
  }
}

/** Returns the JSON object of an answer with status 200. Throws IssuerFault. */
export async function fetchJson(address: string, init: RequestInit = {}): Promise<JsonObject> {
  const at = new URL(address).host
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  let response: Response
  try {
    response = await fetch(address, { ...init, redirect: 'manual', signal })
  } catch (error) {
    throw new IssuerFault(signal.aborted ? `${at} did not answer in ${TIMEOUT_MS} ms` : `${at}: ${reasonOf(error)}`)
  }
  if (response.status !== 200) {
    await response.body?.cancel().catch(() => {})
    throw new IssuerFault(`${at} answered with status ${response.status}`, response.status)
  }
  return parsed(await textOf(response, at), at)
}

async function textOf(response: Response, at: string): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const piece of response.body ?? []) {
      bytes += piece.length
      // Leaving the loop cancels the body.
      if (bytes > MAX_BYTES) throw new IssuerFault(`${at} sent more than ${MAX_BYTES} bytes`)
      pieces.push(piece)
    }
  } catch (error) {
    throw error instanceof IssuerFault ? error : new IssuerFault(`${at} did not finish its answer`)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function parsed(text: string, at: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text)
    if (isRecord(value)) return value
  } catch {
    // An HTML page, for example.
  }
  throw new IssuerFault(`${at} sent no JSON object`)
}

/** Returns the code of the innermost cause, such as ECONNREFUSED. Messages may quote what was sent. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed'
  if (error.cause instanceof Error) return reasonOf(error.cause)
  return 'code' in error && typeof error.code === 'string' ? error.code : 'no connection'
}

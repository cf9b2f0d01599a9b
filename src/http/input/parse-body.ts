import type { Json } from '../../domain/message.js'
import { compute } from '../../threads/compute.js'
import { textsOf, type MemberTexts } from './json-scan.js'

export interface Body {
  value: Json
  texts: MemberTexts
  /** SHA-256 of the received bytes, in lower-case hex; null if not asked for. */
  digest: string | null
}

/** Decodes and parses the bytes of a body. An empty body reads as `{}`. Throws invalid_request, body_too_large. [13] */
export async function parseBody(bytes: Buffer, withDigest: boolean): Promise<Body> {
  const { value, text, members, digest } = await compute('readBody', bytes.length, bytes, withDigest)
  return { value, texts: textsOf(text, members), digest }
}

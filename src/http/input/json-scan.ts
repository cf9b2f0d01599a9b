import { sliceArray, sliceValue } from '../../domain/formats/index.js'
import type { Json } from '../../domain/message.js'
import type { ScannedJson } from '../../domain/json/scan-json.js'
import { compute } from '../../threads/compute.js'

/** Exact text of body members. */
export interface MemberTexts {
  /** Returns null if there is no such member. */
  member(key: string): string | null
  /** Returns the text of each element of an array member. Empty if the member is not an array. */
  elements(key: string): string[]
}

export interface ScannedBody {
  value: Json
  texts: MemberTexts
}

/** Parses a body. Throws invalid_request for invalid JSON or too deep nesting, body_too_large for too many values. */
export async function scanJson(text: string): Promise<ScannedBody> {
  const { value, members } = await compute('scanJson', text.length, text)
  return { value, texts: textsOf(text, members) }
}

/** @param text the body, as it was scanned */
export function textsOf(text: string, members: ScannedJson['members']): MemberTexts {
  if (members === null) return { member: (key) => sliceValue(text, key), elements: (key) => sliceArray(text, key) }
  return {
    member: (key) => {
      const found = members.get(key)
      return found ? text.slice(...found.at) : null
    },
    elements: (key) => (members.get(key)?.elements ?? []).map((span) => text.slice(...span)),
  }
}

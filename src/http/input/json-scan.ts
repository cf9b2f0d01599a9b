import { inSteps } from '../../app/ports/in-steps.js'
import { DomainError } from '../../domain/errors.js'
import { depthOf, MAX_DEPTH, readJson, sliceArray, sliceValue, type MemberSpan } from '../../domain/formats/index.js'
import { finish } from '../../domain/steps.js'
import type { Json } from '../../domain/message.js'

/** Parses the JSON of a body in steps that yield to the event loop. Limits apply before values take memory. [13] */

/** Maximum values and member names in one body. 1,000 messages with tool calls have about 30,000. */
export const MAX_JSON_NODES = 250_000
/** Bodies up to this size are parsed in one step, in well under a millisecond. They cannot contain too many values. */
const AT_ONCE_CHARS = 65_536

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
  if (text.length <= AT_ONCE_CHARS) {
    const value = parsedAtOnce(text)
    if (value !== undefined)
      return { value, texts: { member: (key) => sliceValue(text, key), elements: (key) => sliceArray(text, key) } }
  }
  const reading = readJson(text, { depth: MAX_DEPTH, nodes: MAX_JSON_NODES })
  const read = text.length <= AT_ONCE_CHARS ? finish(reading) : await inSteps(reading)
  switch (read.kind) {
    case 'value':
      return { value: read.value, texts: textsOf(text, read.members) }
    case 'fault':
      throw invalid(
        'body',
        'JSON',
        read.at >= text.length ? `end of text at position ${text.length}` : `invalid JSON at position ${read.at}`,
      )
    case 'too-deep':
      throw invalid('JSON', `nesting of at most ${MAX_DEPTH}`, 'deeper nesting')
    case 'too-many': {
      const message = `The body has over ${MAX_JSON_NODES} JSON values and member names. Send it in several requests.`
      throw new DomainError('body_too_large', message, { maxNodes: MAX_JSON_NODES })
    }
  }
}

/** Returns undefined for invalid or too deep JSON; the slower reader then reports the fault. */
function parsedAtOnce(text: string): Json | undefined {
  if (depthOf(text) > MAX_DEPTH) return undefined
  try {
    const value: Json = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}

function textsOf(text: string, members: ReadonlyMap<string, MemberSpan>): MemberTexts {
  return {
    member: (key) => {
      const found = members.get(key)
      return found ? text.slice(...found.at) : null
    },
    elements: (key) => (members.get(key)?.elements ?? []).map((span) => text.slice(...span)),
  }
}

function invalid(what: string, expected: string, received: string): DomainError {
  return new DomainError('invalid_request', `${what}: expected ${expected}, received ${received}.`, {}, [
    { path: '', expected, received },
  ])
}

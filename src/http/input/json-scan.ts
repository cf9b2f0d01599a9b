import { inSteps } from '../../app/ports/in-steps.js'
import { DomainError } from '../../domain/errors.js'
import { depthOf, MAX_DEPTH, readJson, sliceArray, sliceValue, type MemberSpan } from '../../domain/formats/index.js'
import { finish } from '../../domain/steps.js'
import type { Json } from '../../domain/message.js'

/** JSON of a body: read in slices of the event loop, within limits that hold before its values take memory. [13] */

/** Values and member names in one body. 1,000 messages with tool calls have about 30,000. */
export const MAX_JSON_NODES = 250_000
/** Shorter bodies are read at once, in well under a millisecond. They cannot hold too many values. */
const AT_ONCE_CHARS = 65_536

/** The exact text of members of a body. */
export interface MemberTexts {
  /** Null where there is no such member. */
  member(key: string): string | null
  /** Of each element of a member that is an array; empty where it is none. */
  elements(key: string): string[]
}

export interface ScannedBody {
  value: Json
  texts: MemberTexts
}

/** Throws invalid_request for what is no JSON or nests too deep, body_too_large for too many values. */
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
        read.at >= text.length ? `an end at position ${text.length}` : `something else at position ${read.at}`,
      )
    case 'too-deep':
      throw invalid('JSON', `nesting of at most ${MAX_DEPTH}`, 'deeper nesting')
    case 'too-many': {
      const message = `The body holds more than ${MAX_JSON_NODES} JSON values and member names. Send it in several requests.`
      throw new DomainError('body_too_large', message, { maxNodes: MAX_JSON_NODES })
    }
  }
}

/** Undefined: the reader must say what is wrong. */
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

import { DomainError } from '../errors.js'
import { depthOf } from './value-spans.js'
import type { Json } from '../message.js'
import { readJson, type MemberSpan } from './json-reader.js'
import { MAX_DEPTH } from './json.js'

/** Parses the JSON of a body. Limits apply before values take memory. [13] */

/** Maximum values and member names in one body. 1,000 messages with tool calls have about 30,000. */
export const MAX_JSON_NODES = 250_000
/** Bodies up to this size cannot contain too many values. */
const FEW_NODES_CHARS = 65_536

export interface ScannedJson {
  value: Json
  /** Places of the members of the outermost object; null for a short text, whose members are cheap to find again. */
  members: ReadonlyMap<string, MemberSpan> | null
}

/** Throws invalid_request for invalid JSON or too deep nesting, body_too_large for too many values. */
export function scanJson(text: string): ScannedJson {
  if (text.length <= FEW_NODES_CHARS) {
    const value = parsedAtOnce(text)
    if (value !== undefined) return { value, members: null }
  }
  const read = readJson(text, { depth: MAX_DEPTH, nodes: MAX_JSON_NODES })
  switch (read.kind) {
    case 'value':
      return read
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

function invalid(what: string, expected: string, received: string): DomainError {
  return new DomainError('invalid_request', `${what}: expected ${expected}, received ${received}.`, {}, [
    { path: '', expected, received },
  ])
}

import type { IncomingHttpHeaders } from 'node:http'
import { invalidUtf8 } from '../http/input/percent-encoding.js'
import { OWN_HEADER, SCOPE_HEADER } from './request/client-names.js'

/** What a client that can set no header puts before the path of a door: `/with-key/{key}/in-scope/{scope}/in-session/{name}/ollama/…`, each or none,
 * in this order. */
const PARTS = [
  { name: 'with-key', pattern: /^\/with-key\/([^/]{1,200})(\/.*)$/, header: null },
  { name: 'in-scope', pattern: /^\/in-scope\/([^/]{1,2000})(\/.*)$/, header: SCOPE_HEADER },
  { name: 'in-session', pattern: /^\/in-session\/([^/]{1,2000})(\/.*)$/, header: OWN_HEADER },
] as const

export interface DividedPath {
  /** From the name of the door on. */
  url: string
  /** Writes the parts into the headers that they replace, unless those are set, and returns the key, null: none. Throws invalid_request. */
  read(headers: IncomingHttpHeaders): string | null
}

export function dividePath(requestUrl: string): DividedPath {
  let url = requestUrl
  const found = PARTS.flatMap((part) => {
    const match = part.pattern.exec(url)
    if (!match) return []
    url = match[2]!
    return [{ ...part, text: match[1]! }]
  })
  return {
    url,
    read: (headers) => {
      let key: string | null = null
      for (const { name, header, text } of found) {
        const value = decoded(text, name)
        if (header === null) key = value
        else headers[header] ??= value
      }
      return key
    },
  }
}

function decoded(text: string, name: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw invalidUtf8(name)
  }
}

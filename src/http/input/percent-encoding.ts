import { type DomainError, invalidRequest } from '../../domain/errors.js'

/** Decodes names and values of a URL. URLSearchParams replaces invalid UTF-8 by U+FFFD, which would search for, or
 * store, other text than the client sent. [13] */

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Returns the decoded text of a query name or value: `+` is a space, and `%` without two hexadecimal digits is a `%`.
 * Returns null if its bytes are not UTF-8. */
export function decodeQueryText(text: string): string | null {
  return decodeBytes(text.replaceAll('+', ' '))
}

/** Checks the parameters of a request path. Throws invalid_request, naming the parameter, if one cannot be decoded.
 * @param templates paths of the operations, such as `/v1/sessions/{sessionId}` */
export function requireUtf8Path(path: string, templates: readonly string[]): void {
  const segments = path.split('/')
  const invalid = segments.findIndex((segment) => !isDecodable(segment))
  if (invalid < 0) return
  for (const template of templates) {
    const parts = template.split('/')
    const fits = parts.length === segments.length && parts.every((part, at) => isName(part) || part === segments[at])
    if (fits) throw invalidUtf8(`path.${parts[invalid]!.slice(1, -1)}`)
  }
}

/** Returns the error for a part of a URL. @param path its name in the request, such as `query.q` */
export function invalidUtf8(path: string): DomainError {
  return invalidRequest(path, 'percent-encoded UTF-8', 'another encoding')
}

function isName(part: string): boolean {
  return part.startsWith('{')
}

function isDecodable(segment: string): boolean {
  try {
    decodeURIComponent(segment)
    return true
  } catch {
    return false
  }
}

/** Node passes each byte of a request line as one character. */
function decodeBytes(text: string): string | null {
  try {
    return UTF8.decode(Buffer.from(decodedOnce(text), 'latin1'))
  } catch {
    return null
  }
}

/** Returns a text with each encoded byte as one character. */
export function decodedOnce(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
}

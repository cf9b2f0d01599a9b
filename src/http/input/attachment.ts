import type { Answer } from '../operation.js'

/** Bytes that came from a conversation, handed out so that no browser shows or runs them: they may be anything, whatever they claim. */

/** Types that are told as they are, with the ending of a file's name; SVG and HTML are not among them. */
const SAFE_TYPES: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'audio/wav': 'wav',
  'audio/mp3': 'mp3',
  'audio/mpeg': 'mp3',
}
const FALLBACK_TYPE = { contentType: 'application/octet-stream', ending: 'bin' }

/** @param name of our own making: what a conversation calls its files stands in no header */
export function attachment(bytes: Buffer, mediaType: string | null, name: string): Answer {
  const declaredType = mediaType?.split(';', 1)[0]!.trim().toLowerCase() ?? ''
  const { contentType, ending } = Object.hasOwn(SAFE_TYPES, declaredType)
    ? { contentType: declaredType, ending: SAFE_TYPES[declaredType]! }
    : FALLBACK_TYPE
  const headers = {
    'Content-Disposition': `attachment; filename="${name}.${ending}"`,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
  }
  return { kind: 'bytes', status: 200, bytes, contentType, headers }
}

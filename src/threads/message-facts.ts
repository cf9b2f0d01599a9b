import { shortenedOf, type Shortened } from '../domain/context/shortened.js'
import { parseMessage } from '../domain/formats/index.js'
import { markersOf, type FoundMarkers } from '../domain/goal/markers.js'
import type { Format, Json, Origin, ParsedMessage } from '../domain/message.js'
import { countedTexts } from '../domain/tokens.js'
import { textDigest } from './text-digest.js'

/** What is read of a new message before its tokens are counted. */
export interface MessageFacts {
  digest: string
  message: ParsedMessage
  /** Texts to count, of each part. */
  texts: string[][]
  /** Goal markers in the assistant's text. */
  said: FoundMarkers
  /** Shortened copies stored with a large message. */
  short: Shortened
}

export interface Given {
  format: Format
  /** Exact JSON text. */
  raw: string
  /** Names the message in faults (`messages[3]`). */
  path: string
  origin?: Origin | null | undefined
  /** System messages count as text of the app. */
  systemIsApp?: true | undefined
}

/** Reads a new message. Throws invalid_request with the path of the fault.
 * @param value of the JSON text, if it is at hand */
export function messageFacts({ format, raw, path, origin, systemIsApp }: Given, value?: Json): MessageFacts {
  const json = value ?? (JSON.parse(raw) as Json)
  const message = withOrigin(parseMessage(format, json, path), origin, systemIsApp)
  return {
    digest: textDigest(raw),
    message,
    texts: message.parts.map(countedTexts),
    said: markersOf(message),
    short: shortenedOf({ format, length: raw.length, value: json, parsed: message }),
  }
}

function withOrigin(
  message: ParsedMessage,
  origin: Origin | null | undefined,
  systemIsApp: true | undefined,
): ParsedMessage {
  const counted: ParsedMessage =
    systemIsApp && message.role === 'system' ? { ...message, role: 'user', origin: 'app' } : message
  return origin ? { ...counted, origin } : counted
}

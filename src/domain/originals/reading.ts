/** What stands behind a stand-in, as text that can be read by lines and searched: words as they are, a line for each picture and file. [D1] */
import type { MediaPart, ResultBlock } from '../message.js'
import { startOfCharacter } from './slices.js'

/** A picture or file inside a result. */
export interface Medium {
  /** 1, 2, 3 … in the result: the handle of its bytes. */
  number: number
  kind: 'image' | 'file'
  mediaType: string | null
  name: string | null
  /** Its bytes are not in the conversation but at this address, which nobody here follows. */
  url: string | null
  /** Of the decoded bytes; null: they are not here. */
  bytes: number | null
  /** Lower-case hex SHA-256 of the decoded bytes. */
  sha256: string | null
  /** Its words, where it is a text. */
  text: string | null
}

/** Characters of a content hash that are shown to people and models. */
export const SHORT_HASH = 12
/** What a conversation calls its files, and their addresses, of which some carry the whole picture. */
const NAME_CHARACTERS = 120
const TYPE_CHARACTERS = 60

export function isMedium(block: ResultBlock): block is MediaPart & { type: 'image' | 'file' } {
  return block.type === 'image' || block.type === 'file'
}

/** `media`: those of the content, in order. The hash of each picture is in its line, so the hash of the text is one of the whole. */
export function readableText(content: string | readonly ResultBlock[], media: readonly Medium[]): string {
  if (typeof content === 'string') return content
  let next = 0
  return content.map((block) => (isMedium(block) ? mediumText(media[next++]!) : blockText(block))).join('\n')
}

function blockText(block: ResultBlock): string {
  return block.type === 'text'
    ? String(block.text)
    : JSON.stringify(block.type === 'opaque' && block.block !== undefined ? block.block : block)
}

function mediumText(medium: Medium): string {
  const { number, kind, name, url, sha256, text } = medium
  const facts = [mediumSize(medium), ...(sha256 === null ? [] : [`sha256 ${sha256.slice(0, SHORT_HASH)}`])]
  const named = [...(name === null ? [] : [clipped(name)]), ...facts, ...(url === null ? [] : [`at ${clipped(url)}`])]
  const line = `[${kind} ${number}: ${named.join(', ')}]`
  return text === null ? line : `${line}\n${text}`
}

/** `image/png of 48213 bytes` */
export function mediumSize({ kind, mediaType, bytes }: Medium): string {
  const type = clipped(mediaType ?? kind, TYPE_CHARACTERS)
  return bytes === null ? type : `${type} of ${bytes} bytes`
}

/** On one line. */
function clipped(text: string, characters = NAME_CHARACTERS): string {
  const line = text.slice(0, characters + 1).replace(/\s+/g, ' ')
  return line.length > characters ? `${line.slice(0, startOfCharacter(line, characters))}…` : line
}

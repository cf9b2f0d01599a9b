/** Renders an offloaded original as text for line-based reading and search: text verbatim, one line for each image or
 * file. [D1] */
import { oneLine, startOfCharacter } from '../texts.js'
import type { MediaPart, ResultBlock } from '../message.js'

/** An image or file inside a result. */
export interface Medium {
  /** Position in the result, from 1: the handle of its bytes. */
  number: number
  kind: 'image' | 'file'
  mediaType: string | null
  name: string | null
  /** Address of the bytes if they are not in the conversation. The service never fetches it. */
  url: string | null
  /** Size of the decoded bytes; null if they are not in the conversation. */
  bytes: number | null
  /** Lower-case hex SHA-256 of the decoded bytes. */
  sha256: string | null
  /** Content of a text file; null for other files. */
  text: string | null
}

/** Characters of a content hash shown to people and models. */
export const SHORT_HASH = 12
/** Limits file names and addresses. Some addresses contain the whole image. */
const MAX_NAME_CHARACTERS = 120
const MAX_TYPE_CHARACTERS = 60

export function isMedium(block: ResultBlock): block is MediaPart & { type: 'image' | 'file' } {
  return block.type === 'image' || block.type === 'file'
}

/** Returns the content as text. Each image line contains the hash of the image, so a hash of the text covers
 * everything.
 * @param media images and files of the content, in order */
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

/** Returns type and size: `image/png of 48213 bytes`. */
export function mediumSize({ kind, mediaType, bytes }: Medium): string {
  const type = clipped(mediaType ?? kind, MAX_TYPE_CHARACTERS)
  return bytes === null ? type : `${type} of ${bytes} bytes`
}

/** Returns `text` on one line, cut to `characters`. */
function clipped(text: string, characters = MAX_NAME_CHARACTERS): string {
  const line = oneLine(text.slice(0, characters + 1))
  return line.length > characters ? `${line.slice(0, startOfCharacter(line, characters))}…` : line
}

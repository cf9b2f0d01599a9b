import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { createGunzip } from 'node:zlib'
import type { ArchiveFile } from '../../http/transfer/read-archive.js'
import { readImport } from '../../http/transfer/read-import.js'
import { CommandError } from '../connection.js'
import { unreadable } from '../output/unreadable.js'

/** Opens an export, also one that is compressed. Throws CommandError if it is not one of this service's files.
 * @param hash receives the bytes of the file as it is on the disk */
export async function readExport(path: string, hash = createHash('sha256')): Promise<ArchiveFile> {
  const bytes = createReadStream(path).on('data', (chunk) => hash.update(chunk))
  const file = await readImport(textsOf(path.endsWith('.gz') ? unpacked(bytes) : bytes, path))
  if (file.kind !== 'archive')
    throw new CommandError(`${path} is not an export of this service. Make one with: palimpsest export SESSION`)
  return file.file
}

function unpacked(bytes: Readable): Readable {
  const plain = createGunzip()
  bytes.on('error', (error) => plain.destroy(error)).pipe(plain)
  return plain
}

async function* textsOf(bytes: Readable, path: string): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  try {
    for await (const chunk of bytes) yield decoder.write(chunk as Buffer)
  } catch (error) {
    throw unreadable(path, error)
  }
  yield decoder.end()
}

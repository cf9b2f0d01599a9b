import { pause } from '../../ports/pause.js'
import type { ImportedLog } from '../../app/transfer/import-log.js'
import { importRefused } from '../../app/transfer/refusal.js'
import { DomainError } from '../../domain/errors.js'
import { compute } from '../../threads/compute.js'
import { DocumentSplitter } from './document-splitter.js'
import { SplitFault, type Piece, type Splitter, Collected } from './pieces.js'
import { isArchive, readArchive, type ArchiveFile } from './read-archive.js'

/** Decides what an uploaded file is. Our own files are read as they arrive; others must fit in memory. */

/** Characters that decide. */
const START_CHARS = 4_096
/** Characters of a file of another program. */
const MAX_FOREIGN_CHARS = 64 * 1024 * 1024

export type ImportFile = { kind: 'archive'; file: ArchiveFile } | { kind: 'log'; text: string }

/** Throws import_refused, body_too_large. */
export async function readImport(texts: AsyncGenerator<string>): Promise<ImportFile> {
  let start = ''
  while (start.length < START_CHARS) {
    const next = await texts.next()
    if (next.done) break
    start += next.value
  }
  if (start.trim() === '') throw importRefused('The file is empty.')
  if (!isArchive(start)) return { kind: 'log', text: await whole(start, texts) }
  const isLines = /^\s*\{\s*"type"/.test(start)
  const pieces = piecesOf(isLines ? new LineSplitter() : new DocumentSplitter(), start, texts)
  return { kind: 'archive', file: await readArchive(pieces) }
}

async function* piecesOf(splitter: Splitter, start: string, texts: AsyncGenerator<string>): AsyncGenerator<Piece> {
  try {
    yield* splitter.push(start)
    for await (const text of texts) {
      yield* splitter.push(text)
      await pause()
    }
    yield* splitter.end()
  } catch (error) {
    if (!(error instanceof SplitFault)) throw error
    if (error.kind === 'too-long') throw new DomainError('body_too_large', `${error.message} Nothing was imported.`)
    throw importRefused(error.message)
  }
}

async function whole(start: string, texts: AsyncGenerator<string>): Promise<string> {
  const pieces = [start]
  let chars = start.length
  for await (const text of texts) {
    chars += text.length
    if (chars > MAX_FOREIGN_CHARS) {
      const detail = `A file of another program may have ${MAX_FOREIGN_CHARS} characters. Split it. Nothing was imported.`
      throw new DomainError('body_too_large', detail, { maxChars: MAX_FOREIGN_CHARS })
    }
    pieces.push(text)
  }
  return pieces.join('')
}

/** Reads the log of another program. Throws import_refused. @param wanted which conversation, counted from 1 */
export async function readLogFile(text: string, wanted?: number): Promise<ImportedLog> {
  const conversations = await compute('readLogTexts', text.length, text, '')
  const found = conversations.filter(({ messages }) => messages.length > 0)
  if (found.length === 0) throw importRefused('The file has no conversation in a known format.')
  if (wanted === undefined && found.length > 1)
    throw importRefused(`The file has ${found.length} conversations; choose one with \`conversation\`, from 1.`)
  const chosen = found[(wanted ?? 1) - 1]
  if (!chosen) throw importRefused(`The file has ${found.length} conversations; conversation ${wanted} is not in it.`)
  return chosen
}

/** Splits JSON Lines. Blank lines are skipped but counted. */
class LineSplitter implements Splitter {
  private line = 0
  private readonly open = new Collected()

  push(chunk: string): Piece[] {
    const found: Piece[] = []
    for (let from = 0; from < chunk.length;) {
      const to = chunk.indexOf('\n', from)
      this.open.add(chunk, from, to < 0 ? chunk.length : to)
      if (to < 0) break
      found.push(...this.close())
      from = to + 1
    }
    return found
  }

  end(): Piece[] {
    return this.close()
  }

  private close(): Piece[] {
    this.line += 1
    const text = this.open.take().trim()
    return text === '' ? [] : [{ kind: 'line', line: this.line, text }]
  }
}

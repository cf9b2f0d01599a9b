import { importRefused } from '../../app/transfer/refusal.js'
import {
  ARCHIVE_FORMAT,
  ARCHIVE_SECTIONS,
  ARCHIVE_VERSION,
  type ArchiveHead,
  type ArchiveRecord,
  type ArchiveSection,
} from '../../domain/archive/archive.js'
import { DomainError } from '../../domain/errors.js'
import { isObject, type JsonObject } from '../../domain/json/json.js'
import type { Json } from '../../domain/message.js'
import { scanJson, type MemberTexts } from '../input/json-scan.js'
import { parseAs } from '../input/validation.js'
import { ArchiveDigest, END_TYPE, HEAD_TYPE, RECORD_TYPES } from './archive-text.js'
import type { Piece } from './pieces.js'
import { RECORD_SCHEMAS } from './record-schemas.js'
import { ArchivedSession } from './session-schema.js'

/** Reads the records of an archive from the pieces of its file. Throws import_refused. */

/** Whether a file starts like one of our archives. */
export function isArchive(start: string): boolean {
  return /^\s*\{\s*("type"\s*:\s*"session"\s*,\s*)?"format"\s*:\s*"palimpsest"/.test(start)
}

export interface ArchiveFile {
  head: ArchiveHead
  records: AsyncGenerator<ArchiveRecord>
}

export async function readArchive(pieces: AsyncIterable<Piece>): Promise<ArchiveFile> {
  const entries = entriesOf(pieces)
  const digest = new ArchiveDigest()
  const first = await entries.next()
  if (first.done || first.value.section !== HEAD_TYPE) throw importRefused('The file does not start with a session.')
  const { value, text } = first.value
  digest.add(HEAD_TYPE, text)
  // The schema checks what readers rely on; the rest is as this service wrote it.
  const session = checked(ArchivedSession, value, HEAD_TYPE) as unknown as ArchiveHead['session']
  return {
    head: { format: ARCHIVE_FORMAT, version: ARCHIVE_VERSION, session },
    records: recordsOf(entries, digest),
  }
}

async function* recordsOf(entries: AsyncGenerator<Entry>, digest: ArchiveDigest): AsyncGenerator<ArchiveRecord> {
  let at = 0
  for await (const { section, value, text } of entries) {
    if (section === END_TYPE) {
      const { records, digest: own } = digest.end()
      if (value.records !== records)
        throw importRefused(`The file has ${records} records, but its end names ${String(value.records)}.`)
      if (value.digest !== own) throw importRefused('The file was changed after its export: its digest differs.')
      const more = await entries.next()
      if (!more.done) throw importRefused('The file goes on after its end.')
      return
    }
    const place = section === HEAD_TYPE ? -1 : ARCHIVE_SECTIONS.indexOf(section)
    if (place < at || section === HEAD_TYPE) throw importRefused(`A record of "${section}" is out of order.`)
    at = place
    digest.add(section, text)
    yield recordOf(section, value)
  }
  throw importRefused('The file is incomplete: its end is missing.')
}

function recordOf(section: ArchiveSection, value: JsonObject & { raw?: string }): ArchiveRecord {
  const parsed = inOrder(value, checked(RECORD_SCHEMAS[section], value, section))
  return { section, value: parsed } as unknown as ArchiveRecord
}

/** Returns `parsed` with the members in the order of `given`, so that the record is stored with the text it had. */
function inOrder(given: unknown, parsed: unknown): unknown {
  if (Array.isArray(given) && Array.isArray(parsed)) return given.map((item, at) => inOrder(item, parsed[at]))
  if (!isObject(given as Json) || typeof parsed !== 'object' || parsed === null || parsed instanceof Date) return parsed
  const members = parsed as Record<string, unknown>
  return Object.fromEntries(Object.entries(given as JsonObject).map(([key, one]) => [key, inOrder(one, members[key])]))
}

/** One record before its check. `text` is the text that the digest covers. */
interface Entry {
  section: ArchiveSection | typeof HEAD_TYPE | typeof END_TYPE
  value: JsonObject
  text: string
}

const SECTION_OF = new Map<string, ArchiveSection>(ARCHIVE_SECTIONS.map((section) => [RECORD_TYPES[section], section]))

async function* entriesOf(pieces: AsyncIterable<Piece>): AsyncGenerator<Entry> {
  const open: Open = { version: null, format: null }
  for await (const piece of pieces) {
    const entry = piece.kind === 'line' ? await fromLine(piece, open) : await fromDocument(piece, open)
    if (entry) yield entry
  }
}

/** Members of the head that were already read. */
interface Open {
  format: string | null
  version: unknown
}

async function fromLine({ text, line }: Extract<Piece, { kind: 'line' }>, open: Open): Promise<Entry> {
  const scanned = await scan(text, line)
  const { type, ...value } = scanned.value
  if (type === HEAD_TYPE) {
    requireVersion({ format: value.format, version: value.version })
    open.version = value.version
    return { section: HEAD_TYPE, value: objectOf(value.session, line), text: scanned.texts.member('session') ?? '' }
  }
  const section = type === END_TYPE ? END_TYPE : SECTION_OF.get(String(type))
  if (section === undefined) throw importRefused('The type of the record is unknown.', line)
  const prefix = `{"type":${JSON.stringify(type)},`
  if (!text.startsWith(prefix)) throw importRefused('The record was changed after its export.', line)
  return { section, value: withRaw(section, value, scanned), text: `{${text.slice(prefix.length)}` }
}

async function fromDocument(piece: Exclude<Piece, { kind: 'line' }>, open: Open): Promise<Entry | null> {
  const { key, text } = piece
  if (piece.kind === 'member') {
    if (key === 'format' || key === 'version') {
      open[key] = (await scan(`{"value":${text}}`)).value.value as never
      return null
    }
    if (key !== HEAD_TYPE && key !== END_TYPE)
      throw importRefused(`The member "${String(key).slice(0, 40)}" is unknown.`)
    if (key === HEAD_TYPE) requireVersion(open)
    return { section: key, value: (await scan(text)).value, text }
  }
  const section = ARCHIVE_SECTIONS.find((one) => one === key)
  if (section === undefined) throw importRefused(`The member "${String(key).slice(0, 40)}" is unknown.`)
  const scanned = await scan(text)
  return { section, value: withRaw(section, scanned.value, scanned), text }
}

/** Replaces the value of a message by its exact text. */
function withRaw(section: string, value: JsonObject, { texts }: { texts: MemberTexts }): JsonObject {
  if (section !== 'messages') return value
  const { message: _, ...facts } = value
  return { ...facts, raw: texts.member('message') ?? '' }
}

async function scan(text: string, line?: number): Promise<{ value: JsonObject; texts: MemberTexts }> {
  try {
    const scanned = await scanJson(text)
    return { ...scanned, value: objectOf(scanned.value, line) }
  } catch (error) {
    if (error instanceof DomainError && error.code === 'invalid_request') throw importRefused(error.message, line)
    throw error
  }
}

function objectOf(value: unknown, line?: number): JsonObject {
  if (isObject(value as Json)) return value as JsonObject
  throw importRefused('Expected an object.', line)
}

function requireVersion({ format, version }: { format: unknown; version: unknown }): void {
  if (format !== ARCHIVE_FORMAT) throw importRefused(`The format is not "${ARCHIVE_FORMAT}".`)
  if (version !== ARCHIVE_VERSION)
    throw importRefused(`The file has format version ${String(version)}; this service reads ${ARCHIVE_VERSION}.`)
}

function checked(schema: Parameters<typeof parseAs>[0], value: unknown, what: string): unknown {
  try {
    return parseAs(schema, value, what)
  } catch (error) {
    if (error instanceof DomainError) throw importRefused(error.message)
    throw error
  }
}

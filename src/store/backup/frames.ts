import { createHash } from 'node:crypto'
import { z } from 'zod'
import { StartError } from '../../ports/start-error.js'

/**
 * Format of a backup file: gzip around frames. A frame is one byte for its kind, four bytes for the length of its body,
 * and the body. Rows are COPY text, which every version of Postgres reads.
 *
 *   H  header: what was backed up
 *   T  start of a table · D  rows of it, cut anywhere · E  its end, with rows, bytes and SHA-256
 *   Z  end of the backup, with the SHA-256 of everything before it
 */
export const FORMAT_VERSION = 1

/** Largest body of a frame. Frames of rows are as large as the network delivers them, about 64 KiB. */
const MAX_BODY_BYTES = 64 * 1024 * 1024
const HEAD_BYTES = 5
const KINDS = ['H', 'T', 'D', 'E', 'Z'] as const
type Kind = (typeof KINDS)[number]

const Digits = z.string().regex(/^\d+$/)
const Name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)

export const Header = z.object({
  format: z.literal('palimpsest-backup'),
  formatVersion: z.number().int(),
  version: z.string(),
  createdAt: z.string(),
  postgres: z.string(),
  migrations: z.array(z.object({ id: z.number().int(), name: z.string(), checksum: z.string() })),
  /** In an order in which each table comes after those it refers to. */
  tables: z.array(z.object({ name: Name, columns: z.array(Name), estimatedRows: z.number() })),
})
export type Header = z.infer<typeof Header>

const TableStart = z.object({ table: Name })
const TableEnd = z.object({ table: Name, rows: z.number().int(), bytes: z.number().int(), sha256: z.string() })
export type TableEnd = z.infer<typeof TableEnd>

const BackupEnd = z.object({
  /** Values of the sequences, by name. */
  sequences: z.record(Name, Digits),
  /** Position in the event log above every event of the backup. */
  eventEdge: Digits,
  tables: z.number().int(),
  rows: z.number().int(),
  sha256: z.string(),
})
export type BackupEnd = z.infer<typeof BackupEnd>

export type Frame =
  | { kind: 'header'; header: Header }
  | { kind: 'table'; table: string }
  | { kind: 'rows'; rows: Buffer }
  | { kind: 'table-end'; end: TableEnd }
  | { kind: 'end'; end: BackupEnd }

/** Writes frames and the digest of all of them. */
export class FrameWriter {
  private readonly digest = createHash('sha256')

  header(header: Header): Buffer[] {
    return this.frame('H', Buffer.from(JSON.stringify(header)))
  }
  table(table: string): Buffer[] {
    return this.frame('T', Buffer.from(JSON.stringify({ table })))
  }
  rows(rows: Buffer): Buffer[] {
    return this.frame('D', rows)
  }
  tableEnd(end: TableEnd): Buffer[] {
    return this.frame('E', Buffer.from(JSON.stringify(end)))
  }
  end(end: Omit<BackupEnd, 'sha256'>): Buffer[] {
    const sha256 = this.digest.copy().digest('hex')
    return this.frame('Z', Buffer.from(JSON.stringify({ ...end, sha256 })))
  }

  private frame(kind: Kind, body: Buffer): Buffer[] {
    const head = Buffer.alloc(HEAD_BYTES)
    head.write(kind, 0, 'latin1')
    head.writeUInt32BE(body.length, 1)
    this.digest.update(head).update(body)
    return [head, body]
  }
}

/** The file is no backup, is damaged, or ends early. */
export class BackupDamaged extends StartError {
  constructor(why: string) {
    super(`The backup cannot be used: ${why}. Use another copy of it, or another backup.`)
  }
}

/** Reads frames from unzipped bytes. Throws BackupDamaged for anything that a complete, undamaged file cannot contain. */
export async function* readFrames(bytes: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  const digest = createHash('sha256')
  let ended = false
  for await (const { kind, head, body } of cutFrames(bytes)) {
    if (ended) throw new BackupDamaged('it goes on after its end')
    if (kind === 'Z') {
      const end = parsed(BackupEnd, body)
      if (digest.digest('hex') !== end.sha256) throw new BackupDamaged('its checksum does not match')
      ended = true
      yield { kind: 'end', end }
      continue
    }
    digest.update(head).update(body)
    yield frameOf(kind, body)
  }
  if (!ended) throw new BackupDamaged('it ends early')
}

function frameOf(kind: Exclude<Kind, 'Z'>, body: Buffer): Frame {
  switch (kind) {
    case 'H':
      return { kind: 'header', header: headerOf(body) }
    case 'T':
      return { kind: 'table', table: parsed(TableStart, body).table }
    case 'D':
      return { kind: 'rows', rows: body }
    case 'E':
      return { kind: 'table-end', end: parsed(TableEnd, body) }
  }
}

function headerOf(body: Buffer): Header {
  const header = parsed(Header, body)
  if (header.formatVersion <= FORMAT_VERSION) return header
  throw new StartError(
    `The backup has format ${header.formatVersion}; this version reads format ${FORMAT_VERSION} and older. ` +
      `Palimpsest ${header.version} wrote it: install that version or a newer one.`,
  )
}

function parsed<T>(schema: z.ZodType<T>, body: Buffer): T {
  try {
    return schema.parse(JSON.parse(body.toString('utf8')))
  } catch {
    throw new BackupDamaged('a part of it is not what a backup contains')
  }
}

async function* cutFrames(bytes: AsyncIterable<Buffer>): AsyncGenerator<{ kind: Kind; head: Buffer; body: Buffer }> {
  let pending: Buffer[] = []
  let length = 0
  let first = true
  const take = (count: number): Buffer => {
    const all = pending.length === 1 ? pending[0]! : Buffer.concat(pending)
    pending = [all.subarray(count)]
    length -= count
    return all.subarray(0, count)
  }
  let open: { kind: Kind; head: Buffer; size: number } | null = null
  for await (const chunk of bytes) {
    pending.push(chunk)
    length += chunk.length
    for (;;) {
      if (open === null) {
        if (length < HEAD_BYTES) break
        const head = take(HEAD_BYTES)
        const kind = KINDS.find((one) => one === head.toString('latin1', 0, 1))
        const size = head.readUInt32BE(1)
        if (kind === undefined || (first && kind !== 'H') || size > MAX_BODY_BYTES)
          throw new BackupDamaged(first ? 'it is no backup of Palimpsest' : 'a part of it is unreadable')
        first = false
        open = { kind, head, size }
      }
      if (length < open.size) break
      yield { kind: open.kind, head: open.head, body: take(open.size) }
      open = null
    }
  }
  if (open !== null || length > 0) throw new BackupDamaged('it ends early')
}

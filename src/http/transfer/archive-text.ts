import { createHash, type Hash } from 'node:crypto'
import type { OpenArchive } from '../../ports/ports.js'
import {
  ARCHIVE_FORMAT,
  ARCHIVE_SECTIONS,
  ARCHIVE_VERSION,
  type ArchiveEnd,
  type ArchiveSection,
} from '../../domain/archive/archive.js'

/** Writes an archive as JSON or JSON Lines. Both have the same records with the same texts. [R6] */

/** `type` of the records in JSON Lines. */
export const RECORD_TYPES: Readonly<Record<ArchiveSection, string>> = {
  messages: 'message',
  goals: 'goal',
  goalActs: 'goal-act',
  replacedPrompts: 'replaced-prompt',
  checkpoints: 'checkpoint',
  reductions: 'reduction',
  cuts: 'cut',
  ledger: 'ledger-entry',
  compressions: 'compression',
  moments: 'moment',
  snapshots: 'snapshot',
  recalls: 'recall',
  standing: 'standing-entry',
}
export const HEAD_TYPE = 'session'
export const END_TYPE = 'end'

/** Hashes the records of an archive, whatever the text around them. */
export class ArchiveDigest {
  private readonly hash: Hash = createHash('sha256')
  private records = 0

  add(section: ArchiveSection | typeof HEAD_TYPE, text: string): void {
    if (section !== HEAD_TYPE) this.records += 1
    this.hash.update(`${section}\n`).update(text).update('\n')
  }

  end(): ArchiveEnd {
    return { records: this.records, digest: this.hash.digest('hex') }
  }
}

/** One line per record: the head, the records, the end. */
export async function* jsonLines(archive: OpenArchive): AsyncGenerator<string> {
  const digest = new ArchiveDigest()
  const head = JSON.stringify(archive.session)
  digest.add(HEAD_TYPE, head)
  yield `{"type":"${HEAD_TYPE}","format":"${ARCHIVE_FORMAT}","version":${ARCHIVE_VERSION},"session":${head}}\n`
  for (const section of ARCHIVE_SECTIONS) {
    for await (const texts of archive.pages(section)) {
      for (const text of texts) {
        digest.add(section, text)
        yield `{"type":"${RECORD_TYPES[section]}",${text.slice(1)}\n`
      }
    }
  }
  yield `{"type":"${END_TYPE}",${JSON.stringify(digest.end()).slice(1)}\n`
}

/** One document: the head, an array per section, the end. */
export async function* jsonDocument(archive: OpenArchive): AsyncGenerator<string> {
  const digest = new ArchiveDigest()
  const head = JSON.stringify(archive.session)
  digest.add(HEAD_TYPE, head)
  yield `{"format":"${ARCHIVE_FORMAT}","version":${ARCHIVE_VERSION},\n"session":${head}`
  for (const section of ARCHIVE_SECTIONS) {
    yield `,\n"${section}":[`
    let mark = '\n'
    for await (const texts of archive.pages(section)) {
      for (const text of texts) {
        digest.add(section, text)
        yield `${mark}${text}`
        mark = ',\n'
      }
    }
    yield ']'
  }
  yield `,\n"${END_TYPE}":${JSON.stringify(digest.end())}}\n`
}

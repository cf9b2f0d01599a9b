import { withoutLast } from '../../domain/signs.js'
import { oneLine } from '../../domain/texts.js'
import type { ArchiveRecords } from '../../domain/archive/archive.js'
import { readStored } from '../../app/shared/read-stored.js'
import { measureOriginal, readOriginal } from '../../app/shared/read-original.js'
import type { ArchiveFile } from '../../http/transfer/read-archive.js'
import type { Findings } from './findings.js'
import type { Records } from './records.js'

/** Texts that were compared with the messages that they name. */
export interface Compared {
  originals: number
  excerpts: number
  standing: number
  /** Excerpts and standing entries of other sessions, whose messages are not in this file. */
  elsewhere: number
}

interface Claims {
  originals: Map<number, ArchiveRecords['reductions'][]>
  excerpts: Map<number, { of: number; excerpt: ArchiveRecords['recalls']['excerpts'][number] }[]>
  standing: Map<number, ArchiveRecords['standing'][]>
}

/** Reads an export a second time and compares every text that quotes a message with the message: the original of each reduction by its
 * hash, each recalled excerpt by its position, and each statement of a person verbatim. [M7] [M11] */
export async function checkTexts(file: ArchiveFile, records: Records, findings: Findings): Promise<Compared> {
  const claims = claimsOf(records)
  const compared: Compared = { originals: 0, excerpts: 0, standing: 0, elsewhere: elsewhere(records) }
  try {
    for await (const { section, value } of file.records) {
      if (section !== 'messages') break
      const { seq } = value
      const originals = claims.originals.get(seq) ?? []
      const excerpts = claims.excerpts.get(seq) ?? []
      const standing = claims.standing.get(seq) ?? []
      if (originals.length + excerpts.length + standing.length === 0) continue
      const parsed = await readStored(value)
      const originalOf = (part: number) => readOriginal(value, parsed, part)
      for (const { id, part, original } of originals) {
        compared.originals += 1
        const measured = await measureOriginal((await originalOf(part)).content)
        if (measured.sha256 !== original?.sha256)
          findings.add('reductions', id, `Part ${part} of message ${seq} is not the original that it replaced.`)
      }
      for (const { of, excerpt } of excerpts) {
        compared.excerpts += 1
        const { content } = await originalOf(excerpt.part)
        if (content.slice(excerpt.start, excerpt.start + excerpt.text.length) !== excerpt.text)
          findings.add('recalls', of, `An excerpt is not in message ${seq}, which it names.`)
      }
      for (const entry of standing) {
        compared.standing += 1
        const words = parsed.parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
        if (!spaced(words).includes(withoutLast(spaced(entry.text), '…')))
          findings.add('standing', entry.id, `Its words are not in message ${seq}, which it names.`)
      }
    }
  } catch {
    // The first reading reported why the file cannot be read.
  }
  return compared
}

function claimsOf({ sessionId, reductions, recalls, standing }: Records): Claims {
  const own = recalls.flatMap(({ seq, excerpts }) =>
    excerpts.filter((one) => one.sessionId === sessionId).map((excerpt) => ({ of: seq, excerpt })),
  )
  const stated = standing.filter((one) => one.sessionId === sessionId && one.seq !== null && one.source === 'message')
  const reduced = reductions.filter(({ original }) => original !== undefined)
  return {
    originals: bySeq(reduced, ({ seq }) => seq),
    excerpts: bySeq(own, ({ excerpt }) => excerpt.seq),
    standing: bySeq(stated, ({ seq }) => seq ?? 0),
  }
}

function bySeq<T>(items: readonly T[], seqOf: (item: T) => number): Map<number, T[]> {
  const found = new Map<number, T[]>()
  for (const item of items) found.set(seqOf(item), [...(found.get(seqOf(item)) ?? []), item])
  return found
}

function elsewhere({ sessionId, recalls, standing }: Records): number {
  const excerpts = recalls.flatMap((recall) => recall.excerpts).filter((one) => one.sessionId !== sessionId)
  return excerpts.length + standing.filter((one) => one.sessionId !== null && one.sessionId !== sessionId).length
}

function spaced(text: string): string {
  return oneLine(text).trim()
}

import { readStored } from '../../app/shared/read-stored.js'
import type { OpenArchive } from '../../ports/ports.js'
import type { ArchivedMessage } from '../../domain/archive/archive.js'
import type { Checkpoint } from '../../domain/checkpoint/checkpoint.js'
import type { Goal } from '../../domain/goal/goal.js'
import type { ParsedMessage } from '../../domain/message.js'
import { checkpointText, messageText, transcriptOpening, turnHeading } from '../../present/transcript-markdown.js'
import { scanJson } from '../input/json-scan.js'

/** Writes an archive as a transcript for people: a heading per turn, checkpoints after the messages they replace. */
export async function* markdown(archive: OpenArchive): AsyncGenerator<string> {
  const goals: Goal[] = []
  for await (const texts of archive.pages('goals')) goals.push(...texts.map((text): Goal => JSON.parse(text)))
  yield `${transcriptOpening(archive.session, goals)}\n`
  const waiting = await liveCheckpoints(archive)
  let turn = 0
  for await (const texts of archive.pages('messages')) {
    for (const text of texts) {
      const { message, parsed } = await read(text)
      if (message.turn !== turn) {
        turn = message.turn
        yield `\n${turnHeading(turn, wordsOf(parsed))}\n`
      }
      yield `\n${messageText(message, parsed)}\n`
      while ((waiting[0]?.range.to ?? Infinity) <= message.seq) yield `\n${checkpointText(waiting.shift()!)}\n`
    }
  }
}

async function liveCheckpoints(archive: OpenArchive): Promise<Checkpoint[]> {
  const live: Checkpoint[] = []
  for await (const texts of archive.pages('checkpoints')) {
    for (const text of texts) {
      const checkpoint: Checkpoint = JSON.parse(text)
      if (checkpoint.supersededBy === null) live.push(checkpoint)
    }
  }
  return live.sort((a, b) => a.range.to - b.range.to)
}

async function read(text: string): Promise<{ message: ArchivedMessage; parsed: ParsedMessage }> {
  const { value, texts } = await scanJson(text)
  const record = value as unknown as ArchivedMessage & { createdAt: string }
  const raw = texts.member('message') ?? 'null'
  const parsed = await readStored({ format: record.format, raw, seq: record.seq })
  return { message: { ...record, createdAt: new Date(record.createdAt), raw }, parsed }
}

function wordsOf({ parts }: ParsedMessage): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text.slice(0, 200)] : [])).join(' ')
}

import { anchorsIn } from '../domain/anchors/anchors.js'
import { planAging, type AgingInput } from '../domain/compression/aging.js'
import { shortenedOf, frameOf, outlineOf } from '../domain/context/shortened.js'
import { joinGroup } from '../domain/context/layout.js'
import { writeEntry } from '../domain/context/render-context.js'
import { writeItem } from '../domain/doors/plan.js'
import { judgeDrift } from '../domain/drift/verdict.js'
import { planEviction, planOutliers } from '../domain/eviction/plan-eviction.js'
import { parseMessage, sentTexts, submittedMessages, translated } from '../domain/formats/index.js'
import { scanJson } from '../domain/json/scan-json.js'
import { entriesOfDeparting } from '../domain/ledger/departing.js'
import type { Frame, Json, ParsedMessage, StoredMessage } from '../domain/message.js'
import { searchText } from '../domain/originals/search.js'
import { sliceText } from '../domain/originals/slices.js'
import { readPassages } from '../domain/source/reading.js'
import type { SourceMessage } from '../domain/source/types.js'
import { standingIn } from '../domain/standing/find.js'
import { helpfulCheckpoint, type HelpfulInput } from '../domain/summary/helpful.js'
import { readLogTexts } from '../importers/index.js'
import { indexedPassages, partTexts } from './indexed-passages.js'
import { messageFacts } from './message-facts.js'
import { exactOriginal, measuresOf, originalOf } from './original-of.js'
import { counter } from './ranks.js'
import { readBody, readDoorBody } from './read-body.js'
import { textDigest } from './text-digest.js'

type Stored = Pick<StoredMessage, 'format' | 'raw' | 'seq'>

/** Work that may take long, by name. Arguments and results are copied between threads, so they are plain data. A text is cheaper to copy
 * than the value that it means: a caller that has the text sends the text. */
export const TASKS = {
  readBody,
  scanJson,
  readDoorBody,
  textDigest,
  submittedMessages,
  messageFacts,
  readLogTexts,
  parseJson: (raw: string): Json => JSON.parse(raw) as Json,
  readStored,
  shortened: ({ format, raw, seq }: Stored) => shortenedOf(sourceOf({ format, raw, seq })),
  frame: (message: Stored): Frame | null => frameOf(sourceOf(message)),
  outline: (message: Stored, partChars?: number): string | null => outlineOf(sourceOf(message), partChars),
  originalOf,
  exactOriginal,
  measuresOf,
  partTexts,
  indexedPassages,
  sliceText,
  searchText,
  sentTexts,
  translated,
  writeEntry,
  writeItem,
  joinGroup,
  anchorsOf: (source: readonly SourceMessage[]) => anchorsIn(readPassages(source)),
  composeCheckpoint: async (input: Omit<Uncounted<HelpfulInput>, 'anchors'>) =>
    helpfulCheckpoint({ ...input, anchors: anchorsIn(readPassages(input.source)), count: await counter() }),
  planAging: async (input: Uncounted<AgingInput>) => planAging({ ...input, count: await counter() }),
  ledgerEntriesOf: entriesOfDeparting,
  standingIn,
  judgeDrift,
  planEviction,
  planOutliers,
} as const

type Uncounted<T> = Omit<T, 'count'>

export type Tasks = typeof TASKS
export type TaskName = keyof Tasks

function readStored({ format, raw, seq }: Stored): ParsedMessage {
  return parseMessage(format, JSON.parse(raw) as Json, `message ${seq}`)
}

function sourceOf({ format, raw, seq }: Stored) {
  const value = JSON.parse(raw) as Json
  return { format, length: raw.length, value, parsed: parseMessage(format, value, `message ${seq}`) }
}

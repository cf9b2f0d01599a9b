import type { Format } from '../../domain/message.js'

/** Result of an import. */
export interface Imported {
  sessionId: string
  /** Id of the session in the file, if it was known here and replaced; else null. */
  originalId: string | null
  externalId: string | null
  /** `palimpsest` for our own files, else the format of the messages. */
  format: 'palimpsest' | Format
  /** Number of messages. */
  imported: number
  /** The first lines that were skipped. */
  skipped: { line: number; reason: string }[]
  skippedCount: number
  /** Model tokens in the context. */
  tokens: number
}

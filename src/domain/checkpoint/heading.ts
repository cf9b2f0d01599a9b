import type { CheckpointLevel, Summarizer } from './checkpoint.js'
import type { SeqRange } from '../message.js'

/** The first line of a checkpoint: the messages it replaces, its level of detail, and its author. [C8] */

const LEVEL_NAMES: Record<CheckpointLevel, string> = { 3: 'detailed', 2: 'moderate', 1: 'brief', 0: 'ultra' }

export interface HeadingFacts {
  /** Number of the compression; for an ultra, of the newest one. */
  number: number
  range: SeqRange
  level: CheckpointLevel
  summarizer: Summarizer
  /** Number of messages it replaces. */
  messages: number
}

/** Returns `[Checkpoint 3 · messages 12–57 · detailed · written by qwen2.5:7b]`. Adds the number of covered messages
 * if the range contains others. */
export function headingFor({ number, range, level, summarizer, messages }: HeadingFacts): string {
  const span = range.from === range.to ? `message ${range.from}` : `messages ${range.from}–${range.to}`
  const some = messages < range.to - range.from + 1 ? ` (${messages} of them)` : ''
  return `[Checkpoint ${number} · ${span}${some} · ${detailOf({ level, summarizer }).join(' · ')}]`
}

/** Returns how detailed a checkpoint is, and who wrote it. */
export function detailOf({ level, summarizer }: Pick<HeadingFacts, 'level' | 'summarizer'>): [string, string] {
  return [LEVEL_NAMES[level], writtenBy(summarizer)]
}

function writtenBy(summarizer: Summarizer): string {
  switch (summarizer.kind) {
    case 'llm':
      return `written by ${modelName(summarizer.model)}`
    case 'mixed':
      return `written by ${modelName(summarizer.model)}, partly copied`
    case 'extractive':
      return 'copied from the conversation'
  }
}

/** Cleans a model name. It is external input and must not close or break the heading. */
function modelName(model: string): string {
  return model
    .replace(/[^\w.:/@+-]+/g, ' ')
    .trim()
    .slice(0, 60)
}

import type { components, HistoryMessage } from '@palimpsest/client'

/** What people call the states, steps and cuts of the service: each view uses these words, and no others. */

type Schemas = components['schemas']

export const STATE_WORDS: Record<HistoryMessage['state'] | 'withdrawn', string> = {
  raw: 'whole',
  reduced: 'shortened',
  covered: 'behind a checkpoint',
  evicted: 'left out',
  withdrawn: 'taken back',
}

/** How detailed a checkpoint is, by its level: 0 to 3. */
export const LEVEL_WORDS = ['very brief', 'brief', 'moderate', 'detailed'] as const

/** Who wrote the lines of a checkpoint. */
export const AUTHOR_WORDS: Record<Schemas['Checkpoint']['summarizer']['kind'], string> = {
  llm: 'written by a model',
  extractive: 'lines copied',
  mixed: 'by a model and copied',
}

/** What happened to a part of a message. */
export const REDUCTION_WORDS: Record<Schemas['Offload']['kind'], string> = {
  condense: 'condensed',
  offload: 'offloaded',
  reasoning: 'reasoning dropped',
  watermark: 'left with its task',
  mask: 'one line left',
  'truncate-input': 'arguments shortened',
  'offload-text': 'long text offloaded',
  excerpt: 'head and tail kept',
  covered: 'left with its call',
}

export const CUT_WORDS: Record<Schemas['Budget']['cuts'][number]['kind'], string> = {
  compression: 'Compression',
  upgrade: 'Checkpoint rewritten',
  aging: 'Checkpoint shortened',
  mask: 'Old results shortened',
  watermark: 'Task ended',
  emergency: 'Emergency',
  evict: 'Messages left out',
  recall: 'Recalled words',
  standing: 'Standing entries',
  goals: 'Goals and ledger',
  withdraw: 'Messages taken back',
  'prompt-changed': 'Prompt changed',
  restore: 'Snapshot restored',
  rollover: 'New epoch',
}

/** Returns words at the beginning of a line. */
export const capitalized = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`

import { createHash } from 'node:crypto'
import { appendFile, readFile } from 'node:fs/promises'
import type { ChatMessage } from './ask.js'

/** One answer as it is kept: a line of JSON. Scores are computed from it, so that a changed score needs no new answer. */
export interface Kept {
  talk: string
  /** Number of the question in its conversation, from 0. */
  question: number
  category: string
  text: string
  gold: string
  arm: string
  model: string
  size: string
  /** Digest of the messages that were sent. */
  prompt: string
  answer: string
  promptTokens: number | null
  seconds: number
  isCut: boolean
}

/** What identifies an answer: the same model, and the same messages to the last byte. */
export type KeptKey = Pick<Kept, 'talk' | 'question' | 'arm' | 'model' | 'prompt'>

/** Answers in a file that only grows, so that a run which ends early goes on where it was. Answers to a prompt that another build, size or
 * wording made do not count. */
export class KeptAnswers {
  private readonly answers = new Map<string, Kept>()

  private constructor(
    private readonly path: string | null,
    lines: readonly string[],
  ) {
    for (const line of lines) {
      const kept = parsed(line)
      if (kept) this.answers.set(keyOf(kept), kept)
    }
  }

  /** Opens a file, which need not exist. Null keeps answers in memory only. */
  static async open(path: string | null): Promise<KeptAnswers> {
    const text = path === null ? '' : await readFile(path, 'utf8').catch(absentIsEmpty)
    // A process that was killed while it wrote leaves half a line.
    if (path !== null && text !== '' && !text.endsWith('\n')) await appendFile(path, '\n')
    return new KeptAnswers(path, text.split('\n'))
  }

  find(key: KeptKey): Kept | undefined {
    return this.answers.get(keyOf(key))
  }

  async add(answer: Kept): Promise<void> {
    this.answers.set(keyOf(answer), answer)
    if (this.path !== null) await appendFile(this.path, `${JSON.stringify(answer)}\n`)
  }
}

export function digestOf(messages: readonly ChatMessage[]): string {
  return createHash('sha256').update(JSON.stringify(messages)).digest('hex').slice(0, 16)
}

function keyOf({ talk, question, arm, model, prompt }: KeptKey): string {
  return JSON.stringify([talk, question, arm, model, prompt])
}

function parsed(line: string): Kept | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && 'prompt' in value && 'answer' in value
      ? (value as Kept)
      : null
  } catch {
    return null
  }
}

function absentIsEmpty(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return ''
  throw error
}

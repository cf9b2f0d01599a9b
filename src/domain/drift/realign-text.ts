import { cutAtWord } from '../texts.js'
import type { Intent } from './indicator.js'

/** Characters of the intent, and of one excerpt. The history has the full texts. */
const INTENT_CHARS = 1_500
const EXCERPT_CHARS = 400

/** Returns the text of the message that brings a session back to its intent. Intent and excerpts are verbatim, up to a
 * bound. [Q3] */
export function realignText({ source, text }: Intent, excerpts: readonly { seq: number; excerpt: string }[]): string {
  const what = source === 'goal' ? 'The goal of this session is' : 'This session is for'
  const lines = excerpts.map(({ seq, excerpt }) => `- message ${seq}: ${cutAtWord(excerpt, EXCERPT_CHARS)}`)
  return [
    '[Realign]',
    `${what}: ${cutAtWord(text, INTENT_CHARS)}`,
    ...(lines.length === 0 ? [] : ['From its history, verbatim:', ...lines]),
    'Return to this with the next step.',
  ].join('\n')
}

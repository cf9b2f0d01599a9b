import { countText } from '../../src/model/encoding.js'

export interface Turn {
  role: string
  content: string
}

/** Tokens the chat template adds around a message and before the answer, measured on a ChatML model. */
const WRAPPER_TOKENS = 5
const ANSWER_TOKENS = 4

/** Counts the tokens of a rendered prompt with a tokenizer that finds `factor` times as many as ours. */
export function promptTokens(turns: readonly Turn[], factor: number): number {
  const text = turns.reduce((sum, { content }) => sum + countText(content), 0)
  return Math.round(text * factor) + turns.length * WRAPPER_TOKENS + ANSWER_TOKENS
}

/** Splits a text into the pieces a model writes; each counts as one token. Joined, they are the text. */
export function pieces(text: string): string[] {
  return text.match(/\s*[\p{L}\p{N}_]{1,6}|\s*[^\s\p{L}\p{N}_]|\s+/gu) ?? []
}

export interface ReadPrompt {
  turns: Turn[]
  tokens: number
}
export interface PromptRules {
  numCtx: number
  factor: number
  /** `fill`: cuts one message that is too long to the whole window (until mid-2026). `half`: to half of it (since). */
  overlong: 'fill' | 'half'
  truncate: boolean
  shift: boolean
}

/**
 * Returns the part of the prompt the model reads. Drops the oldest messages first, but not the system message and the
 * last one. Then cuts the middle of the rest. `refusal` is the text of a 400.
 */
export function readPrompt(all: readonly Turn[], rules: PromptRules): ReadPrompt | { refusal: string } {
  const { numCtx, factor } = rules
  let turns = [...all]
  let tokens = promptTokens(turns, factor)
  while (rules.truncate && tokens > numCtx) {
    const oldest = turns.findIndex(({ role }, i) => role !== 'system' && i < turns.length - 1)
    if (oldest < 0) break
    turns = turns.toSpliced(oldest, 1)
    tokens = promptTokens(turns, factor)
  }
  if (tokens <= numCtx - 1) return { turns, tokens }
  if (!rules.truncate) return { refusal: 'the input length exceeds the context length' }
  if (rules.overlong === 'fill') return { turns: keepEnds(turns, numCtx / tokens), tokens: numCtx }
  if (!rules.shift) {
    return {
      refusal:
        'the prompt is longer than the context length currently available to the model; shorten the prompt, adjust the context length in settings, or use a model with a longer context length',
    }
  }
  const keep = 4
  const left = numCtx - Math.max(Math.floor((numCtx - keep) / 2), 1)
  return { turns: keepEnds(turns, left / tokens), tokens: left }
}

/** Keeps the first few tokens and the end of the text, so most instructions at the start are lost. */
function keepEnds(turns: readonly Turn[], share: number): Turn[] {
  const text = turns.map(({ content }) => content).join('\n')
  const keep = Math.floor(text.length * share)
  return [{ role: 'user', content: text.slice(0, 16) + text.slice(text.length - Math.max(0, keep - 16)) }]
}

import { countText } from '../../src/model/encoding.js'

export interface Turn {
  role: string
  content: string
}

/** What the chat template wraps around a message, and what it puts before the answer; as measured on a ChatML model. */
const WRAPPER_TOKENS = 5
const ANSWER_TOKENS = 4

/** Tokens of a rendered prompt by a tokenizer that finds `factor` times as many as ours. */
export function promptTokens(turns: readonly Turn[], factor: number): number {
  const text = turns.reduce((sum, { content }) => sum + countText(content), 0)
  return Math.round(text * factor) + turns.length * WRAPPER_TOKENS + ANSWER_TOKENS
}

/** A text as the pieces a model writes it in; each counts as one token. Together they are the text. */
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
  /** `fill`: one over-long message is cut to the whole window (versions until mid-2026); `half`: to half of it (since). */
  overlong: 'fill' | 'half'
  truncate: boolean
  shift: boolean
}

/** What the model gets to read: the oldest messages go first, system and last one stay; then the middle of what is left goes. The refusal
 * is the text of a 400. */
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

/** The first few tokens and the end of all text stay; the instructions at the beginning are mostly gone. */
function keepEnds(turns: readonly Turn[], share: number): Turn[] {
  const text = turns.map(({ content }) => content).join('\n')
  const keep = Math.floor(text.length * share)
  return [{ role: 'user', content: text.slice(0, 16) + text.slice(text.length - Math.max(0, keep - 16)) }]
}

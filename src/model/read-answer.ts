import { hasWord } from '../domain/texts.js'
import { ModelError, type ChatRequest } from '../ports/ports.js'
import type { AnswerEnd, Chat } from './model-api.js'

export interface AnswerTimes {
  /** Time limit until the first part (loading the model, reading the prompt), in ms. */
  firstTokenMs: number
  /** Time limit between two parts, in ms. */
  idleMs: number
}

export interface RawAnswer {
  text: string
  end: AnswerEnd
  /** Parts received, about one per token. */
  parts: number
  durationMs: number
}

/** Maximum characters per token. No known vocabulary averages more, so a longer answer exceeds its token limit. */
const MAX_CHARS_PER_TOKEN = 16
/** Tokens between two progress reports. */
const PROGRESS_TOKENS = 16
/** Loop detection starts here. A shorter answer may still end with the token count that reveals a cut prompt. */
const LOOP_FROM_TOKENS = 256

/** Reads an answer to its end, within its time and length. Aborts `stop` with ModelError `timeout` if it takes too long.
 * Throws ModelError, or what the chat throws. */
export async function readAnswer(
  chat: Chat,
  request: Pick<ChatRequest, 'model' | 'maxOutputTokens' | 'onProgress'>,
  stop: AbortController,
  { firstTokenMs, idleMs }: AnswerTimes,
): Promise<RawAnswer> {
  const { model, maxOutputTokens } = request
  const started = performance.now()
  const within = (ms: number, step: string) => setTimeout(() => stop.abort(timedOut(model, step, ms)), ms)
  let idleTimer = within(firstTokenMs, 'the first token')
  try {
    let text = ''
    let chars = 0
    let parts = 0
    for await (const part of chat.parts()) {
      clearTimeout(idleTimer)
      idleTimer = within(idleMs, 'the next token')
      text += part.text
      chars += part.text.length + part.thinkingChars
      if (part.end) {
        clearTimeout(idleTimer)
        const durationMs = performance.now() - started
        await chat.finish()
        return { text, end: part.end, parts, durationMs }
      }
      if (++parts % PROGRESS_TOKENS === 0) {
        request.onProgress?.(parts)
        if (parts >= LOOP_FROM_TOKENS && endsInLoop(text))
          throw new ModelError('repeats', 'The answer repeats itself.', { model, outputTokens: parts })
      }
      if (chars > maxOutputTokens * MAX_CHARS_PER_TOKEN) throw exceededLimit(request, parts)
    }
    throw new ModelError('unavailable', 'The model server closed the connection before the end of its answer.', {
      model,
    })
  } finally {
    clearTimeout(idleTimer)
  }
}

export function timedOut(model: string, step: string, ms: number): ModelError {
  return new ModelError('timeout', `The model server took more than ${ms} ms for ${step}.`, { model, ms })
}

export function exceededLimit(
  { model, maxOutputTokens }: Pick<ChatRequest, 'model' | 'maxOutputTokens'>,
  outputTokens: number,
): ModelError {
  return new ModelError('length', `The answer did not end within ${maxOutputTokens} tokens.`, {
    model,
    maxOutputTokens,
    outputTokens,
  })
}

/** Repetitions in a row that count as a loop. The items of a real list differ somewhere. */
const REPETITIONS = 4
/** Longest repeated text to detect, in characters. An object in a JSON list is about this long. */
const MAX_PERIOD = 300
/** Shortest repeated text to detect, in characters. Ruler lines and indents repeat shorter texts. */
const MIN_PERIOD = 12

/** Whether a text ends in the same passage four times in a row: small models may repeat one line until their token limit, at the full
 * cost of every token. Reads only the last 1,200 characters. */
export function endsInLoop(text: string): boolean {
  const end = text.slice(-MAX_PERIOD * REPETITIONS)
  for (let period = MIN_PERIOD; period * REPETITIONS <= end.length; period++) {
    const from = end.length - period * REPETITIONS
    let same = from
    while (same + period < end.length && end[same] === end[same + period]) same++
    // Ruler lines repeat with any period, so a loop must contain a word.
    if (same + period === end.length && hasWord(end.slice(-period))) return true
  }
  return false
}

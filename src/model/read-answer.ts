import { ModelError, type ChatRequest } from '../app/ports/ports.js'
import { endsInLoop } from './loops.js'
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

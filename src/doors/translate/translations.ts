import { holdsOne } from '../../domain/texts.js'
import { parseJson } from '../../domain/formats/args.js'
import { firstString, isObject, type JsonObject } from '../../domain/json/json.js'
import type { DoorId, Members, TranslatedRequest, Translation } from '../protocol.js'
import { anthropicErrorType } from '../protocols/anthropic.js'
import { openaiErrorType } from '../protocols/openai.js'
import { AnthropicWriter } from './anthropic-writer.js'
import { ChatWriter } from './chat-writer.js'
import { translateAnswer, type AnswerWriter } from './ollama-answer.js'
import { fromAnthropic, fromChat, fromResponses, readBody, type TranslatedBody } from './ollama-request.js'
import { ResponsesWriter } from './responses-writer.js'

/** Ollama behind the other doors. Codex and Claude Code then run on a local model, with the window we set: Ollama's own
 * endpoints for them ignore it. */
export const TRANSLATIONS: Record<Exclude<DoorId, 'ollama'>, Translation> = {
  openai: translation(fromChat, (request) => new ChatWriter(request), openaiShape),
  responses: translation(
    fromResponses,
    (request, { clientTools }) => new ResponsesWriter(request, clientTools),
    openaiShape,
  ),
  anthropic: translation(fromAnthropic, (request) => new AnthropicWriter(request), anthropicShape),
}

function translation(
  from: (body: JsonObject, numCtx: number) => TranslatedBody,
  writerOf: (request: Members, translated: TranslatedRequest) => AnswerWriter,
  shape: (status: number, message: string) => object,
): Translation {
  return {
    path: '/api/chat',
    request: (body, numCtx) => {
      const { request, clientTools } = from(readBody(body), numCtx)
      return { text: JSON.stringify(request), clientTools }
    },
    answer: (request, translated) => translateAnswer(writerOf(request, translated), request.value('stream') === true),
    error: (status, body) => ({ status, body: JSON.stringify(shape(status, messageOf(status, body))) }),
  }
}

function messageOf(status: number, body: string): string {
  const read = parseJson(body)
  return (isObject(read) ? firstString(read.error) : undefined) ?? `The model server answered with status ${status}.`
}

/** Wording of Ollama for a prompt that is too long. */
const TOO_LONG = ['longer than the context length', 'exceeds the context length']

const CODES: Record<number, string> = { 404: 'model_not_found', 429: 'rate_limit_exceeded' }

function openaiShape(status: number, message: string): object {
  const code = holdsOne(message, TOO_LONG) ? 'context_length_exceeded' : (CODES[status] ?? null)
  return { error: { message, type: openaiErrorType(status), param: null, code } }
}

function anthropicShape(status: number, message: string): object {
  return {
    type: 'error',
    error: {
      type: anthropicErrorType(status),
      message: holdsOne(message, TOO_LONG) ? `prompt is too long: ${message}` : message,
    },
  }
}

import { z } from 'zod'
import { startsWithOne } from '../../domain/texts.js'
import { ModelError } from '../../ports/ports.js'
import type { AnswerEnd, AnswerPart } from '../model-api.js'
import { errorMessageIn, Refusal } from '../refusal.js'

/** Reads the answer to a chat: server-sent events, or one JSON body of a server that does not stream. */

/** Time for the counts after the last word, in ms. Some servers never close the connection. */
const AFTER_LAST_WORD_MS = 2_000

/** Mistral answers in blocks. */
const Content = z.union([z.string(), z.array(z.object({ text: z.string().nullish() }))]).nullish()
const Message = z.object({
  content: Content,
  reasoning_content: z.string().nullish().catch(null),
  reasoning: z.string().nullish().catch(null),
  tool_calls: z.array(z.unknown()).nullish().catch(null),
})
const Chunk = z.object({
  model: z.string().nullish().catch(null),
  choices: z
    .array(z.object({ delta: Message.nullish(), message: Message.nullish(), finish_reason: z.string().nullish() }))
    .nullish(),
  usage: z
    .object({ prompt_tokens: z.number().nullish(), completion_tokens: z.number().nullish() })
    .nullish()
    .catch(null),
})

/** Yields the parts of an answer. Throws Refusal for an error inside it, and ModelError for anything else. */
export async function* answerParts(lines: AsyncIterator<string>): AsyncGenerator<AnswerPart> {
  const end: AnswerEnd = { promptTokens: null, outputTokens: null, isCut: false, model: null, hasCalls: false }
  let isEnded = false
  let body: string[] | null = null
  for (;;) {
    const next = await (isEnded ? soon(lines.next()) : lines.next())
    if (next.done) break
    const line = next.value.trim()
    if (body === null && isEvent(line)) {
      const data = line.startsWith('data:') ? line.slice('data:'.length).trimStart() : ''
      if (data === '') continue
      if (data === '[DONE]') {
        isEnded = true
        break
      }
      const part = partOf(parsed(data), end)
      isEnded ||= part.isLast
      yield { text: part.text, thinkingChars: part.thinkingChars, end: null }
    } else (body ??= []).push(next.value)
  }
  if (body) {
    const part = partOf(parsed(body.join('\n')), end)
    isEnded = true
    yield { text: part.text, thinkingChars: part.thinkingChars, end: null }
  }
  if (isEnded) yield { text: '', thinkingChars: 0, end }
}

function isEvent(line: string): boolean {
  return startsWithOne(line, ['data:', 'event:', 'id:', 'retry:', ':'])
}

/** Reads one chunk, and adds what it says about the end to `end`. */
function partOf(value: unknown, end: AnswerEnd): { text: string; thinkingChars: number; isLast: boolean } {
  const error = errorMessageIn(value)
  if (error !== null) throw new Refusal(statusIn(value), error)
  const { data: chunk } = Chunk.safeParse(value)
  if (!chunk || (!chunk.choices && !chunk.usage)) throw notAnAnswer(JSON.stringify(value).length)
  end.model = chunk.model || end.model
  end.promptTokens = chunk.usage?.prompt_tokens || end.promptTokens
  end.outputTokens = chunk.usage?.completion_tokens || end.outputTokens
  const choice = chunk.choices?.[0]
  const message = choice?.delta ?? choice?.message
  if (message?.tool_calls?.length) end.hasCalls = true
  const reason = choice?.finish_reason ?? null
  if (reason === 'content_filter')
    throw new ModelError('rejected', 'The model server withheld the answer (content_filter).')
  if (reason === 'length') end.isCut = true
  const thinkingChars = (message?.reasoning_content ?? message?.reasoning ?? '').length
  return { text: textOf(message?.content), thinkingChars, isLast: reason !== null }
}

function textOf(content: z.infer<typeof Content>): string {
  if (typeof content === 'string') return content
  return (content ?? []).map(({ text }) => text ?? '').join('')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw notAnAnswer(text.length)
  }
}

/** The text may be of the conversation, so the error contains only its length. */
function notAnAnswer(characters: number): ModelError {
  return new ModelError(
    'unavailable',
    `The server answered with ${characters} characters that are no chat completion. Check that SUMMARY_BASE_URL is the ` +
      'base URL of an OpenAI-compatible API, usually with /v1.',
  )
}

/** Returns the status that an error in an answer of status 200 names; 500 without one. */
function statusIn(value: unknown): number {
  const Named = z.object({ error: z.object({ code: z.coerce.number(), status: z.coerce.number() }).partial() })
  const { code, status } = Named.safeParse(value).data?.error ?? {}
  return [code, status].find((one) => one !== undefined && one >= 400 && one < 600) ?? 500
}

/** Returns the end if nothing comes soon. */
async function soon(next: Promise<IteratorResult<string>>): Promise<IteratorResult<string>> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<IteratorResult<string>>((resolve) => {
    timer = setTimeout(() => resolve({ done: true, value: undefined }), AFTER_LAST_WORD_MS)
  })
  // After the time is over, no caller handles the result.
  next.catch(() => {})
  try {
    return await Promise.race([next, late])
  } finally {
    clearTimeout(timer)
  }
}

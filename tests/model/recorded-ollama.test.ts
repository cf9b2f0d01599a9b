import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

import { scriptedOllama, type ScriptedOllama } from '../../testing/scripted-ollama.js'

/** Answers of a real Ollama 0.25 hold the scripted server to its shapes, statuses and error texts. */
const Recorded = z.array(
  z.object({
    name: z.string(),
    request: z.object({ method: z.string(), path: z.string(), body: z.unknown().optional() }),
    response: z.object({ status: z.number(), contentType: z.string(), body: z.string() }),
  }),
)
const SPOKEN = new Set([
  '/api/version',
  '/api/tags',
  '/api/ps',
  '/api/show',
  '/api/chat',
  '/api/generate',
  '/api/nothing',
])
const exchanges = Recorded.parse(
  JSON.parse(readFileSync(new URL('../support/recorded-ollama.json', import.meta.url), 'utf8')),
).filter(({ request }) => SPOKEN.has(request.path))

/** Lengths differ with what is said, texts with who says it; these few keys hold what must be equal. */
const EQUAL = new Set(['error', 'done', 'done_reason', 'role', 'name'])
/** The token ids of the prompt, which a server without a vocabulary does not have; and the lists of a model's file. */
const LEFT_OUT = new Set(['context', 'model_info'])

/** A value as its shape: keys and types, and what must be equal. */
function shape(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map((item) => shape(item))
  if (typeof value !== 'object' || value === null) return EQUAL.has(key) ? value : typeof value
  const entries = Object.entries(value).filter(([name]) => !LEFT_OUT.has(name))
  return Object.fromEntries(entries.map(([name, item]) => [name, shape(item, name)]))
}

/** First and last object of a stream; the one object of a whole answer; the text of what is neither. */
function shapes(contentType: string, body: string): unknown[] {
  if (!contentType.includes('json')) return [body]
  const objects = body
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
  return [objects[0], objects.at(-1)].map((object) => shape(object))
}

describe('[V1] the scripted server answers as a real one did', () => {
  let ollama: ScriptedOllama
  beforeAll(async () => {
    // `fill`: the recorded version cut an over-long message to the whole window.
    ollama = await scriptedOllama({
      model: 'smollm2:135m',
      contextLength: 8_192,
      parameterSize: '134.52M',
      family: 'llama',
      overlong: 'fill',
    })
  })
  afterAll(() => ollama.close())

  test.each(exchanges.map((exchange) => [exchange.name, exchange] as const))(
    '[V1] %s',
    async (_name, { request, response }) => {
      const body =
        typeof request.body === 'string'
          ? request.body
          : request.body === undefined
            ? undefined
            : JSON.stringify(request.body)
      const answer = await fetch(ollama.url + request.path, { method: request.method, body })
      const text = await answer.text()
      expect(answer.status).toBe(response.status)
      expect(answer.headers.get('content-type')).toBe(response.contentType)
      expect(shapes(response.contentType, text)).toEqual(shapes(response.contentType, response.body))
    },
  )

  test('[V1] prompt counts of short and of cut prompts are those of the real server', async () => {
    for (const { name, request, response } of exchanges) {
      const real = Number(/"prompt_eval_count":(\d+)/.exec(response.body)?.[1] ?? 0)
      // Between the two lies the model's own tokenizer, which takes digits one by one.
      if (request.path !== '/api/chat' || real === 0 || (real > 50 && real !== 512)) continue
      const answer = await fetch(ollama.url + request.path, { method: 'POST', body: JSON.stringify(request.body) })
      const counted = Number(/"prompt_eval_count":(\d+)/.exec(await answer.text())?.[1])
      if (real === 512) expect(counted, name).toBe(512)
      else expect(Math.abs(counted - real), name).toBeLessThanOrEqual(3)
    }
  })
})

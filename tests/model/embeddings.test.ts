import { afterEach, expect, test } from 'vitest'
import { ModelError } from '../../src/ports/ports.js'
import { OllamaModel } from '../../src/model/ollama/ollama.js'
import { scriptedOllama, type ScriptedOllama, type ScriptedOllamaOptions } from '../../testing/scripted-ollama.js'

let ollama: ScriptedOllama
let model: OllamaModel
afterEach(async () => {
  await model.close()
  await ollama.close()
})

async function embed(
  options: ScriptedOllamaOptions,
  { name = 'nomic-embed-text', timeoutMs = 10_000 } = {},
): Promise<number[][]> {
  ollama = await scriptedOllama({ others: ['nomic-embed-text'], ...options })
  model = new OllamaModel({ host: ollama.url })
  return model.embed({ model: name, texts: ['one two', 'one two', 'three'], signal: AbortSignal.timeout(timeoutMs) })
}

test('[Q3] every text gets its vector, in order and in one request', async () => {
  const [a, b, c] = await embed({})
  expect(a).toEqual(b)
  expect(a).not.toEqual(c)
  expect(ollama.requests.filter(({ path }) => path === '/api/embed')).toHaveLength(1)
})

test.each([
  ['hang', 'timeout', { timeoutMs: 100 }],
  ['error500', 'unavailable', {}],
  ['too-few', 'empty', {}],
  ['honest', 'no-such-model', { name: 'unknown' }],
] as const)('[Q3] a server that would %s ends as %s', async (embedding, failure, request) => {
  const error = await embed({ embedding }, request).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ModelError)
  expect(error).toMatchObject({ failure })
})

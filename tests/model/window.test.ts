import { createServer } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'

import { parametersFromName, parametersFromSize } from '../../src/domain/session/model-size.js'
import { OllamaModel } from '../../src/model/ollama/ollama.js'
import { scriptedOllama, type ScriptedOllamaOptions } from '../../testing/scripted-ollama.js'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
async function served(options: ScriptedOllamaOptions = {}) {
  const ollama = await scriptedOllama(options)
  closing.push(() => ollama.close())
  const probes = () => ollama.requests.filter(({ path }) => path === '/api/show').length
  return { ollama, probes }
}

describe('[S4] the window of a model', () => {
  test('[S4] context length, size, family and digest come from the server', async () => {
    const { ollama } = await served({
      model: 'smollm2:135m',
      contextLength: 8_192,
      parameterSize: '134.52M',
      family: 'llama',
    })
    const model = new OllamaModel({ host: ollama.url })
    expect(await model.window('smollm2:135m')).toEqual({
      tokens: 8_192,
      parameters: 0.13452,
      family: 'llama',
      digest: '1'.repeat(64),
    })
    expect(await model.models()).toEqual([{ name: 'smollm2:135m', digest: '1'.repeat(64), parameters: 0.13452 }])
  })

  test('[S4] probes of one model share one request, and the answer holds', async () => {
    const { ollama, probes } = await served()
    const model = new OllamaModel({ host: ollama.url })
    const windows = await Promise.all(Array.from({ length: 8 }, () => model.window('qwen2.5:7b')))
    expect(new Set(windows.map((window) => window?.tokens))).toEqual(new Set([8_192]))
    await model.window('qwen2.5:7b')
    expect(probes()).toBe(1)
  })

  test('[S4] answers and absences are asked for again when their time is over', async () => {
    const { ollama, probes } = await served()
    const model = new OllamaModel({ host: ollama.url, knownMs: 0, unavailableMs: 0 })
    await model.window('qwen2.5:7b')
    await model.window('qwen2.5:7b')
    expect(probes()).toBe(2)
    expect(await model.window('unheard:3b')).toBeNull()
    ollama.models.push({
      name: 'unheard:3b',
      contextLength: 4_096,
      parameterSize: '3.2B',
      family: 'llama',
      digest: '9'.repeat(64),
    })
    expect((await model.window('unheard:3b'))?.tokens).toBe(4_096)
  })

  test('[S4] an unavailable server is not called again and again, and a name without a tag means the latest', async () => {
    const { ollama, probes } = await served({ model: 'mistral:latest' })
    const model = new OllamaModel({ host: ollama.url })
    expect(await model.window('nothing')).toBeNull()
    expect(await model.window('nothing')).toBeNull()
    expect(probes()).toBe(1)
    expect(await model.window('mistral')).toMatchObject({ digest: '1'.repeat(64) })
    expect(await model.models()).toMatchObject([{ name: 'mistral:latest', alias: 'mistral' }])
  })

  test('[S4] a server that does not answer counts as unavailable after its time', async () => {
    const silent = createServer(() => undefined)
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    closing.push(() => new Promise((resolve) => (silent.closeAllConnections(), silent.close(() => resolve()))))
    const address = silent.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    const model = new OllamaModel({ host: `http://127.0.0.1:${port}`, probeTimeoutMs: 80 })
    const started = performance.now()
    expect(await model.window('qwen2.5:7b')).toBeNull()
    expect(await model.models()).toEqual([])
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})

describe('[Q2] sizes', () => {
  test.each([
    ['134.52M', 0.13452],
    ['7.6B', 7.6],
    ['1.0T', 1_000],
    [' 30.5 b ', 30.5],
    ['', null],
    ['big', null],
  ])('[Q2] the server says %j', (size, billions) => expect(parametersFromSize(size)).toBe(billions))

  test.each([
    ['mixtral:8x7b', 56],
    ['qwen3:30b-a3b', 30],
    ['llama3.2:3b', 3],
    ['qwen2.5:0.5b', 0.5],
    ['0.5b', 0.5],
    ['smollm2:135m', 0.135],
    ['gemma3n:e4b', 4],
    ['hf.co/someone/Llama-3.2-3B-Instruct-GGUF:Q4_K_M', 3],
    ['llama3.1:8b-instruct-q4_0', 8],
    ['qwen2.5-14b-instruct-1m', 14],
    ['kimi-k2:1t', 1_000],
    ['mistral:v0.3', null],
    ['phi3:mini-128k', null],
    ['gpt-4', 70],
    ['gpt-4o-mini', 30],
    ['unheard-of', null],
  ])('[Q2] the name says %s', (name, billions) => expect(parametersFromName(name)).toBe(billions))
})

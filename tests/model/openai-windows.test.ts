import { afterEach, describe, expect, test } from 'vitest'
import { ModelError } from '../../src/ports/ports.js'
import { OpenaiApi } from '../../src/model/openai/openai.js'
import { ServerModel } from '../../src/model/server-model.js'
import { KINDS } from '../../testing/scripted-model-server/kinds.js'
import { scriptedModelServer, type ScriptedModelServerOptions } from '../../testing/scripted-model-server.js'

const MODEL = 'qwen2.5-7b-instruct'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function pair(
  options: ScriptedModelServerOptions,
  { windowTokens = null as number | null, knownMs = 300_000 } = {},
) {
  const server = await scriptedModelServer(options)
  const model = new ServerModel(new OpenaiApi({ url: server.base, key: null, windowTokens }), { knownMs })
  closing.push(
    () => server.close(),
    () => model.close(),
  )
  return { server, model }
}

/** A prompt that the server counts with about `tokens`. */
function chatOf(tokens: number) {
  const prompt = 'word '.repeat(tokens)
  const sizes = { windowTokens: 100_000, maxOutputTokens: 100, promptTokens: tokens }
  return { model: MODEL, system: 'Summarize.', prompt, schema: null, signal: AbortSignal.timeout(20_000), ...sizes }
}

describe('[S6] the window of a model', () => {
  test.each(KINDS.filter((kind) => kind !== 'hosted'))('[S6] %s: from the endpoint that reports it', async (kind) => {
    const { server, model } = await pair({ kind, window: 12_288 })
    const window = await model.window(MODEL)
    expect(window).toMatchObject({ tokens: 12_288, isFixed: true })
    expect(window!.parameters).toBeCloseTo(kind === 'llama.cpp' ? 7.6156 : 7, 3)
    expect(server.chats).toEqual([])
  })

  test('[S6] a server that reports none: that of the settings, else of a known hosted model, else unknown', async () => {
    expect(await (await pair({ kind: 'hosted' })).model.window(MODEL)).toBeNull()
    expect((await (await pair({ kind: 'hosted' }, { windowTokens: 6_000 })).model.window(MODEL))?.tokens).toBe(6_000)
    const { model } = await pair({ kind: 'hosted', model: 'gpt-4o-mini' })
    expect((await model.window('gpt-4o-mini'))?.tokens).toBe(128_000)
  })

  test('[S6] the settings bound a window that is reported', async () => {
    const { model } = await pair({ kind: 'vllm', window: 12_288 }, { windowTokens: 6_000 })
    expect((await model.window(MODEL))?.tokens).toBe(6_000)
  })

  test('[S6] a model that the server does not list has no window, whatever the settings are', async () => {
    const { model } = await pair({ kind: 'llama.cpp' }, { windowTokens: 6_000 })
    expect(await model.window('gpt-4o')).toBeNull()
  })

  test('[S6] LM Studio loads a model at its first chat: before it, a window is not fixed', async () => {
    const { model } = await pair({ kind: 'lm-studio', window: 4_096, isLoaded: false }, { knownMs: 0 })
    expect(await model.window(MODEL)).toMatchObject({ tokens: 131_072, isFixed: false })
    await model.chat(chatOf(200))
    expect(await model.window(MODEL)).toMatchObject({ tokens: 4_096, isFixed: true })
  })

  test('[S6] llama.cpp names a model by its file: the name alone is enough', async () => {
    const { model } = await pair({ kind: 'llama.cpp', model: '/models/qwen2.5-7b-instruct.gguf' })
    expect((await model.window(MODEL))?.tokens).toBe(8_192)
    expect(await model.models()).toMatchObject([{ name: '/models/qwen2.5-7b-instruct.gguf', alias: MODEL }])
  })

  test('[S6] [V8] a digest is the same at each question, and changes with the model behind the name', async () => {
    const { server, model } = await pair({ kind: 'vllm' }, { knownMs: 0 })
    const first = await model.window(MODEL)
    expect((await model.window(MODEL, true))?.digest).toBe(first?.digest)
    expect((await model.models())[0]?.digest).toBe(first?.digest)
    const other = await (await pair({ kind: 'llama.cpp' })).model.window(MODEL)
    expect(other?.digest).not.toBe(first?.digest)
    expect(server.chats).toEqual([])
  })
})

describe.each(KINDS)('[S6] [V1] a server of the kind %s that changes its window between calls', (kind) => {
  test('[S6] [V1] the refusal lowers the window that later prompts are sized for', async () => {
    const { server, model } = await pair({ kind, window: 8_192 }, { windowTokens: kind === 'hosted' ? 8_192 : null })
    await model.chat(chatOf(3_000))
    server.models[0]!.window = 2_500
    const error: unknown = await model.chat(chatOf(3_000)).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(ModelError)
    expect(error).toMatchObject({ failure: 'prompt-cut', details: { lowered: { from: 8_192, to: 2_500 } } })
    expect((await model.window(MODEL))?.tokens).toBe(2_500)
    server.models[0]!.window = 8_192
    expect((await model.window(MODEL, true))?.tokens).toBe(8_192)
  })
})

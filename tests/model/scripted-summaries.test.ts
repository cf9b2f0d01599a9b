import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { extractAnchors } from '../../src/domain/anchors/anchors.js'
import { buildPrompt } from '../../src/domain/summary/prompt.js'
import { parseReply } from '../../src/domain/summary/reply.js'
import type { SourceMessage } from '../../src/domain/source/types.js'
import { verifySummary } from '../../src/domain/summary/verify.js'
import { countText } from '../../src/model/encoding.js'
import { OllamaModel } from '../../src/model/ollama/ollama.js'
import { scriptedOllama, type Scenario, type ScriptedOllama } from '../../testing/scripted-ollama.js'

/** The scenarios against the real prompt and the real judge: a truthful model passes, every other is caught. */
const source: SourceMessage[] = Array.from({ length: 14 }, (_, i): SourceMessage => {
  const seq = i + 2
  if (i % 2 === 0) {
    const text = `I changed src/room${i}/gate_${i}.ts so that openGate${i}() returns ${1_100 + i * 7} ms.\nWe decided to keep version 2.${i}.1 because ticket #48${i}2 needs it.` // words: ok
    const idle = 'That took a while, and there was some talk about the weather in between, and about lunch.'
    return { seq, role: 'assistant', parts: [{ kind: 'text', text: `${text}\n${idle}\n${idle}` }] }
  }
  const text = `reading lib/store_${i}.py\nGateError: slot_${i} is closed at lib/store_${i}.py line ${300 + i}\nplain output follows here and there\n`
  return { seq, role: 'tool', parts: [{ kind: 'result', callId: `c${i}`, name: 'run_tests', text, isError: true }] }
})
const anchors = extractAnchors(source)

describe('[V4] scripted summaries meet the real judge', () => {
  let ollama: ScriptedOllama
  let model: OllamaModel
  beforeAll(async () => {
    ollama = await scriptedOllama()
    model = new OllamaModel({ host: ollama.url })
  })
  afterAll(async () => {
    await model.close()
    await ollama.close()
  })

  /** `accepted` and what remains, or why not. */
  async function judged(scenario: Scenario, asSchema: boolean): Promise<{ verdict: string; text: string }> {
    ollama.scenario = scenario
    const { system, prompt, schema } = buildPrompt({
      source,
      mode: 'DEVELOPER',
      targetTokens: 400,
      count: countText,
      schema: asSchema,
    })
    const promptTokens = countText(system) + countText(prompt)
    const signal = new AbortController().signal
    const reply = await model.chat({
      model: 'qwen2.5:7b',
      system,
      prompt,
      schema,
      windowTokens: 8_192,
      maxOutputTokens: 800,
      promptTokens,
      signal,
    })
    const { lines, problem } = parseReply(reply.text, asSchema)
    if (problem) return { verdict: problem, text: '' }
    const verdict = verifySummary({ source, anchors, lines, count: countText })
    if (!verdict.accepted) return { verdict: verdict.reason, text: '' }
    return { verdict: 'accepted', text: verdict.lines.map((line) => line.text).join('\n') }
  }

  describe.each([
    ['a schema', true],
    ['plain lines', false],
  ])('by %s', (_name, asSchema) => {
    test.each(['honest', 'thinking-aloud'] as const)('[V4] %s passes', async (scenario) => {
      const { verdict, text } = await judged(scenario, asSchema)
      expect(verdict).toBe('accepted')
      expect(text).toContain('src/room') // words: ok
    })
    test.each(['refusing', 'garbage'] as const)('[V4] %s is refused', async (scenario) => {
      expect((await judged(scenario, asSchema)).verdict).not.toBe('accepted')
    })
    test('[V4] of inventing nothing invented passes', async () => {
      expect((await judged('inventing', asSchema)).text).not.toMatch(
        /ghostModule|restoreSpectre|90417|neverThere|ABC-77123/,
      )
    })
  })
})

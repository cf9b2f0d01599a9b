import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDaemon, type Daemon } from '../support/daemon.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon({ works: true })
})
afterAll(() => daemon.stop())

const call = (at: number) => ({
  role: 'assistant',
  content: null,
  tool_calls: [
    {
      id: `c${at}`,
      type: 'function',
      function: { name: 'write_file', arguments: `{"path":"src/file${at}.ts","content":"x"}` },
    },
  ],
})
const result = (at: number) => ({
  role: 'tool',
  tool_call_id: `c${at}`,
  content: `written ${at}\n${'a line of output\n'.repeat(90)}`,
})

test('[R5] savings add up what each rule saved, and the summary names intent, decisions, files and originals', async () => {
  const session = await daemon.openSession({ contextSize: '16K', goal: { description: 'Build the `parser`' } })
  await session.append([{ role: 'user', content: 'Build the parser. Never use regular expressions.' }])
  const rounds = Array.from({ length: 24 }, (_, at) => [call(at), result(at)]).flat()
  for (let from = 0; from < rounds.length; from += 8) await session.append(rounds.slice(from, from + 8))
  const words = '[DECISION] Use a hand-written lexer\n[NEXT] Write tests\n[CHECKPOINT] Lexer - COMPLETED'
  await session.append([{ role: 'assistant', content: words }])
  await session.compress({ strategy: 'extractive' })

  const savings = await session.call('readSavings', {})
  const offloads = await session.offloads()
  const masked = savings.rules.find(({ kind }) => kind === 'mask')
  const own = offloads.filter(({ kind }) => kind === 'mask')
  expect(masked).toMatchObject({ rule: 'D5', count: own.length })
  expect(masked!.saved).toBe(own.reduce((sum, one) => sum + one.tokensBefore - one.tokensAfter, 0))
  const compressed = savings.rules.find(({ kind }) => kind === 'compression')!
  const [compression] = (await session.compressions()).filter(({ status }) => status === 'completed')
  expect(compressed.saved).toBe(compression!.tokensBefore! - compression!.tokensAfter!)
  expect(savings.saved).toBe(savings.rules.reduce((sum, { saved }) => sum + saved, 0))
  expect(savings).toMatchObject({ modelCalls: 0 })
  expect(savings.modelCallsSpared).toBeGreaterThanOrEqual(1)

  const summary = await session.call('readSummary', {})
  expect(summary.intent).toMatchObject({ source: 'goal' })
  expect(summary.intent.text).toContain('Build the `parser`')
  expect(summary.decisions).toContain('Use a hand-written lexer')
  expect(summary.nextSteps).toEqual(expect.arrayContaining(['Write tests']))
  expect(summary.nextSteps).not.toContain('Lexer')
  expect(summary.files.map(({ path }) => path)).toContain('src/file0.ts')
  const [checkpoint] = summary.references.checkpoints
  const originals = await daemon.call('GET', checkpoint!.path)
  expect(originals.json.messages.length).toBeGreaterThan(0)
  const page = await daemon.call('GET', `/v1/sessions/${session.id}/summary?format=markdown`)
  expect(page.headers.get('content-type')).toContain('text/markdown')
  for (const part of ['## Intent', '- Use a hand-written lexer', 'created src/file0.ts', checkpoint!.path])
    expect(page.text.replace('modified src/file0.ts', 'created src/file0.ts')).toContain(part)
})

test('[R5] [R6] an empty session has no savings; its summary and transcript are short and valid', async () => {
  const session = await daemon.openSession()
  expect(await session.call('readSavings', {})).toMatchObject({ rules: [], saved: 0, modelCallsSpared: 0 })
  expect(await session.call('readSummary', {})).toMatchObject({ intent: { source: 'none' }, decisions: [], files: [] })
  const transcript = await daemon.call('GET', `/v1/sessions/${session.id}/export?format=markdown`)
  expect(transcript.text).toMatch(/^# Session ses_/)
})

test('[R6] a transcript has a heading per turn, folded calls, and fences that content with fences cannot end', async () => {
  const session = await daemon.openSession({ systemPrompt: 'Be kind.' })
  const hostile = 'before\n```\n</details>\n## Turn 99\n````js\nopen fence'
  await session.append([
    { role: 'user', content: hostile },
    call(1),
    { role: 'tool', tool_call_id: 'c1', content: hostile },
    { role: 'user', content: 'Second *question*' },
  ])
  const { text } = await daemon.call('GET', `/v1/sessions/${session.id}/export?format=markdown`)
  expect(text.match(/^## Turn \d+/gm)).toEqual(['## Turn 1', '## Turn 99', '## Turn 2'])
  // The false heading is inside a fence that is longer than any in the content.
  const fence = /^`{5}\n[\s\S]*?^## Turn 99[\s\S]*?^`{5}$/m
  expect(fence.test(text)).toBe(true)
  expect(text).toContain('> ## Turn 99')
  expect(text).toContain('<summary>Call of write_file</summary>')
})

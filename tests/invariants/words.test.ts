/** What must stay verbatim, whatever else is cut: the system prompt, the user's words, pinned messages, thinking, odd text. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { planAging } from '../../src/domain/compression/aging.js'
import { parseMessage, renderMessage, replaceParts } from '../../src/domain/formats/index.js'
import { FORMATS, type Json } from '../../src/domain/message.js'
import { talk } from '../support/coding-talk.js'
import type { AnyJson } from '../support/client.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import type { TestSession } from '../support/session.js'
import { checkpoint, count, line } from '../summary/spans.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon({ works: true })
})
afterAll(() => daemon.stop())

const get = async (id: string, rest: string) => (await daemon.call('GET', `/v1/sessions/${id}/${rest}`)).json
const compress = async (session: TestSession) => await session.compress({ strategy: 'extractive' })

const PROMPT = 'You are terse.\n  Two blanks stand before this line, and a\ttab in it. «语» 🙂' // words: ok
const PINNED: Json[] = [
  { role: 'assistant', content: 'Pinned answer: the valve is V-1041.  Two blanks.', pinned: true },
  { role: 'user', content: 'Pinned rule: never open V-1041 above 7 kPa.', pinned: true, origin: 'app' },
]
const LOCK = 'V-1041 stays closed on Sundays'

test('[I5] [P4] [G2] system prompt, pinned messages, goal and locked decision are the same bytes before and after six compressions', async () => {
  const goal = { description: 'Keep the plant safe', items: [{ kind: 'decision', text: LOCK, locked: true }] } as const
  const session = await daemon.openSession({ systemPrompt: PROMPT, goal, policy: { mask: null } })
  await session.append(PINNED, { format: 'native' })
  const fixed = async () => {
    const native = await session.context()
    const openai = await session.context('openai')
    return {
      system: native.system,
      openai: openai.messages[0],
      pinned: native.messages.filter(({ pinned }: { pinned?: boolean }) => pinned),
    }
  }
  const before = await fixed()
  expect(before.system?.startsWith(PROMPT)).toBe(true)
  expect(before.system).toContain(`- ${LOCK}`)
  expect(before.pinned).toEqual(PINNED)
  for (let time = 0; time < 6; time++) {
    await session.append(talk(14, 10 + time * 20))
    expect(await compress(session)).toMatchObject({ status: 'completed' })
    expect(await fixed()).toEqual(before)
  }
  // And when hardly anything else fits.
  const tight = await session.context('native', { reserve: 12000 })
  expect(tight.tokens).toBeLessThanOrEqual(1_600)
  expect(tight.messages.filter(({ pinned }: { pinned?: boolean }) => pinned)).toEqual(PINNED)
  expect(tight.system).toBe(before.system)
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
})

test('[I6] [P4] [R4] every word of the user is in the context, or is named by explain with the call that gives it back; the newest always stays', async () => {
  const session = await daemon.openSession({ contextSize: '4K' })
  const said = Array.from({ length: 30 }, (_, day): Json => ({
    role: 'user',
    content: `Day ${day}: ${'we spoke about the garden. '.repeat(24)}`,
  }))
  for (const [day, words] of said.entries()) {
    await session.append([words, { role: 'assistant', content: `Yes, on day ${day}.` }])
    const { messages } = await session.context('openai')
    expect(messages).toContainEqual(words)
  }
  const { messages } = await session.context('openai')
  const shown = new Set(messages.map((message: Json) => JSON.stringify(message)))
  const { out } = await session.explain()
  let evicted = 0
  for (const [day, words] of said.entries()) {
    if (shown.has(JSON.stringify(words))) continue
    evicted += 1
    const seq = day * 2 + 1
    const [place, ...others] = out.filter(({ from, to }: AnyJson) => from <= seq && seq <= to)
    expect(others).toEqual([])
    expect(place.where).toBe('evicted')
    const found = (await get(session.id, place.read)).messages.find((message: { seq: number }) => message.seq === seq)
    expect(found.message).toEqual(words)
  }
  expect(evicted).toBeGreaterThan(5)
  expect(evicted).toBeLessThan(29)
})

const THINKING = { type: 'thinking', thinking: 'The user wants  two\nthings. 語', signature: 'EqQBCgIYAhIM0/+==' }
const SEALED = { type: 'redacted_thinking', data: 'EmwKAhgB+/=' }

test('[I29] thinking beside a shortened call keeps its bytes and its signature; in other formats it is unsigned or gone', () => {
  const message: Json = {
    role: 'assistant',
    content: [
      THINKING,
      SEALED,
      { type: 'text', text: 'I write it.' },
      { type: 'tool_use', id: 'a', name: 'Write', input: { path: 'a.ts', content: 'x'.repeat(900) } },
    ],
  }
  const parsed = parseMessage('anthropic', message, 'm')
  const at = parsed.parts.findIndex(({ type }) => type === 'tool_call')
  const shortened = replaceParts('anthropic', message, parsed, new Map([[at, '{"path":"a.ts"}']]))
  expect(JSON.stringify(shortened)).toBe(
    JSON.stringify({
      ...(message as object),
      content: [
        THINKING,
        SEALED,
        { type: 'text', text: 'I write it.' },
        { type: 'tool_use', id: 'a', name: 'Write', input: { path: 'a.ts' } },
      ],
    }),
  )
  for (const format of FORMATS.filter((other) => other === 'openai' || other === 'ollama')) {
    const text = JSON.stringify(renderMessage(format, { seq: 1, role: 'assistant', parts: parsed.parts }))
    expect(text).not.toContain(THINKING.signature)
    expect(text).not.toContain(SEALED.data)
  }
})

test('[I29] through the service: signed thinking comes back as it was sent, or not at all', async () => {
  const session = await daemon.openSession({ contextSize: '8K' })
  const turn = (n: number): Json[] => [
    {
      role: 'assistant',
      content: [
        { ...THINKING, signature: `${THINKING.signature}${n}` },
        {
          type: 'tool_use',
          id: `w${n}`,
          name: 'Write',
          input: { path: `${n}.ts`, content: 'a line of the file\n'.repeat(120) },
        },
      ],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: `w${n}`, content: 'File created' }] },
  ]
  await session.append(
    [{ role: 'user', content: 'Write them.' }, ...Array.from({ length: 14 }, (_, n) => turn(n)).flat()],
    { format: 'anthropic' },
  )
  const { messages } = await session.context('anthropic')
  const blocks = messages.flatMap(({ content }) => (Array.isArray(content) ? content : []))
  const thoughts = blocks.filter(({ type }) => type === 'thinking')
  expect(thoughts.length).toBeGreaterThan(0)
  for (const thought of thoughts)
    expect({ ...thought, signature: thought.signature.replace(/\d+$/, '') }).toEqual(THINKING)
  const whole = blocks.filter(
    ({ type, input }: { type: string; input?: { content?: string } }) =>
      type === 'tool_use' && (input?.content ?? '').length > 1_000,
  )
  expect(whole.length).toBeLessThan(14)
})

/** What one summarizer or another mangled: brackets, arrows, fences, boxes, scripts, control characters, half surrogates. */
const ODD = [
  '[1] <b>bold</b> {x: [y]} (z) [[wiki]] [link](http://a.b)',
  'a → b ⇒ c -> d => e <- f ↔ g',
  '```ts\nconst a = `x`\n```',
  '- [ ] open\n- [x] done\n* star\n1. one',
  '语言 日本語 한국어 العربية עברית हिन्दी ไทย 👩‍🚀',
  '│ box ├── tree └── leaf ┌─┐',
  'tab\there, quote " and \' and \\ and \\n and \u2028 in it',
]

test('[I47] [P1] odd text passes through storage and rendering unchanged', async () => {
  const session = await daemon.openSession()
  const messages = ODD.flatMap((text): Json[] => [
    { role: 'user', content: text },
    { role: 'assistant', content: text },
  ])
  await session.append(messages)
  expect((await session.context('openai')).messages).toEqual(messages)
  for (const format of FORMATS.filter((other) => other !== 'openai')) {
    const text = JSON.stringify((await session.context(format)).messages)
    for (const odd of ODD) expect(text).toContain(JSON.stringify(odd).slice(1, -1))
  }
  const history = await session.history()
  expect(history.map(({ message }) => message)).toEqual(messages)
})

test('[I47] [I20] odd text passes through aging unchanged', () => {
  const lines = ODD.map((text, at) => line(text.replaceAll('\n', ' '), 'fact', at / 10))
  const [aged] = planAging({
    reserveTokens: 3_400,
    checkpoints: [checkpoint(1, lines)],
    ...{
      newestId: null,
      levels: { detailed: 1_200, moderate: 600, brief: 300 },
      totalTokens: 3_400,
      step: true,
      count,
    },
  })
  expect(aged?.lines).toEqual(lines)
  for (const { text } of lines) expect(aged?.text.split('\n')).toContain(`- ${text}`)
})

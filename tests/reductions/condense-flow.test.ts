import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnyJson } from '../support/client.js'
import { eventsOf, startDaemon, type Daemon } from '../support/daemon.js'
import type { TestSession } from '../support/session.js'
import { pairProblems } from '../../testing/validity.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(() => daemon.stop())
const append = (session: TestSession, messages: object[]) =>
  session.send('appendMessages', { body: { format: 'anthropic', messages } })
const use = (id: string, name: string) => ({
  role: 'assistant',
  content: [{ type: 'tool_use', id, name, input: { file_path: 'src/store.ts' } }],
})
const result = (id: string, content: string, more: object = {}) => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: id, content, ...more }],
})
const asRead = (lines: readonly string[]) => lines.map((line, at) => `${String(at + 1).padStart(6)}→${line}`).join('\n')
const file = Array.from({ length: 60 }, (_, at) => [
  `export function store${at}(value: string) {`,
  ...Array.from({ length: 9 }, () => '  keep(value) // 🙂'),
]).flat()

test('[D2] [P8] a long file that is read arrives as its outline; explain and events say so, and every byte can be read back', async () => {
  const session = await daemon.openSession()
  const content = asRead(file)
  await append(session, [{ role: 'user', content: 'read it' }, use('t1', 'Read')])
  const before = await session.context('anthropic')
  const appended = await append(session, [result('t1', content)])
  expect(appended.status, appended.text).toBe(201)
  expect(appended.body.messages[0]!.tokens).toBeGreaterThan(4_000)

  const context = await session.context('anthropic')
  expect(pairProblems('anthropic', context.messages)).toEqual([])
  // [P12] Nothing earlier changed: no cut was needed.
  expect(context.messages.slice(0, 2)).toEqual(before.messages)
  const [block] = context.messages.at(-1).content
  const [offload] = await session.offloads()
  expect(offload).toMatchObject({
    kind: 'condense',
    resultKind: 'file',
    toolName: 'Read',
    seq: 3,
    part: 0,
    cutId: null,
  })
  expect(block).toEqual({ type: 'tool_result', tool_use_id: 't1', content: offload!.placeholder })
  expect(offload!.placeholder).toContain(
    `600 lines, shown: outline, 60 declarations with line numbers. Stored in full as offload ${offload!.id}; to see the rest, call Read again if that only reads.]`,
  )
  expect(offload!.placeholder).toContain('\n11-20 export function store1(value: string) {\n')
  expect(offload!.tokensAfter).toBeLessThan(offload!.tokensBefore / 3)

  const explained = await session.explain()
  expect(explained.tokens).toBe(context.tokens)
  const entry = explained.entries.find(({ seq }: AnyJson) => seq === 3)
  expect(entry).toMatchObject({
    rule: 'D2',
    originals: `offloads/${offload!.id}`,
    parts: [{ part: 0, kind: 'condense', id: offload!.id }],
  })
  expect(entry.reason).toContain('condensed')
  const { tokensBefore, tokensAfter } = offload!
  const events = await eventsOf(daemon, session.id, 4)
  expect(events.filter(({ type }) => type.startsWith('tool-result'))).toMatchObject([
    {
      type: 'tool-result-condensed',
      data: { parts: [{ id: offload!.id, seq: 3, resultKind: 'file', toolName: 'Read', tokensBefore, tokensAfter }] },
    },
  ])

  let read = ''
  for (let offset: number | null = 0; offset !== null;) {
    const part: { content: string; nextOffset: number | null } = await session.call('readOffload', {
      params: { offloadId: offload!.id },
      query: { offset, limit: 7001 },
    })
    read += part.content
    offset = part.nextOffset
  }
  expect(read).toBe(content)
  expect(
    (await session.call('searchOffload', { params: { offloadId: offload!.id }, query: { q: 'STORE59(' } })).matches,
  ).toHaveLength(1)
  // History keeps what came.
  expect((await session.history({ from: 3, to: 3, format: 'anthropic' }))[0]!.message).toEqual(result('t1', content))
  expect(await session.audit()).toMatchObject({ ok: true, raw: 2, reduced: 1, violations: [] })
})

test('[D2] errors, other presets and debug keep every word; a session of its own names does as it says', async () => {
  const content = asRead(file.slice(0, 520))
  for (const [body, more, name] of [
    [{}, { is_error: true }, 'Read'],
    [{ preset: 'off' }, {}, 'Read'],
    [{ policy: { condense: { verbosity: 'debug' }, offload: null } }, {}, 'Read'],
    [{ policy: { condense: { kinds: { file: ['*'] } }, humanTools: ['Ask'] } }, {}, 'Ask'],
    [{ policy: { offload: null } }, {}, 'Unheard'],
  ] as const) {
    const session = await daemon.openSession(body)
    await append(session, [{ role: 'user', content: 'read it' }, use('t1', name), result('t1', content, more)])
    const { messages } = await session.context('anthropic')
    expect([body, messages.at(-1).content[0].content === content]).toEqual([body, true])
  }
  const session = await daemon.openSession({
    policy: { condense: { kinds: { file: ['fetch_scroll'] }, fileLines: 40 } },
  })
  await append(session, [
    { role: 'user', content: 'read it' },
    use('t1', 'mcp__library__fetchScroll'),
    result('t1', content),
  ])
  expect(await session.offloads()).toMatchObject([{ kind: 'condense', resultKind: 'file' }])
})

test('[D2] [D5] [P3] condensed results are masked when they are old, counted as they are, and still read back whole', async () => {
  const session = await daemon.openSession()
  await append(session, [{ role: 'user', content: 'read them all' }])
  const contents = Array.from(
    { length: 14 },
    (_, at) => asRead(file.map((line) => line.replace('store', `room${at}_`))), // words: ok
  )
  for (const [at, content] of contents.entries()) {
    const reply = await append(session, [use(`t${at}`, 'Read'), result(`t${at}`, content)])
    expect(reply.status, reply.text).toBe(201)
  }
  const offloads = await session.offloads()
  const masks = offloads.filter(({ kind }) => kind === 'mask')
  expect(masks.length).toBeGreaterThan(3)
  const first = offloads.find(({ id: handle }) => handle === masks[0]!.id)
  expect(first!.placeholder).toMatch(/^\[Read ran, \d{4} tokens, stored as offload off_/)
  const condensed = offloads.find(({ kind, seq }) => kind === 'condense' && seq === first!.seq)
  expect(first!.tokensBefore).toBe(condensed!.tokensAfter)
  for (const handle of [first!.id, condensed!.id])
    expect(
      (await session.call('readOffload', { params: { offloadId: handle }, query: { limit: 1000000 } })).content,
    ).toBe(contents[0])
  const entry = (await session.explain()).entries.find(({ rule }: AnyJson) => rule === 'D5')
  expect(entry.parts).toMatchObject([{ kind: 'condense' }, { kind: 'mask' }])
  const context = await session.context('openai')
  expect(context.tokens).toBeLessThanOrEqual(context.contextStatus.limit - context.contextStatus.reserve)
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
})

test('[D2] [I42] unknown keys and figures that make no sense are refused by name', async () => {
  const refused = async (condense: unknown) =>
    (
      await daemon.call('POST', '/v1/sessions', { body: { model: 'm', contextSize: '16K', policy: { condense } } })
    ).json.errors?.map(({ path }: AnyJson) => path)
  for (const figure of ['fileLines', 'queryRows', 'leastTokens', 'structuredTokens'])
    for (const value of [0, -1, 1.5, Number.NaN, '500'])
      expect([value, await refused({ [figure]: value })]).toEqual([value, [`policy.condense.${figure}`]])
  expect(await refused({ lines: 5 })).toEqual(['policy.condense.lines'])
  expect(await refused({ verbosity: 'loud' })).toEqual(['policy.condense.verbosity'])
  expect(await refused({ kinds: { page: ['x'] } })).toEqual(['policy.condense.kinds.page'])
  expect(await refused({ kinds: { file: [''] } })).toEqual(['policy.condense.kinds.file[0]'])
  const session = await daemon.openSession({ policy: { condense: { queryRows: 7 } } })
  const { policy } = await session.read()
  expect(policy.condense).toMatchObject({
    fileLines: 500,
    queryRows: 7,
    minTokens: 200,
    structuredTokens: 500,
    verbosity: 'normal',
  })
  const patched = await session.send('updateSession', { body: { policy: { condense: null } } })
  expect(patched.body.policy.condense).toBeNull()
})

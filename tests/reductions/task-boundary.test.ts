import { afterAll, beforeAll, expect, test } from 'vitest'
import { question, round, talk } from '../support/coding-talk.js'
import type { AnyJson } from '../support/client.js'
import { eventsOf, startDaemon, type Daemon } from '../support/daemon.js'
import type { TestSession } from '../support/session.js'
import { pairProblems } from '../../testing/validity.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(() => daemon.stop())

const ONLY_BOUNDARIES = { preset: 'watermark' } as const
const call = (id: string, name: string, args: object = {}) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(args) } }],
})
const result = (id: string, content: string) => ({ role: 'tool', tool_call_id: id, content })
const get = async (id: string, rest: string) => (await daemon.call('GET', `/v1/sessions/${id}/${rest}`)).json
const mark = (session: TestSession, body: object) => session.send('markBoundary', { body })
const shown = async (session: TestSession) => (await session.context('openai')).messages

const REJECTED = 'The call was rejected. To tell you how to proceed, the user said:\nnot on a Friday' // words: ok

test('[D4] a boundary tool ends the task: calls and results before it leave in one cut, every word stays, all can be read back', async () => {
  const session = await daemon.openSession(ONLY_BOUNDARIES)
  await session.append(talk(8))
  const before = await session.context('openai')
  await session.append([
    call('end', 'mcp__memory__deactivate_augments', { why: 'done' }),
    result('end', 'ok'),
    { role: 'assistant', content: 'Next.' },
  ])
  const after = await session.context('openai')
  expect(after.tokens).toBeLessThan(before.tokens / 2)
  expect(pairProblems('openai', after.messages)).toEqual([])
  expect(JSON.stringify(after.messages)).not.toContain('part keeps what came in')
  for (let number = 1; number <= 8; number++) expect(JSON.stringify(after.messages)).toContain(`handleFault${number}()`)
  // The boundary's own call stays, with its result.
  expect(after.messages.slice(-3).map(({ role }) => role)).toEqual(['assistant', 'tool', 'assistant'])
  expect(await session.call('getWatermark', {})).toMatchObject({
    seq: 26,
    callId: 'end',
    toolName: 'mcp__memory__deactivate_augments',
    pending: null,
    appliedSeq: 26,
  })
  const explained = await session.explain()
  expect(explained.entries.filter(({ rule }: AnyJson) => rule === 'D4').length).toBeGreaterThan(0)
  // [P8] A call that left a message whose words stayed, and a result that left with its message.
  const offloads = await session.offloads()
  expect(offloads[0]).toMatchObject({ kind: 'watermark', toolName: 'read_file', placeholder: null, tokensAfter: 0 })
  expect((await session.call('readOffload', { params: { offloadId: offloads[0]!.id } })).content).toContain(
    'src/room1/store1.ts',
  )
  const [evicted] = explained.out
  expect((await get(session.id, evicted.read)).messages[0].message.content).toContain('the eighth part keeps')
  const cuts = (await session.explain({ from: 1 })).changes
  expect(cuts.map(({ kind }: AnyJson) => kind)).toEqual(['watermark'])
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
  const events = (await eventsOf(daemon, session.id, 6)).map(({ type }) => type)
  expect(events).toEqual(expect.arrayContaining(['watermark-advanced', 'budget-updated', 'messages-evicted']))
})

test('[D4] [P12] outside preset watermark a boundary that frees too little waits: the mark stays, the context does not change', async () => {
  const session = await daemon.openSession({ policy: { mask: null } })
  await session.append([question(1), ...round(1), question(2)])
  const before = await shown(session)
  expect((await mark(session, { seq: 5 })).body).toMatchObject({ seq: 5, appliedSeq: 0, moved: true, reason: null })
  expect(await shown(session)).toEqual(before)
  await session.append(talk(6, 3))
  expect((await shown(session)).slice(0, before.length)).toEqual(before)
  expect((await mark(session, { seq: 20 })).body).toMatchObject({ seq: 20, appliedSeq: 20 })
  expect((await shown(session)).length).toBeLessThan(24)
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
})

test('[D4] [P12] in preset watermark a boundary applies at once, however little it frees', async () => {
  const session = await daemon.openSession(ONLY_BOUNDARIES)
  await session.append([question(1), ...round(1), question(2)])
  const before = await session.context('openai')
  expect((await mark(session, { seq: 5 })).body).toMatchObject({ seq: 5, appliedSeq: 5, moved: true, reason: null })
  const after = await session.context('openai')
  expect(after.tokens).toBeLessThan(before.tokens)
  expect(before.tokens - after.tokens).toBeLessThan(0.05 * before.limit)
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
})

test('[D4] a tool that is named before it is called leaves a mark that waits, is found in what is stored, and is used once', async () => {
  const session = await daemon.openSession(ONLY_BOUNDARIES)
  await session.append(talk(6))
  expect((await mark(session, { toolName: 'finish_task' })).body).toMatchObject({
    seq: 0,
    pending: 'finish_task',
    moved: false,
    reason: 'pending',
  })
  await session.append([call('f1', 'finish_task'), result('f1', 'ok'), ...talk(1, 20)])
  expect(await session.call('getWatermark', {})).toMatchObject({
    seq: 20,
    callId: 'f1',
    toolName: 'finish_task',
    pending: null,
  })
  // It was used: the next call of that name marks nothing.
  await session.append([call('f2', 'finish_task'), result('f2', 'ok'), question(30)])
  expect(await session.call('getWatermark', {})).toMatchObject({ seq: 20 })
  // Named again, it is the first one after the boundary, which is stored already.
  expect((await mark(session, { toolName: 'finish_task' })).body).toMatchObject({
    seq: 26,
    callId: 'f2',
    pending: null,
    moved: true,
  })
  expect(await session.audit()).toMatchObject({ ok: true })
})

test('[D4] a boundary is named by call, tool or message, only moves forward, and what is not there keeps the old one and says so', async () => {
  const session = await daemon.openSession(ONLY_BOUNDARIES)
  await session.append([...talk(3), call('c9', 'finish'), result('c9', 'ok')])
  expect((await mark(session, { toolCallId: 'c9' })).body).toMatchObject({
    seq: 11,
    callId: 'c9',
    toolName: 'finish',
    moved: true,
  })
  expect((await mark(session, { toolCallId: 'call_1' })).body).toMatchObject({
    seq: 11,
    moved: false,
    reason: 'not-forward',
  })
  expect((await mark(session, { seq: 2 })).body).toMatchObject({ seq: 11, moved: false })
  for (const body of [{ toolCallId: 'unknown' }, { seq: 99 }]) {
    const refused = await mark(session, body)
    expect([refused.status, refused.problem.code]).toEqual([404, 'not_found'])
  }
  expect(await session.call('getWatermark', {})).toMatchObject({ seq: 11 })
  for (const body of [{}, { seq: 0 }, { seq: 'x' }, { toolName: '' }, { toolName: 'a', seq: 1 }, { tool: 'a' }]) {
    expect((await mark(session, body)).status, JSON.stringify(body)).toBe(400)
  }
  expect(
    (await daemon.client.send('markBoundary', { params: { sessionId: 'ses_none' }, body: { seq: 1 } })).status,
  ).toBe(404)
})

test('[D4] [P5] a call whose result has not come stays, and its result finds it there', async () => {
  const session = await daemon.openSession(ONLY_BOUNDARIES)
  const two = call('slow', 'build')
  two.tool_calls.push({
    id: 'fast',
    type: 'function',
    function: { name: 'lint', arguments: JSON.stringify({ path: 'x'.repeat(6_000) }) },
  })
  await session.append([...talk(5), question(50), two, result('fast', 'lint is fine. '.repeat(300))])
  expect((await mark(session, { seq: 18 })).body).toMatchObject({ seq: 18, appliedSeq: 18 })
  await session.append([result('slow', 'built at last'), { role: 'assistant', content: 'Both are done.' }])
  const messages = await shown(session)
  expect(pairProblems('openai', messages)).toEqual([])
  expect(JSON.stringify(messages)).toContain('built at last')
  expect((await mark(session, { seq: 20 })).body).toMatchObject({ seq: 20 })
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
})

test('[D4] the user’s own words in results stay: answers to a question tool, and why a call was refused', async () => {
  const session = await daemon.openSession(ONLY_BOUNDARIES)
  const blocks = (content: object[], role = 'assistant') => ({ role, content })
  const use = (toolId: string, name: string, input: object = {}) => ({ type: 'tool_use', id: toolId, name, input })
  const given = (toolId: string, content: string, more: object = {}) => ({
    type: 'tool_result',
    tool_use_id: toolId,
    content,
    ...more,
  })
  const messages = [
    { role: 'user', content: 'Deploy it.' },
    blocks([use('a', 'Read', { file_path: '/x' }), use('b', 'AskUserQuestion')]),
    blocks([given('a', 'a long file\n'.repeat(900)), given('b', 'Use the blue cluster, never the green one.')], 'user'),
    blocks([use('c', 'Bash', { command: 'deploy --green' })]),
    blocks([given('c', REJECTED, { is_error: true })], 'user'),
    blocks([use('d', 'Bash', { command: 'ls' })]),
    blocks([given('d', 'Exit code 1: no such directory /srv', { is_error: true })], 'user'),
    { role: 'assistant', content: 'Understood.' },
  ]
  await session.append(messages, { format: 'anthropic' })
  expect((await mark(session, { seq: 8 })).body).toMatchObject({ appliedSeq: 8 })
  const context = await session.context('anthropic')
  const text = JSON.stringify(context.messages)
  expect(pairProblems('anthropic', context.messages)).toEqual([])
  expect(text).toContain('never the green one')
  expect(text).toContain('not on a Friday')
  expect(text).not.toContain('a long file')
  expect(text).not.toContain('/srv')
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
})

test('[D4] [C9] files that were written before the boundary are in the ledger, failed calls do not, and later compressions agree', async () => {
  const session = await daemon.openSession({ policy: { mask: null } })
  const write = (name: string, file: string, said: string | null) => ({
    ...call(name, 'write_file', { path: file, content: 'x\n'.repeat(400) }),
    content: said,
  })
  await session.append([
    question(1),
    write('w1', 'src/kept.ts', '[DECISION] keep the store in kept.ts because it is the smallest'),
    result('w1', 'written'),
    write('w2', 'src/failed.ts', 'I decided to try failed.ts because nothing else was left to try.'),
    result('w2', 'Error: EACCES: permission denied, open src/failed.ts'),
    call('end', 'compress_to_checkpoint'),
    result('end', 'ok'),
    { role: 'assistant', content: 'On.' },
  ])
  const ledger = async () => JSON.stringify((await session.ledger()).map(({ text }) => text))
  expect(await ledger()).toContain('src/kept.ts')
  expect(await ledger()).not.toContain('failed.ts')
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
  // The words leave later, without their calls: what the calls wrote is not listed again, and the failed one still wrote nothing.
  await session.append(talk(9, 40))
  const done = await session.send('requestCompression', { body: { strategy: 'extractive' } })
  expect(done.status).toBe(202)
  await session.append(talk(20, 60))
  await session.context('openai')
  const entries: { kind: string; text: string }[] = await session.ledger()
  expect(entries.filter(({ kind, text }) => kind === 'artifact' && text.includes('failed'))).toEqual([])
  expect(entries.filter(({ kind, text }) => kind === 'decision' && text.includes('kept.ts')).length).toBe(1)
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
})

test('[D4] [P3] a full window applies the boundary whatever it frees, and stays inside its limit', async () => {
  const session = await daemon.openSession({ ...ONLY_BOUNDARIES, contextSize: '4K', policy: { minGain: { share: 1 } } })
  for (let number = 1; number < 30; number += 2) {
    await session.append(talk(2, number))
    await session.append([call(`end${number}`, 'deactivate_augments'), result(`end${number}`, 'ok')])
    const context = await session.context('openai')
    expect(context.tokens).toBeLessThanOrEqual(context.contextStatus.limit - context.contextStatus.reserve)
    expect(pairProblems('openai', context.messages)).toEqual([])
  }
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
})

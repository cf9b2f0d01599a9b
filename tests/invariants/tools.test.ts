/** Calls, results and what replaces them: pairs move whole, errors and words of the user stay, what is shortened stays valid. */
import type { AnyJson } from '../support/client.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FORMATS, type Json } from '../../src/domain/message.js'
import { offloadCandidates, maskCandidates, inputCandidates } from '../../src/domain/reductions/candidates.js'
import { PRESET_POLICIES } from '../../src/domain/session/policy.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { takeLog } from '../support/random-log.js'
import { pairProblems } from '../../testing/validity.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon({ works: true })
})
afterAll(() => daemon.stop())
const typed = (text: string): Json => ({ role: 'user', parts: [{ type: 'text', text }] })
const call = (callId: string, name: string, args: Json = {}): Json => ({ type: 'tool_call', callId, name, args })
const result = (callId: string, content: string, isError = false): Json => ({
  role: 'tool',
  parts: [{ type: 'tool_result', callId, content, isError }],
})

test('[I4] [P5] fourteen parallel calls whose results are larger than the window stay together: results are shortened, none is parted', async () => {
  const session = await daemon.openSession({}, { format: 'native' })
  const ids = Array.from({ length: 14 }, (_, at) => `call_${at}`)
  const { contextStatus } = await session.append([
    typed('Look at every room.'), // words: ok
    { role: 'assistant', parts: ids.map((callId, at) => call(callId, 'look', { room: at })) }, // words: ok
    ...ids.map((callId) =>
      result(callId, `what ${callId} saw: ${'a long row of the table that was asked for; '.repeat(200)}`),
    ),
  ])
  expect(contextStatus.used + contextStatus.waiting).toBeGreaterThan(13_600)
  for (const format of FORMATS) {
    const { messages, tokens } = await session.context(format)
    expect(tokens).toBeLessThanOrEqual(12_600)
    expect(pairProblems(format, messages)).toEqual([])
  }
  const { messages } = await session.context()
  const parts = messages.flatMap((message: { parts: { type: string; callId: string }[] }) => message.parts)
  const named = (type: string) =>
    parts.filter((part: { type: string }) => part.type === type).map((part: { callId: string }) => part.callId)
  expect(named('tool_call')).toEqual(ids)
  expect(named('tool_result')).toEqual(ids)
  // Each placeholder leads to the very words.
  const offloads = await session.offloads()
  expect(offloads.length).toBeGreaterThan(5)
  for (const { id: offloadId, seq } of offloads) {
    const { content } = await session.call('readOffload', { params: { offloadId }, query: { limit: 100000 } })
    expect(content).toBe(`what call_${seq - 3} saw: ${'a long row of the table that was asked for; '.repeat(200)}`)
  }
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
})

/** A log with one message of each sort, and what may be reduced of it. */
function candidatesOf(...log: Json[]) {
  const { session, entries } = takeLog(log as object[])
  const all = { ...session, policy: PRESET_POLICIES.checkpointed }
  const none = new Map()
  const names = (found: { toolName: string }[]) => found.map(({ toolName }) => toolName).sort()
  return {
    masked: names(maskCandidates(all, entries, none, 0)),
    offloaded: names(offloadCandidates(all, entries, none, 0)),
    truncated: names(inputCandidates(all, entries, none, false)),
    underPressure: names(inputCandidates(all, entries, none, true)),
  }
}
const LONG = 'x'.repeat(900)
const pair = (callId: string, name: string, isError = false, content = LONG): Json[] => [
  { role: 'assistant', parts: [call(callId, name, { path: 'a.ts', content: LONG })] },
  result(callId, content, isError),
]

test('[I36] [P4] errors, answers of the user and pinned results are never masked, never offloaded', () => {
  const [pinnedCall, pinnedResult] = pair('p', 'Pinned')
  const found = candidatesOf(
    typed('go'),
    ...pair('a', 'Read'),
    ...pair('b', 'Broken', true),
    ...pair('c', 'AskUserQuestion'),
    ...[pinnedCall!, { ...(pinnedResult as object), pinned: true }],
    typed('go on'),
  )
  expect(found.masked).toEqual(['Read'])
  expect(found.offloaded).toEqual(['Read'])
})

test('[I34] what was read back is never offloaded again, whichever server it was read through', () => {
  const found = candidatesOf(
    typed('go'),
    ...pair('a', 'read_offload'),
    ...pair('b', 'mcp__palimpsest__read_offload'),
    ...pair('c', 'recall'),
    ...pair('d', 'Read'),
    typed('go on'),
  )
  expect(found.offloaded).toEqual(['Read'])
  expect(found.masked).toEqual(['Read'])
})

test('[I35] arguments of a call that waits for its result, or failed, are not truncated while anything else can be', () => {
  const found = candidatesOf(typed('go'), ...pair('a', 'Write'), ...pair('b', 'Failed', true), {
    role: 'assistant',
    parts: [call('c', 'Waiting', { content: LONG })],
  })
  expect(found.truncated).toEqual(['Write'])
  expect(found.underPressure).toEqual(['Failed', 'Waiting', 'Write'])
})

test('[I35] [P5] truncated arguments keep call id, tool, path and their JSON in every format', async () => {
  const session = await daemon.openSession(
    { contextSize: '8K', policy: { mask: null, truncateInputs: null } },
    { format: 'native' },
  )
  const big = 'one more line of the file that was written\n'.repeat(120)
  await session.append([
    typed('Write them.'),
    ...Array.from({ length: 5 }, (_, at): Json[] => [
      { role: 'assistant', parts: [call(`w${at}`, 'Write', { file_path: `src/part-${at}.ts`, content: big })] },
      result(`w${at}`, 'File created'),
    ]).flat(),
  ])
  await session.context('native', { reserve: 4000 })
  const cuts = (await daemon.ports.store.reductions(session.id, { limit: 100 })).filter(
    ({ kind }) => kind === 'truncate-input',
  )
  expect(cuts.length).toBeGreaterThan(0)
  const shown = (await session.context('anthropic', { reserve: 4000 })).messages
    .flatMap(({ content }) => (Array.isArray(content) ? content : []))
    .filter(
      ({ type, input }: { type: string; input?: { content: string } }) => type === 'tool_use' && input?.content !== big,
    )
  expect(shown.length).toBe(cuts.length)
  for (const use of shown) {
    const at = /^w(\d)$/.exec(use.id)?.[1]
    expect(use).toMatchObject({
      name: 'Write',
      input: { file_path: `src/part-${at}.ts`, content: expect.stringMatching(/offload off_/) },
    })
  }
  for (const { function: made } of (await session.context('openai', { reserve: 4000 })).messages.flatMap(
    ({ tool_calls: calls }: AnyJson) => calls ?? [],
  ))
    expect(JSON.parse(made.arguments).file_path).toMatch(/^src\/part-\d\.ts$/)
})

test('[I1] [P5] ids that a log uses for several calls are distinguished where a provider wants that, and left alone where it does not', async () => {
  const session = await daemon.openSession({}, { format: 'native' })
  await session.append([
    typed('Look.'),
    { role: 'assistant', parts: [call('same', 'look', { at: 1 }), call('other', 'look', { at: 2 })] },
    result('same', 'first'),
    { role: 'assistant', parts: [call('same', 'look', { at: 3 }), call('same', 'look', { at: 4 })] },
    result('same', 'third'),
    result('same', 'fourth'),
    { role: 'assistant', parts: [call('same', 'look', { at: 5 })] },
  ])
  const { messages } = await session.context('anthropic')
  const blocks = messages.flatMap(({ content }) => (Array.isArray(content) ? content : []))
  const uses = blocks.filter(({ type }) => type === 'tool_use')
  expect(new Set(uses.map((use: { id: string }) => use.id)).size).toBe(5)
  const answers = new Map(
    blocks.flatMap((block: Record<string, unknown>) =>
      block.type === 'tool_result' ? [[block.tool_use_id, block.content]] : [],
    ),
  )
  expect(uses.map((use: { id: string; input: { at: number } }) => [use.input.at, answers.get(use.id)])).toEqual([
    [1, 'first'],
    [2, expect.stringMatching(/no result/i)],
    [3, 'third'],
    [4, 'fourth'],
    [5, undefined],
  ])
  const native = await session.context()
  expect(JSON.stringify(native.messages).match(/"callId":"same"/g)).toHaveLength(7)
})

test('[P5] [C8] a session that replays its tool rounds is valid in every format, and its history keeps the ids as received', async () => {
  const session = await daemon.openSession({}, { format: 'anthropic' })
  const round: Json[] = [
    { role: 'user', content: 'Look.' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'look', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'seen' }] },
    { role: 'assistant', content: 'Seen.' },
  ]
  await session.append(round)
  const before = (await session.context('anthropic')).messages
  await session.append(round)
  for (const format of FORMATS)
    expect(pairProblems(format, (await session.context(format)).messages), format).toEqual([])
  const now = (await session.context('anthropic')).messages
  expect(now.slice(0, 4)).toEqual(before)
  expect(now[5].content[0].id).toBe('toolu_1_6')
  expect(now[6].content[0].tool_use_id).toBe('toolu_1_6')
  expect(await session.received()).toEqual([...round, ...round])
})

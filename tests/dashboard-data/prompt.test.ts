import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf, sourcesText } from '../../dashboard/src/context/rows.js'
import type { Entry } from '../../dashboard/src/strip/cells.js'
import { indexPending } from '../../src/app/search/index-messages.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { appendReal, realMessages } from '../support/replayed-session.js'
import type { TestSession } from '../support/session.js'

let daemon: Daemon
beforeAll(async () => void (daemon = await startDaemon({ works: true, env: { RECALL_MS: '60000' } })))
afterAll(() => daemon.stop())

const TOOL = {
  type: 'function',
  function: { name: 'Read', description: 'Reads a file', parameters: { type: 'object' } },
}

/** A session with a checkpoint and reduced messages, with everything beside messages that a context can have. */
async function fullSession(): Promise<TestSession> {
  const session = await daemon.openSession({
    ...{ contextSize: '8K', systemPrompt: 'Answer in one sentence.', tools: [TOOL], goal: 'Keep the build green' },
    // The compression comes before tokens are kept free for recall: results stay that are only masked.
    policy: { recall: { mode: 'off' } },
  })
  const { goals } = await session.goals()
  await session.call('addGoalItem', {
    params: { goalId: goals[0]!.id },
    body: { kind: 'decision', text: 'Never change the public API', locked: true },
  })
  await appendReal(session, realMessages().slice(0, 60))
  await session.compress({ strategy: 'extractive' })
  await session.compressionEnded()
  return session
}

/** Nothing is known of checkpoints and recalls. */
const NO_SOURCES = { checkpoints: new Map(), recalled: new Map() }
const textOf = ({ sent }: { sent: readonly unknown[] | string }) => (typeof sent === 'string' ? sent : '')

test('[P4] [C8] the rows of a context are all that is sent, once and in order: prompt, goals, tools, messages', async () => {
  const session = await fullSession()
  const context = await session.context('native', { explain: 'true' })
  const rows = rowsOf(context, NO_SOURCES)
  expect(rows.flatMap(({ sent }) => (typeof sent === 'string' ? [] : sent))).toEqual(context.messages)
  const system = rows.filter(({ entry }) => entry.chars !== undefined)
  expect(system.map(textOf).join('\n\n')).toBe(context.system)
  expect(rows.slice(0, 3).map(({ key }) => key)).toEqual(['system', 'goal', 'tools'])
  const [prompt, goal, tools] = rows.map(textOf)
  expect(prompt).toBe('Answer in one sentence.')
  for (const words of ['Keep the build green', 'Never change the public API']) expect(goal).toContain(words)
  expect(JSON.parse(tools!)).toEqual([TOOL])
  expect(rows.map(({ entry }) => entry).toSorted(byPlace(context.entries!))).toEqual(context.entries)
  expect(rows.reduce((sum, { entry }) => sum + entry.tokens, 0)).toBe(context.tokens)
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
})

const byPlace = (entries: readonly unknown[]) => (a: Entry, b: Entry) => entries.indexOf(a) - entries.indexOf(b)

test('[10] the state of a row says in words what happened to it, with the sizes before and after', async () => {
  const session = await fullSession()
  const [checkpoint] = await session.checkpoints()
  const context = await session.context('native', { explain: 'true' })
  const rows = rowsOf(context, { checkpoints: new Map([[checkpoint!.id, checkpoint!]]), recalled: new Map() })
  const summary = rows.find(({ entry }) => entry.checkpointId === checkpoint!.id)!
  const { from, to } = checkpoint!.range
  expect(summary.title).toBe(`Checkpoint ${checkpoint!.number}, messages ${from}–${to}`)
  const before = checkpoint!.originalTokens.toLocaleString('en-US')
  expect(summary.state).toBe(`${before} → ${summary.entry.tokens.toLocaleString('en-US')}, summarized`)
  const reduced = rows.filter(({ entry }) => entry.state === 'reduced')
  expect(reduced.length).toBeGreaterThan(0)
  for (const { entry, state, original } of reduced) {
    const freed = entry.parts!.reduce((sum, { tokensBefore, tokensAfter }) => sum + tokensBefore - tokensAfter, 0)
    expect(original).toBe(freed > 0 ? entry.tokens + freed : null)
    expect(state).toMatch(/^([\d,]+ → [\d,]+, )?[a-z, ]+$/)
  }
  const whole = rows.filter(({ entry }) => entry.kind === 'message' && entry.state === 'raw')
  expect(whole.length).toBeGreaterThan(0)
  expect(new Set(whole.map(({ state }) => state))).toEqual(new Set(['kept whole']))
})

test('[M7] the sources of recalled words are named: messages by number, other sessions by how many', () => {
  const own = (seq: number) => ({ sessionId: 'ses_a', seq })
  expect(sourcesText([own(214)], 'ses_a')).toBe('message 214')
  expect(sourcesText([own(9), own(1214), own(9)], 'ses_a')).toBe('messages 9, 1,214')
  expect(sourcesText([{ sessionId: 'ses_b', seq: 3 }], 'ses_a')).toBe('1 other session')
  expect(sourcesText([own(2), { sessionId: 'ses_b', seq: 3 }, { sessionId: 'ses_c', seq: 3 }], 'ses_a')).toBe(
    'message 2 and 2 other sessions',
  )
})

test('[M7] recalled words are a row of their own, directly before the question that they answer', async () => {
  const session = await daemon.openSession({ contextSize: '8K', policy: { makeRoom: 'evict' } })
  const fact = 'Your sister Odalys keeps her violin in the blue cabinet at Varkaus.'
  await session.append([
    { role: 'user', content: 'Hello there.' },
    { role: 'assistant', content: fact },
    { role: 'user', content: 'What else?' },
  ])
  for (let turn = 0; turn < 40; turn++) {
    const words = Array.from({ length: 60 }, (_, at) => `detail ${turn}-${at}`).join(', ')
    await session.append([
      { role: 'assistant', content: `About the harbor: ${words}.` },
      { role: 'user', content: `Go on with the harbor, part ${turn}.` },
    ])
  }
  await indexPending(daemon.ports)
  await session.append([
    { role: 'assistant', content: 'That is all.' },
    { role: 'user', content: 'Where does Odalys keep her violin?' },
  ])
  const rows = rowsOf(await session.context('native', { explain: 'true' }), NO_SOURCES)
  const at = rows.findIndex(({ entry }) => entry.kind === 'recall')
  const { messageCount } = await session.read()
  expect(rows[at]!.title).toBe(`Recalled for #${messageCount}`)
  expect(rows[at]!.key).toBe(`recall-${messageCount}`)
  expect(JSON.stringify(rows[at])).toContain('blue cabinet at Varkaus')
  expect(rows[at + 1]!.title).toBe(`#${messageCount} user`)
})

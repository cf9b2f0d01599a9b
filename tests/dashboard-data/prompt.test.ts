import { afterAll, beforeAll, expect, test } from 'vitest'
import { piecesOf, titleOfPiece } from '../../dashboard/src/context/prompt.js'
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

test('[P4] [C8] the pieces of a prompt are all that is sent, once and in order: system text with goals and locks, tools, messages', async () => {
  const session = await fullSession()
  const context = await session.context('native', { explain: 'true' })
  const entries = context.entries as Entry[]
  const pieces = piecesOf(context)
  expect(pieces.flatMap((piece) => (piece.kind === 'entry' ? piece.messages : []))).toEqual(context.messages)
  expect(pieces.map(({ kind }) => kind).slice(0, 3)).toEqual(['system', 'tools', 'entry'])
  const [system, tools] = pieces as { text: string }[]
  expect(system!.text).toBe(context.system)
  for (const words of ['Answer in one sentence.', 'Keep the build green', 'Never change the public API'])
    expect(system!.text).toContain(words)
  expect(JSON.parse(tools!.text)).toEqual([TOOL])
  expect(titleOfPiece(pieces[0]!)).toMatch(/^System: system prompt, goals and locked decisions/)
  const titles = pieces.map(titleOfPiece)
  expect(titles).toContain('Checkpoint')
  const named = new Set(pieces.flatMap((piece) => (piece.kind === 'entry' ? [piece.entry] : piece.entries)))
  const unsent = entries.filter((entry) => !named.has(entry))
  expect(unsent.every(({ kind, messages }) => kind === 'message' && messages === 0)).toBe(true)
  expect(
    pieces.reduce((sum, { tokens }) => sum + tokens, 0) + unsent.reduce((sum, { tokens }) => sum + tokens, 0),
  ).toBe(context.tokens)
})

test('[M7] recalled words are a piece of their own, directly before the question that they answer', async () => {
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
  const pieces = piecesOf(await session.context('native', { explain: 'true' }))
  const at = pieces.findIndex((piece) => piece.kind === 'entry' && piece.entry.kind === 'recall')
  const { messageCount } = await session.read()
  expect(titleOfPiece(pieces[at]!)).toBe(`Recalled for #${messageCount}`)
  expect(JSON.stringify(pieces[at])).toContain('blue cabinet at Varkaus')
  expect(titleOfPiece(pieces[at + 1]!)).toBe(`#${messageCount} user`)
})

import { afterEach, expect, test } from 'vitest'
import { ask, assistant, closeDoors, ollamaDoor, sessionTexts, user } from '../support/door-talk.js'

/** Equal openings: one client continues them, other clients do not share them. */

afterEach(closeDoors)

const SAME = { script: () => ({ text: 'the same answer' }) }
const OPENING = [user('same opening'), assistant('the same answer')]

test('[S1] [10.4] a fork has the window that its own request asks for', async () => {
  const { daemon } = await ollamaDoor(SAME)
  const sized = (size: string, text: string) => ask(daemon, [...OPENING, user(text)], { 'x-context-size': size })
  await ask(daemon, OPENING.slice(0, 1), { 'x-context-size': '16K' })
  const first = await sized('16K', 'first way')
  const second = await sized('8K', 'second way')
  expect(first.headers.get('x-palimpsest-limit')).toBe('13600')
  expect(second.headers.get('x-palimpsest-limit')).toBe('6800')
  const sessions = await sessionTexts(daemon)
  expect(sessions).toHaveLength(2)
  expect(sessions[1]!.metadata.forkOf).toBe(sessions[0]!.id)
})

test('[P11] [10.4] equal openings of two programs, or of two keys, are sessions of their own from the first message', async () => {
  const { daemon } = await ollamaDoor(SAME)
  const { app, appId } = await daemon.newApp()
  const { key } = await daemon.client.call('createKey', { body: { appId, role: 'app' } })
  const by = (given: string, program: string) => ({ 'x-palimpsest-key': given, 'user-agent': `${program}/1.0` })
  const callers = [by(app, 'one'), by(app, 'two'), by(key, 'one')]
  const ids = []
  for (const headers of callers) {
    const reply = await ask(daemon, OPENING.slice(0, 1), headers)
    ids.push(reply.headers.get('x-palimpsest-session'))
  }
  expect(new Set(ids).size).toBe(3)
  for (const [at, headers] of callers.entries()) {
    const reply = await ask(daemon, [...OPENING, user('further')], headers)
    expect(reply.headers.get('x-palimpsest-session')).toBe(ids[at])
  }
  // Another version of a program continues its conversation.
  const newer = { 'x-palimpsest-key': app, 'user-agent': 'two/2.0' }
  const reply = await ask(daemon, [...OPENING, user('further'), assistant('the same answer'), user('on')], newer)
  expect(reply.headers.get('x-palimpsest-session')).toBe(ids[1])
})

import { afterEach, expect, test } from 'vitest'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import type { Daemon } from '../support/daemon.js'
import { closeDoors, openaiDoor, user } from '../support/door-talk.js'

/** Programs that name no conversation and change their system text with each request: the time, what was searched, who speaks next. [10.4] */

afterEach(closeDoors)

const LONG = { timeout: 120_000 }
const HEADERS = { 'x-context-size': '8K', 'x-palimpsest-recall': 'off' }

/** Sends one request and returns the answer. */
async function say(daemon: Daemon, system: string, messages: Loose[]): Promise<Loose> {
  const body = { model: 'gpt-scripted', messages: [{ role: 'system', content: system }, ...messages] }
  const reply = await daemon.call('POST', '/openai/v1/chat/completions', { body, headers: HEADERS })
  expect(reply.status).toBe(200)
  return reply.json.choices[0].message
}

/** Returns the stored messages of each session, oldest session first. */
async function histories(daemon: Daemon): Promise<Loose[][]> {
  const { sessions } = await daemon.client.call('listSessions', {})
  const all = sessions.toReversed().map(async ({ id: sessionId }) => {
    const params = { sessionId }
    expect(await daemon.client.call('auditSession', { params })).toMatchObject({ ok: true })
    const { messages } = await daemon.client.call('readHistory', { params, query: { limit: 500 } })
    return messages.map(({ message }: Loose) => message)
  })
  return Promise.all(all)
}

test(
  '[10.4] [P1] a system text that changes with each request is one session, with every message once',
  LONG,
  async () => {
    const { server, daemon } = await openaiDoor({ window: 8_000 })
    const messages: Loose[] = []
    for (let turn = 1; turn <= 40; turn++) {
      messages.push(user(`Request ${turn}: ${'go on '.repeat(120)}`))
      messages.push(await say(daemon, `The time is 12:${turn}.`, messages))
    }
    expect(server.refusals).toEqual([])
    const sent = server.turns.map(({ body }) => body.messages[0])
    expect(sent).toEqual(sent.map((_, at) => ({ role: 'system', content: `The time is 12:${at + 1}.` })))
    // The session was cut, and the upstream gets less than all messages.
    expect(server.turns.at(-1)!.body.messages.length).toBeLessThan(60)
    expect(await histories(daemon)).toEqual([messages])
  },
)

test('[10.4] equal words and equal answers under two system texts stay two sessions', LONG, async () => {
  const { daemon, server } = await openaiDoor({ script: () => ({ text: 'OK' }) })
  const [cook, judge]: [Loose[], Loose[]] = [[], []]
  for (let turn = 1; turn <= 4; turn++) {
    for (const [system, messages] of [
      ['You are a cook.', cook],
      ['You are a judge.', judge],
    ] as const) {
      // They begin with equal words, and differ later.
      messages.push(user(turn <= 2 ? `go on ${turn}` : `${system} ${turn}`))
      messages.push(await say(daemon, system, messages))
    }
  }
  expect(server.refusals).toEqual([])
  expect(await histories(daemon)).toEqual([cook, judge])
  const asked = server.turns.map(({ body }) => JSON.stringify(body.messages))
  expect(asked.filter((text) => text.includes('a cook. 3') && text.includes('a judge. 3'))).toEqual([])
})

test('[10.4] [P11] the first request under another system text is another session', LONG, async () => {
  const { daemon } = await openaiDoor()
  const answers = [
    await say(daemon, 'You are a cook.', [user('Hi')]),
    await say(daemon, 'You are a judge.', [user('Hi')]),
  ]
  expect(await histories(daemon)).toEqual(answers.map((answer) => [user('Hi'), answer]))
})

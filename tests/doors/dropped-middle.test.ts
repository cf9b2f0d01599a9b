import { afterEach, expect, test } from 'vitest'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import { ask, assistant, closeDoors, ollamaDoor, sessionTexts, user } from '../support/door-talk.js'
import type { Daemon } from '../support/daemon.js'

/** Clients that put a message of their own, in any words, in place of older messages. [10.4] */

afterEach(closeDoors)

const COUNTING = { script: ({ call }: { call: number }) => ({ text: `answer ${call}` }) }
const SYSTEM = { role: 'system', content: 'You are a careful gardener.' }
// What comes back by itself is not the subject here.
const NAMED = { 'x-session-id': 'garden', 'x-palimpsest-recall': 'off' }

/** Plays a conversation of which the client sends what `shown` returns. Returns all messages and what the session has in its context. */
async function play(daemon: Daemon, turns: number, shown: (all: Loose[]) => Loose[], headers = NAMED) {
  const all: Loose[] = []
  for (let turn = 1; turn <= turns; turn++) {
    all.push(user(`question ${turn}: which bed is next?`))
    const { status, json } = await ask(daemon, [SYSTEM, ...shown(all)], headers as Record<string, string>)
    expect(status).toBe(200)
    all.push(json.message)
  }
  return { all, sessions: await sessionTexts(daemon) }
}

/** Replaces all but the newest messages with a summary, whenever the history is longer than ten messages. */
function summarizing(summaryOf: (time: number) => Loose) {
  let kept = 0
  let time = 0
  return (all: Loose[]) => {
    if (all.length - kept > 10) {
      kept = all.length - 5
      time += 1
    }
    return time === 0 ? all : [summaryOf(time), ...all.slice(kept)]
  }
}

const WORDS = (time: number) => `Rena and the model planned ${time} beds, and the beans come last.`
for (const [role, summaryOf] of [
  ['of the model', (time: number) => assistant(WORDS(time))],
  ['of the user', (time: number) => user(WORDS(time))],
] as const)
  test(`[10.4] [P13] a summary in the role ${role}, in any words, continues the named session`, async () => {
    const { daemon, server } = await ollamaDoor(COUNTING)
    const { sessions } = await play(daemon, 20, summarizing(summaryOf))
    expect(sessions).toHaveLength(1)
    // The model gets what the client sends.
    const [session] = sessions
    expect(session!.texts.join('\n')).not.toContain('answer 1\n')
    expect(JSON.stringify(server.chats.at(-1)!.body.messages)).toContain('the beans come last')
    const params = { sessionId: session!.id }
    expect(await daemon.client.call('auditSession', { params })).toMatchObject({ ok: true })
  })

test('[10.4] [P13] a client that sends the beginning, a note, and the newest messages stays in the named session', async () => {
  const { daemon } = await ollamaDoor(COUNTING)
  const headAndTail = (all: Loose[]) =>
    all.length < 10 ? all : [...all.slice(0, 3), user(`Skipped ${all.length - 8} messages.`), ...all.slice(-5)]
  const { all, sessions } = await play(daemon, 14, headAndTail)
  expect(sessions).toHaveLength(1)
  expect(sessions[0]!.texts.slice(-2)).toEqual(all.slice(-2).map(({ content }) => content))
  expect(sessions[0]!.texts).toContain('question 1: which bed is next?')
  expect(sessions[0]!.texts).not.toContain('question 6: which bed is next?')
})

test('[P13] [P14] an edit of an earlier message under a name stays a fork, and so does a conversation without a name', async () => {
  const { daemon } = await ollamaDoor(COUNTING)
  const edited = (all: Loose[]) =>
    all.length < 11 ? all : [...all.slice(0, 2), user('question 2: which tree?'), ...all.slice(3)]
  expect((await play(daemon, 6, edited)).sessions).toHaveLength(2)
  const unnamed = summarizing((time) => assistant(WORDS(time)))
  expect((await play(daemon, 6, unnamed, { ...NAMED, 'x-session-id': '' })).sessions).toHaveLength(4)
})

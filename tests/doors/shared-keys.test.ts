import { afterEach, expect, test } from 'vitest'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import { assistant, closeDoors, openaiDoor, user } from '../support/door-talk.js'

/** An app serves many people with one key of ours. What else it sends for all of them is no proof of what one of them said. */

afterEach(closeDoors)

const FILLER = 'The hotel keeps the papers at the front desk until the guests arrive. '.repeat(30)
const LAST = [user('Thanks!'), assistant('You are welcome.')]

async function door() {
  const { daemon, server } = await openaiDoor({ script: () => ({ text: 'You are welcome.' }) })
  const say = async (messages: Loose[], more: Loose, headers: Record<string, string> = {}) => {
    const body = { model: 'gpt-4o', messages, ...more }
    const reply = await daemon.call('POST', '/openai/v1/chat/completions', {
      body,
      headers: { 'x-context-size': '8K', ...headers },
    })
    expect(reply.status).toBe(200)
    return { sessionId: reply.headers.get('x-palimpsest-session')!, sent: JSON.stringify(server.turns.at(-1)!.body) }
  }
  return { daemon, say }
}

/** A conversation that left the window, with a secret in its first words. */
function long(secret: string): Loose[] {
  const turns = Array.from({ length: 8 }, (_, at) => [assistant(`Booking ${at}. ${FILLER}`), user(`Question ${at}?`)])
  return [user(`My passport is ${secret}.`), ...turns.flat(), assistant('Done.'), LAST[0]!]
}

const SHARED: Record<string, [Loose, Record<string, string>]> = {
  'one prompt_cache_key': [{ prompt_cache_key: 'support-bot-v1' }, {}],
  'the affinity of one process': [{}, { 'x-session-affinity': '31c6e2d3e1d5446ba62e53e43c113266' }],
}
for (const [what, shared] of Object.entries(SHARED))
  test(`[P14] [10.4] people under ${what} never reach the words of each other`, async () => {
    const { say } = await door()
    const first = await say(long('SECRET-1'), ...shared)
    const asks = user('What is my passport, and what did we book?')
    const others = [
      // Begins with the newest messages of the first person.
      [...LAST, asks],
      // Its program has shortened its history by itself.
      [user('<summary>We talked about a trip.</summary>'), assistant('Good.'), asks],
      [user('Hello.'), asks],
    ]
    for (const messages of others) {
      const { sessionId, sent } = await say(messages, ...shared)
      expect(sessionId).not.toBe(first.sessionId)
      expect(sent).not.toMatch(/SECRET|Booking/)
    }
  })

test('[10.4] a conversation with a prompt_cache_key is one session, and requests with different keys are never one', async () => {
  const { say } = await door()
  const opening = [user('Hello.')]
  const first = await say(opening, { prompt_cache_key: 'a' })
  const other = await say(opening, { prompt_cache_key: 'b' })
  expect(other.sessionId).not.toBe(first.sessionId)
  const next = await say([...opening, LAST[1]!, user('And then?')], { prompt_cache_key: 'a' })
  expect(next.sessionId).toBe(first.sessionId)
})

test('[P14] [10.4] two users whom the client names never share a session, so the deletion of one keeps the other', async () => {
  const { daemon, say } = await door()
  const opening = [user('Hello.')]
  const ada = await say(opening, { user: 'ada' })
  const bob = await say(opening, { safety_identifier: 'bob' })
  const next = await say([...opening, LAST[1]!, user('I am Bob.')], { safety_identifier: 'bob' })
  expect(next.sessionId).toBe(bob.sessionId)
  await daemon.client.call('createDeletion', { body: { user: 'ada' } })
  const { sessions } = await daemon.client.call('listSessions', {})
  expect(sessions.map(({ id }) => id)).toEqual([bob.sessionId])
  expect(ada.sessionId).not.toBe(bob.sessionId)
})

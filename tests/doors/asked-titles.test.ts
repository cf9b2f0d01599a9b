import { afterEach, expect, test } from 'vitest'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import { closeDoors, openaiDoor, user } from '../support/door-talk.js'

/** Requests that look like those that programs make for titles, in long conversations at 8K. */

afterEach(closeDoors)

async function talk(system: string, turns: number, headers: Record<string, string> = {}) {
  const { daemon, server } = await openaiDoor({ window: 8_000 })
  const history: Loose[] = [{ role: 'system', content: system }]
  const ask = async (question: string) => {
    history.push(user(question))
    const reply = await daemon.call('POST', '/openai/v1/chat/completions', {
      body: { model: 'gpt-4o', messages: history },
      headers: { 'x-context-size': '8K', ...headers },
    })
    if (reply.status === 200) history.push(reply.json.choices[0].message)
    return reply
  }
  for (let turn = 0; turn < turns; turn++) {
    const reply = await ask(`question ${turn}: ${'please look at this once more '.repeat(35)}`)
    expect(reply.status, reply.text).toBe(200)
  }
  return { daemon, server, ask }
}

test('[P3] an app whose system prompt asks for titles has a session, and its prompts fit', async () => {
  const system = 'You edit articles. For each, generate a short summary and a catchy title.'
  const { daemon, server } = await talk(system, 40)
  expect(server.refusals).toEqual([])
  expect((await daemon.client.call('listSessions', {})).sessions).toHaveLength(1)
})

test('[P3] [P14] a person who asks for a title in a long conversation gets an answer, and the session goes on', async () => {
  const { daemon, server, ask } = await talk('You are a friend.', 40)
  const title = await ask('Write a title for our conversation, please.')
  expect(title.status, title.text).toBe(200)
  expect(server.turns.at(-1)!.body.messages.at(-1).content).toBe('Write a title for our conversation, please.')
  expect((await ask('Thank you.')).status).toBe(200)
  expect(server.refusals).toEqual([])
  const { sessions } = await daemon.client.call('listSessions', {})
  expect(sessions).toHaveLength(1)
  const sessionId = sessions[0]!.id
  expect(await daemon.client.call('auditSession', { params: { sessionId } })).toMatchObject({ ok: true, lost: 0 })
  expect(sessions[0]!.messageCount).toBe(84)
})

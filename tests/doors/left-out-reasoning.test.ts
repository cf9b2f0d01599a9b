import { afterEach, expect, test } from 'vitest'
import { seededRandom, words } from '../../testing/upstreams/script.js'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import { assistant, closeDoors, ollamaDoor, openaiDoor, user } from '../support/door-talk.js'

/** Most chat clients send back the words of an answer, and leave out its reasoning. */

afterEach(closeDoors)

const thinking = ({ call }: { call: number }) => ({
  text: `answer ${call} ${words(seededRandom(call), 60)}`,
  thinking: `thought ${call} ${words(seededRandom(call), 300)}`,
})

/** Plays a conversation at the OpenAI door at 8K. Returns its session and what the client sent last. */
async function talk(door: Awaited<ReturnType<typeof openaiDoor>>, turns: number, asSent: (answer: Loose) => Loose) {
  const all: Loose[] = []
  let sessionId = ''
  for (let turn = 0; turn < turns; turn++) {
    all.push(user(`question ${turn} ${words(seededRandom(turn), 30)}`))
    const body = { model: 'local-thinker', messages: all }
    const reply = await door.daemon.call('POST', '/openai/v1/chat/completions', {
      body,
      headers: { 'x-context-size': '8K' },
    })
    expect(reply.status, reply.text).toBe(200)
    sessionId = reply.headers.get('x-palimpsest-session')!
    if (turn < turns - 1) all.push(asSent(reply.json.choices[0].message))
  }
  const session = await door.daemon.client.call('getSession', { params: { sessionId } })
  return { session, all, sent: door.server.turns.at(-1)!.body.messages as Loose[] }
}

test('[T2] [P3] reasoning that a client leaves out counts nothing when the ratio of a model is measured', async () => {
  const door = await openaiDoor({ window: 8_192, script: thinking })
  const { session } = await talk(door, 30, ({ content }) => assistant(content))
  expect(session.contextStatus.basis).toBe('measured')
  // The scripted server counts as we do.
  expect(Math.abs(session.contextStatus.ratio - 1)).toBeLessThan(0.03)
  expect(door.server.refusals).toEqual([])
})

test('[P12] [D7] when its reasoning left the context, an answer is sent as the client sends it', async () => {
  const door = await openaiDoor({ window: 8_192, script: thinking })
  const { session, all, sent } = await talk(door, 24, ({ content }) => ({ content, role: 'assistant', name: 'Pal' }))
  const cuts = await door.daemon.call('GET', `/v1/events?sessionId=${session.id}&types=reasoning-dropped`)
  expect(cuts.json.events.length).toBeGreaterThan(0)
  const own = sent.filter(({ content }) => !String(content).startsWith('[Recalled'))
  expect(own.map((message) => JSON.stringify(message))).toEqual(all.map((message) => JSON.stringify(message)))
})

test('[D7] a client that sends reasoning back has it sent on', async () => {
  const door = await openaiDoor({ window: 32_000, script: thinking })
  const { sent, all } = await talk(door, 4, (answer) => answer)
  expect(sent).toEqual(all)
  expect(JSON.stringify(sent)).toContain('thought 3')
})

for (const provider of ['openai', 'ollama'] as const)
  test(`[P12] [D7] answers that leave the messages of a client have no reasoning that it never sent (${provider})`, async () => {
    const door = provider === 'openai' ? await openaiDoor({ script: thinking }) : await ollamaDoor({ script: thinking })
    const { daemon, server } = door
    const all: Loose[] = []
    for (let turn = 0; turn < 10; turn++) {
      all.push(user(`question ${turn}`))
      const messages = all.slice(-5)
      const reply = await daemon.call(
        'POST',
        provider === 'openai' ? '/openai/v1/chat/completions' : '/ollama/api/chat',
        {
          body: { model: 'qwen2.5:7b', stream: false, messages, ...(provider === 'ollama' && { think: true }) },
          headers: { 'x-session-id': 'window' },
        },
      )
      expect(reply.status, reply.text).toBe(200)
      const { content } = provider === 'openai' ? reply.json.choices[0].message : reply.json.message
      all.push(assistant(content))
    }
    const chats: Loose[] = 'turns' in server ? server.turns : server.chats
    const prompts = chats.map(({ body }) => body.messages as Loose[])
    expect(JSON.stringify(prompts.at(-1))).toContain('question 0')
    expect(JSON.stringify(prompts)).not.toContain('thought')
    const read = prompts.map((messages) => messages.map(({ role, content }) => `${role}: ${content}`))
    for (const [at, texts] of read.entries())
      if (at > 0) expect(texts.slice(0, read[at - 1]!.length)).toEqual(read[at - 1])
  })

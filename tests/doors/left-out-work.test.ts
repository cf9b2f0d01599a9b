import { afterEach, expect, test } from 'vitest'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import { assistant, closeDoors, openaiDoor, user } from '../support/door-talk.js'

/** Programs that keep only the questions and answers of earlier turns, and no calls or results, or in another arrangement. */

afterEach(closeDoors)

const SYSTEM = { role: 'system', content: 'You help in a harbor office.' }
const TOOLS = [{ type: 'function', function: { name: 'look_up', parameters: { type: 'object', properties: {} } } }]
const REPORT = 'berth 4 is free, berth 5 waits for a crane. '.repeat(20)

interface Client {
  /** What the program keeps of a turn: its question, the messages of the model with calls, their results, and the answer. */
  kept: (turn: Loose[]) => Loose[]
  /** What it sends of the turns that it kept. */
  shown?: (turns: Loose[][]) => Loose[]
  headers?: Record<string, string>
  /** More words in each question. */
  more?: string
}

/** Plays turns with two calls each. */
async function play(turns: number, { kept, shown = (all) => all.flat(), headers = {}, more = '' }: Client) {
  const script = ({ call, last }: { call: number; last: string }) => {
    const calls = [1, 2].map((n) => ({ name: 'look_up', args: { berth: call * 10 + n } }))
    return last === 'text' ? { text: `Let me look (${call}).`, calls } : { text: `It takes ${call} hours.` }
  }
  const { daemon, server } = await openaiDoor({ script })
  const all: Loose[][] = []
  for (let turn = 1; turn <= turns; turn++) {
    const now: Loose[] = [user(`Ship ${turn} of ${turns}: how long does it take? ${more}`)]
    do {
      const messages = [SYSTEM, ...shown(all), ...now]
      const { status, json, text } = await daemon.call('POST', '/openai/v1/chat/completions', {
        body: { model: 'gpt-4o', messages, tools: TOOLS },
        headers: { 'x-context-size': '8K', 'x-palimpsest-recall': 'off', ...headers },
      })
      expect(status, text).toBe(200)
      now.push(json.choices[0].message)
      for (const { id } of now.at(-1)!.tool_calls ?? [])
        now.push({ role: 'tool', tool_call_id: id, content: `${REPORT}${id}` })
    } while (now.at(-1)!.role === 'tool')
    all.push(kept(now))
  }
  expect(server.refusals).toEqual([])
  const { sessions } = await daemon.client.call('listSessions', { query: { limit: 100 } })
  for (const { id } of sessions)
    expect(await daemon.client.call('auditSession', { params: { sessionId: id } })).toMatchObject({ ok: true, lost: 0 })
  return { sessions, prompts: server.turns.map(({ body }) => body.messages as Loose[]) }
}

const textsOf = (messages: Loose[]) => messages.map(({ content }) => content).join('\n')

const KEPT: [string, Client['kept']][] = [
  ['the answer', (turn) => [turn[0]!, turn.at(-1)!]],
  ['the words beside the calls, too', (turn) => [turn[0]!, assistant(turn[1]!.content as string), turn.at(-1)!]],
  ['all words of the model in one message', (turn) => [turn[0]!, assistant(textsOf([turn[1]!, turn.at(-1)!]))]],
]
test.each(KEPT)('[10.4] a program that keeps no calls and results, but %s, stays in one session', async (_, kept) => {
  const { sessions, prompts } = await play(6, { kept })
  expect(sessions).toHaveLength(1)
  // The model gets what the program sends.
  expect(JSON.stringify(prompts.at(-2))).not.toContain('berth')
  expect(prompts.at(-2)).toHaveLength(2 + kept([user(''), assistant(''), assistant('')]).length * 5)
})

test('[10.4] a program that moves the words beside its calls behind their results stays in one session', async () => {
  const moved = (turn: Loose[]) => {
    const { content, ...calls } = turn[1]!
    return [turn[0]!, { ...calls, content: '' }, ...turn.slice(2, 4), assistant(textsOf([{ content }, turn.at(-1)!]))]
  }
  expect((await play(6, { kept: moved })).sessions).toHaveLength(1)
})

test('[10.4] a program that sends the work of its newest turn only stays in one session', async () => {
  const plain = (turn: Loose[]) => [turn[0]!, turn.at(-1)!]
  const shown = (turns: Loose[][]) => turns.flatMap((turn, at) => (at === turns.length - 1 ? turn : plain(turn)))
  expect((await play(6, { kept: (turn) => turn, shown })).sessions).toHaveLength(1)
})

test('[10.4] [P3] a program without the work of earlier turns stays in one session after cuts', async () => {
  const kept = (turn: Loose[]) => [turn[0]!, turn.at(-1)!]
  const { sessions, prompts } = await play(40, { kept, more: 'The crew must plan its week. '.repeat(30) })
  expect(sessions).toHaveLength(1)
  expect(prompts.at(-2)!.length).toBeLessThan(2 + 39 * 2)
})

test('[10.4] [P13] a program that replaces older turns with its summary, and keeps no work, stays in the session that it names', async () => {
  const shown = (turns: Loose[][]) =>
    turns.length < 4 ? turns.flat() : [user(`In short: ${turns.length - 2} ships came.`), ...turns.slice(-2).flat()]
  const headers = { 'x-session-id': 'harbor' }
  expect((await play(8, { kept: (turn) => [turn[0]!, turn.at(-1)!], shown, headers })).sessions).toHaveLength(1)
})

test('[P14] a conversation that begins like another and has another answer is a fork, also if it has no work', async () => {
  const other = (turn: Loose[]) => [turn[0]!, assistant('That depends on the tide.')]
  expect((await play(2, { kept: other })).sessions).toHaveLength(2)
})

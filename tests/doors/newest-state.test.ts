import { afterEach, expect, test } from 'vitest'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import { closeDoors, openaiDoor, user } from '../support/door-talk.js'

/** Programs that put the state of their work behind the newest message of each request, and send it no more where it was. [10.4] */

afterEach(closeDoors)

const TOOLS = [
  {
    type: 'function',
    function: { name: 'read', parameters: { type: 'object', properties: { path: { type: 'string' } } } },
  },
]
const STATES: Record<string, (n: number) => string> = {
  English: (n) => `<state of the work>\nCommands that run: ${n === 0 ? 'none' : n}\n</state of the work>`,
  Japanese: (n) => `【作業の状態】これは利用者の言葉ではありません。実行中のコマンドの数：${n}`,
}

/** Opens a door whose model calls a tool for each question, and then answers. */
async function work(headers: Record<string, string> = {}, answer = (call: number): string => `Part ${call} is done.`) {
  const script = ({ call, last }: { call: number; last: string }) =>
    last === 'text' ? { calls: [{ name: 'read', args: { path: `p${call}.ts` } }] } : { text: answer(call) }
  const { daemon, server } = await openaiDoor({
    // The state is the newest text, also behind a result.
    script: (request) => script({ ...request, last: isBehindResult(server.turns.at(-1)!.body) ? 'result' : 'text' }),
  })
  /** Plays a program. Its state is known by a number. */
  const run = (state: (n: number) => string) => {
    const history: Loose[] = []
    const ids: string[] = []
    const step = async (n: number) => {
      const messages = [...history, user(state(n))]
      const body = { model: 'gpt-4o', tools: TOOLS, messages }
      const reply = await daemon.call('POST', '/openai/v1/chat/completions', { body, headers })
      expect(reply.status).toBe(200)
      ids.push(reply.headers.get('x-palimpsest-session')!)
      const { message } = reply.json.choices[0]
      history.push(message)
      for (const { id } of message.tool_calls ?? [])
        history.push({ role: 'tool', tool_call_id: id, content: 'const x = 1\n'.repeat(40) })
      return messages
    }
    const turn = async (n: number) => {
      history.push(user(`Question ${n}: what does part ${n} do?`))
      return [await step(n), await step(n)]
    }
    return { ids, turn, history }
  }
  return { daemon, server, run }
}

function isBehindResult({ messages }: Loose): boolean {
  return messages.at(-2).role === 'tool'
}

for (const [language, state] of Object.entries(STATES))
  test(`[P14] [P1] such a program stays in one session (${language})`, async () => {
    const { daemon, server, run } = await work()
    const { turn, ids, history } = run(state)
    for (let n = 0; n < 5; n++) {
      const sent = await turn(n)
      expect(server.turns.slice(-2).map(({ body }) => body.messages)).toEqual(sent)
    }
    expect(new Set(ids).size).toBe(1)
    const params = { sessionId: ids[0]! }
    const { messages } = await daemon.client.call('readContext', { params, query: { format: 'openai' } })
    const texts = (messages as Loose[]).map(({ content }) => content)
    expect(texts.filter((text) => text === state(4))).toHaveLength(1)
    expect(texts).toHaveLength(history.length + 1)
    expect(await daemon.client.call('auditSession', { params })).toMatchObject({ ok: true, lost: 0 })
  })

test('[P3] [P5] it does after cuts, too, and the model gets whole pairs', async () => {
  const { daemon, server, run } = await work(
    { 'x-context-size': '2K' },
    (n) => `Part ${n} is done. ${'It is long. '.repeat(30)}`,
  )
  const { turn, ids } = run(STATES.English!)
  for (let n = 0; n < 14; n++) await turn(n)
  expect(new Set(ids).size).toBe(1)
  expect(server.refusals).toEqual([])
  expect(server.turns.at(-1)!.body.messages.length).toBeLessThan(40)
  expect(server.turns.at(-1)!.body.messages.at(-1)).toEqual(user(STATES.English!(13)))
  const params = { sessionId: ids[0]! }
  expect(await daemon.client.call('auditSession', { params })).toMatchObject({ ok: true, lost: 0 })
})

test('[P14] people with equal first questions, and equal answers, get nothing of the state of each other', async () => {
  const { server, run } = await work({}, () => 'It is done.')
  const script = server.script
  server.script = (request) => {
    const { calls, ...answer } = script(request)
    return calls ? { calls: [{ name: 'read', args: { path: 'a.ts' } }] } : answer
  }
  const [one, other] = [
    run((n) => `<state of the work>\nsecret-1, step ${n}`),
    run((n) => `<state of the work>\nsecret-2, step ${n}`),
  ]
  for (let n = 0; n < 4; n++) {
    expect(JSON.stringify(await one.turn(n))).not.toContain('secret-2')
    await other.turn(n)
    const [first, second] = server.turns
      .slice(-4, -2)
      .concat(server.turns.slice(-2))
      .map(({ body }) => JSON.stringify(body))
    expect(first).not.toContain('secret-2')
    expect(second).not.toContain('secret-2')
    for (const { body } of server.turns.slice(-2)) expect(JSON.stringify(body)).not.toContain('secret-1')
  }
  expect(one.ids.filter((id) => other.ids.includes(id))).toEqual([])
})

import { afterEach, expect, test } from 'vitest'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import { assistant, closeDoors, openaiDoor, user } from '../support/door-talk.js'

/** Requests that do not end with the question: with the beginning of the answer, or with system text. */

afterEach(closeDoors)

const BEGUN = '{"answer": '
const FACT = ' The archive says that Wilhelmine Brandt moved to Quedlinburg in 1987 and breeds alpacas there.'
const words = (n: number) => `${'the river lamp of the stone market opens a window to the garden engine '.repeat(6)}${n}.`

interface Chat {
  /** How the program sends the newest question, and what it keeps of the answer. */
  request: (question: string) => Loose[]
  kept: (answer: string) => Loose[]
}

/** Plays a chat at 8K and asks at the end for what the first answer said. */
async function play({ request, kept }: Chat, headers: Record<string, string> = {}) {
  const { daemon, server } = await openaiDoor({
    script: ({ call }) => ({ text: call === 1 ? `${FACT} ${words(1)}` : `${words(call)} ${words(call + 1)}` }),
  })
  const history: Loose[] = [{ role: 'system', content: 'You answer questions.' }]
  const ids = new Set<string>()
  const ask = async (question: string) => {
    const sent = request(question)
    const reply = await daemon.call('POST', '/openai/v1/chat/completions', {
      body: { model: 'gpt-4o', messages: [...history, ...sent] },
      headers: { 'x-context-size': '8K', ...headers },
    })
    expect(reply.status).toBe(200)
    expect((server.turns.at(-1)!.body.messages as Loose[]).slice(-sent.length)).toEqual(sent)
    ids.add(reply.headers.get('x-palimpsest-session')!)
    history.push(user(question), ...kept(reply.json.choices[0].message.content))
  }
  await ask('Please look up the old papers.')
  for (let turn = 1; turn <= 40; turn++) await ask(`What about topic ${turn}? ${words(turn)}`)
  await ask('Where does Wilhelmine Brandt live?')
  const [sessionId = ''] = ids
  const recalls = await daemon.call('GET', `/v1/sessions/${sessionId}/recalls`)
  const audit = await daemon.client.call('auditSession', { params: { sessionId } })
  const prompt = JSON.stringify(server.turns.at(-1)!.body.messages)
  return { ids, audit, recalls: recalls.json.recalls as Loose[], prompt }
}

/** A program that begins the answer sends both parts back as one message, as its own words only, or as two messages. */
const KEPT: [string, Chat['kept']][] = [
  ['as one message', (answer) => [assistant(BEGUN + answer)]],
  ['without its beginning', (answer) => [assistant(answer)]],
  ['as two messages', (answer) => [assistant(BEGUN), assistant(answer)]],
]

test.each(KEPT)(
  '[P14] [M1] a program that begins every answer and keeps it %s stays in one session, and recall answers it',
  async (_, kept) => {
    const { ids, audit, recalls, prompt } = await play({ request: (text) => [user(text), assistant(BEGUN)], kept })
    expect(ids.size).toBe(1)
    expect(audit).toMatchObject({ ok: true, lost: 0 })
    expect(recalls.length).toBeGreaterThan(0)
    expect(prompt).toContain('Quedlinburg')
  },
)

test('[M1] a program that sends system text after every question gets what answers the question', async () => {
  const note = { role: 'system', content: 'Answer in one sentence.' }
  const { ids, recalls, prompt } = await play({
    request: (text) => [user(text), note],
    kept: (text) => [assistant(text)],
  })
  expect(ids.size).toBe(1)
  expect(recalls.length).toBeGreaterThan(0)
  expect(prompt).toContain('Quedlinburg')
})

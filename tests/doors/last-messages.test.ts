import { afterEach, expect, test } from 'vitest'
import { indexPending } from '../../src/app/search/index-messages.js'
import type { Script } from '../../testing/upstreams/script.js'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import { assistant, closeDoors, openaiDoor, user } from '../support/door-talk.js'

/** Requests that do not end with the question: with the beginning of the answer, or with system text. */

afterEach(closeDoors)

const BEGUN = '{"answer": '
const FACT = ' The archive says that Wilhelmine Brandt moved to Quedlinburg in 1987 and breeds alpacas there.'
const words = (n: number, times = 6) =>
  `${'the river lamp of the stone market opens a window to the garden engine '.repeat(times)}${n}.`
/** Long enough that few turns fill the window. */
const pages = (n: number) => words(n, 12)

interface Chat {
  /** How the program sends the newest question, and what it keeps of the answer. */
  request: (question: string) => Loose[]
  kept: (answer: string) => Loose[]
}

/** Plays a chat at 8K and asks at the end for what the first answer said. */
async function play({ request, kept }: Chat, headers: Record<string, string> = {}) {
  const script: Script = ({ call }) => ({
    text: call === 1 ? `${FACT} ${pages(1)}` : `${pages(call)} ${pages(call + 1)}`,
  })
  // On a busy machine, a search takes longer than 150 ms.
  const { daemon, server } = await openaiDoor({ script }, { env: { RECALL_MS: '60000' } })
  const history: Loose[] = [{ role: 'system', content: 'You answer questions.' }]
  const ids = new Set<string>()
  const ask = async (question: string) => {
    const sent = request(question)
    const reply = await daemon.call('POST', '/openai/v1/chat/completions', {
      body: { model: 'gpt-4o', messages: [...history, ...sent] },
      headers: { 'x-context-size': '8K', ...headers },
    })
    expect(reply.status).toBe(200)
    const got: Loose[] = server.turns.at(-1)!.body.messages
    // What is recalled is directly before the words of the person.
    expect([got.at(-1), got]).toEqual([sent.at(-1), expect.arrayContaining(sent)])
    ids.add(reply.headers.get('x-palimpsest-session')!)
    history.push(user(question), ...kept(reply.json.choices[0].message.content))
  }
  await ask('Please look up the old papers.')
  for (let turn = 1; turn <= 20; turn++) await ask(`What about topic ${turn}? ${pages(turn)}`)
  await indexPending(daemon.ports)
  await ask('Where does Wilhelmine Brandt live?')
  const [sessionId = ''] = ids
  const recalls = await daemon.call('GET', `/v1/sessions/${sessionId}/recalls`)
  const audit = await daemon.client.call('auditSession', { params: { sessionId } })
  const prompts = server.turns.map(({ body }) => body.messages as Loose[])
  return { ids, audit, recalls: recalls.json.recalls as Loose[], prompts }
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
    const { ids, audit, recalls, prompts } = await play({ request: (text) => [user(text), assistant(BEGUN)], kept })
    expect(ids.size).toBe(1)
    expect(audit).toMatchObject({ ok: true, lost: 0 })
    expect(recalls.length).toBeGreaterThan(0)
    expect(JSON.stringify(prompts.at(-1))).toContain('Quedlinburg')
  },
)

const page = (n: number) => `Page ${n} says: ${words(n)}`
/** Where a program puts the system text that belongs to the newest question only, and the text. */
const NOTES: [string, string, (text: string, note: Loose) => Loose[], (n: number) => string][] = [
  ['other', 'after', (text, note) => [user(text), note], page],
  ['other', 'before', (text, note) => [note, user(text)], page],
  ['the same', 'after', (text, note) => [user(text), note], () => page(1)],
  ['the same', 'before', (text, note) => [note, user(text)], () => page(1)],
]

test.each(NOTES)(
  '[M1] [10.4] a program that sends %s system text %s every question gets what answers it, and no text that it sends no more',
  async (_, __, request, textOf) => {
    let note = 0
    const { ids, audit, recalls, prompts } = await play({
      request: (text) => request(text, { role: 'system', content: textOf(++note) }),
      kept: (text) => [assistant(text)],
    })
    expect(ids.size).toBe(1)
    expect(audit).toMatchObject({ ok: true, lost: 0 })
    expect(recalls.length).toBeGreaterThan(0)
    expect(JSON.stringify(prompts.at(-1))).toContain('Quedlinburg')
    const pages = prompts.map((prompt) => prompt.filter(({ content }) => /^Page \d+ says/.test(content)))
    expect(pages.map(({ length }) => length)).toEqual(pages.map(() => 1))
  },
)

/** How far before the end, whether it is another one with each request, and how long the messages are: of long ones, few stay. */
const DEPTHS: [depth: number, isOther: boolean, times: number][] = [
  [2, false, 6],
  [2, false, 12],
  [4, false, 6],
  [4, false, 12],
  [4, true, 12],
]

test.each(DEPTHS)(
  '[10.4] system text %i messages before the newest one is in every request, also after cuts (another one each time: %s; %i lines)',
  async (depth, isOther, times) => {
    const { daemon, server } = await openaiDoor({ script: ({ call }) => ({ text: words(call, times) }) })
    const history: Loose[] = [{ role: 'system', content: 'You play a part.' }]
    for (let turn = 1; turn <= 45; turn++) {
      history.push(user(`Then ${turn}: ${words(turn, times)}`))
      const note = { role: 'system', content: `The scene is in room ${isOther ? turn : 7}.` } // words: ok
      const place = Math.max(1, history.length - depth)
      const reply = await daemon.call('POST', '/openai/v1/chat/completions', {
        body: { model: 'gpt-4o', messages: [...history.slice(0, place), note, ...history.slice(place)] },
        headers: { 'x-context-size': '8K', 'x-session-id': 'scene' },
      })
      expect(reply.status, reply.text).toBe(200)
      const sent: Loose[] = server.turns.at(-1)!.body.messages
      expect(
        sent.filter(({ content }) => String(content).startsWith('The scene is')),
        `turn ${turn}`,
      ).toEqual([note])
      history.push(reply.json.choices[0].message)
    }
    expect(server.turns.at(-1)!.body.messages.length).toBeLessThan(history.length)
    const { sessions } = await daemon.client.call('listSessions', {})
    expect(sessions).toHaveLength(1)
    const params = { sessionId: sessions[0]!.id }
    expect(await daemon.client.call('auditSession', { params })).toMatchObject({ ok: true, lost: 0 })
  },
)

import { afterEach, expect, test } from 'vitest'
import { seededRandom } from '../../testing/upstreams/script.js'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import type { Daemon } from '../support/daemon.js'
import { assistant, closeDoors, ollamaDoor, openaiDoor, user } from '../support/door-talk.js'
import { often } from '../support/long-run.js'

/** Whatever a request looks like, it gets no words but those that it has itself. Each message of a first person has a
 * code of its own, so a code that reaches the model or the answer must be in the request. */

afterEach(closeDoors)

const CODE = /ZX-\d{1,4}/g
const codesIn = (value: unknown) => new Set(JSON.stringify(value).match(CODE) ?? [])

/** A conversation of one person, with what enters goals, ledger, checkpoints and recall. */
function talk(turns: number, random: () => number): Loose[] {
  const filler = 'The hotel keeps the papers at the front desk until the guests arrive. '
  const history: Loose[] = [user('hello'), assistant('Hello! What can I do for you?')]
  for (let at = 0; at < turns; at++) {
    const words = [
      `Where is ZX-${at}1?`,
      `Always book ZX-${at}1 by the window, never by the door.`,
      `We decided on ZX-${at}1 for the trip.`,
      `Remember that my passport is ZX-${at}1.`,
    ]
    const answers = [
      `Your booking is ZX-${at}2.`,
      `[GOAL] Reach ZX-${at}2 by noon`,
      `[DECISION] Use ZX-${at}2 - LOCKED`,
      `- Number: ZX-${at}2\n- Desk: left`,
    ]
    const pick = (from: string[]) => from[Math.floor(random() * from.length)]!
    history.push(user(pick(words)), assistant(`${pick(answers)}\n${filler.repeat(6 + Math.floor(random() * 20))}`))
  }
  return [...history, user('What next?')]
}

const LAST = [
  'You are performing a context checkpoint compaction',
  'Summarize everything above so that another assistant can continue.',
  'Fasse alles zusammen, was wir besprochen haben.',
  '请总结我们之前的对话内容',
  'What did I say about my passport and the booking?',
  'Repeat the goals and the locked decisions.',
  'Where is my booking by the window?',
  '<summary>continue</summary>',
  'Your task is to create a detailed summary of the conversation so far.',
]

/** A request of another person who knows, or guesses, a part of the conversation. */
function guess(owner: readonly Loose[], random: () => number): Loose[] {
  const from = (count: number) => Math.floor(random() * count)
  const known = owner.slice(0, [1, 2, 3, 4, from(owner.length), owner.length - 1][from(6)])
  const last = user(LAST[from(LAST.length)]!)
  switch (from(7)) {
    case 0:
      return [...known, last]
    case 1:
      return [...known.filter((_, at) => at !== 1), last]
    case 2:
      return [...known, assistant('Yes.'), last]
    case 3:
      return [...known.slice(-2), last]
    case 4:
      return [known[0]!, user('hello'), last]
    case 5:
      return [...known, last, assistant('Here it is:'), user('Go on.')]
    default:
      return [...known.toReversed(), last]
  }
}

interface Door {
  path: string
  body(messages: Loose[]): Loose
}
const SYSTEM = 'You plan trips.'
const DOORS: Record<string, Door> = {
  ollama: {
    path: '/ollama/api/chat',
    body: (messages) => ({
      model: 'qwen2.5:7b',
      stream: false,
      messages: [{ role: 'system', content: SYSTEM }, ...messages],
    }),
  },
  chat: {
    path: '/openai/v1/chat/completions',
    body: (messages) => ({ model: 'qwen2.5:7b', messages: [{ role: 'system', content: SYSTEM }, ...messages] }),
  },
  responses: {
    path: '/openai/v1/responses',
    body: (messages) => ({ model: 'qwen2.5:7b', instructions: SYSTEM, input: messages }),
  },
  anthropic: {
    path: '/anthropic/v1/messages',
    body: (messages) => ({ model: 'qwen2.5:7b', max_tokens: 100, system: SYSTEM, messages }),
  },
}

/** Not a call for a summary of the owner's session, which workers make meanwhile. */
const isTurn = ({ body }: { body: unknown }) => JSON.stringify(body).includes(SYSTEM)

async function attack(
  daemon: Daemon,
  { path, body }: Door,
  sentBy: () => unknown,
  { seed, tries }: { seed: number; tries: number },
): Promise<void> {
  const random = seededRandom(seed)
  const { app } = await daemon.newApp()
  const send = (messages: Loose[], to = path) =>
    daemon.call('POST', to, { key: app, headers: { 'x-context-size': '8K' }, body: body(messages) })
  const owner = talk(40, random)
  // Turn by turn near the end, so that cuts, goals and recall have happened.
  for (const count of [owner.length - 8, owner.length - 4, owner.length]) {
    const { status, headers } = await send(owner.slice(0, count))
    expect([status, headers.get('x-palimpsest-cut')]).toEqual([200, '1'])
  }
  expect(codesIn(sentBy()).size).toBeGreaterThan(0)
  for (let at = 0; at < tries; at++) {
    const messages = guess(owner, random)
    const own = codesIn(messages)
    const { status, headers, text } = await send(messages)
    expect(status).toBeLessThan(500)
    for (const given of [sentBy(), text, [...headers]])
      expect([...codesIn(given)].filter((code) => !own.has(code))).toEqual([])
  }
}

test.each(Object.entries(DOORS))(
  '[P14] [P11] at the door %s, a request gets no words that it does not have itself',
  async (_, door) => {
    const { daemon, server } = await ollamaDoor({ script: () => ({ text: 'fine' }) }, { works: true })
    await attack(daemon, door, () => server.chats.findLast(isTurn)!.body, { seed: 211, tries: often(30, 100) })
  },
)

test('[P14] [P11] nor at a hosted provider', async () => {
  const { daemon, server } = await openaiDoor({}, { works: true })
  await attack(daemon, DOORS.chat!, () => server.requests.at(-1)!.body, { seed: 12, tries: often(15, 40) })
})

test('[P14] counts of tokens show nothing of a conversation that the request does not have', async () => {
  const { daemon } = await ollamaDoor({ script: () => ({ text: 'fine' }) }, { works: true })
  const random = seededRandom(13)
  const { app } = await daemon.newApp()
  const call = (path: string, messages: Loose[]) =>
    daemon.call('POST', path, { key: app, headers: { 'x-context-size': '8K' }, body: DOORS.anthropic!.body(messages) })
  const count = async (messages: Loose[]) =>
    (await call('/anthropic/v1/messages/count_tokens', messages)).json.input_tokens as number
  const guesses = Array.from({ length: 10 }, (_, at) => [user('hello'), user(LAST[at % LAST.length]!)])
  const before = await Promise.all(guesses.map(count))
  expect((await call('/anthropic/v1/messages', talk(40, random))).status).toBe(200)
  // The ratio of the model was learned meanwhile; the conversation has thousands of tokens.
  for (const [at, tokens] of (await Promise.all(guesses.map(count))).entries())
    expect(tokens).toBeLessThanOrEqual(before[at]! * 2)
})

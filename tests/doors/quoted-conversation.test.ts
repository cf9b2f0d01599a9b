import { afterEach, expect, test } from 'vitest'
import { ask, assistant, closeDoors, ollamaDoor, sessionTexts, user } from '../support/door-talk.js'

/** Programs quote a conversation in a request of their own, in any wording, and ask for a summary, a title, or what to remember. Such a request is
 * no turn. [10.4] */

afterEach(closeDoors)

interface Talk {
  asked: readonly string[]
  answers: readonly string[]
  task: string
}
const TALKS: Record<string, Talk> = {
  English: {
    asked: [
      'My sister Runa lives in Hammerfest.',
      'And what is near it?\nI have two days.',
      'Which ferry "Nord" sails?',
    ],
    answers: ['Noted: Runa lives in Hammerfest.', 'The North Cape & a museum.', 'The one at nine, on weekdays.'],
    task: 'You are summarizing a talk. Keep key facts.',
  },
  Chinese: {
    asked: ['我姐姐住在哈默菲斯特。', '附近有什么可以看的？', '哪一班渡轮会去那里？'],
    answers: ['记住了：您姐姐住在那里。', '北角和一座博物馆。', '工作日九点的那一班。'],
    task: '请把下面的对话概括成三句话。',
  },
}

/** Returns how a program writes a conversation into one message. */
const FORMS: Record<string, (messages: Loose[]) => string> = {
  'lines with roles': (messages) =>
    messages.map(({ role, content }) => `${role.toUpperCase()}: ${content}`).join('\n\n'),
  JSON: (messages) => JSON.stringify(messages),
  'JSON of Python': (messages) =>
    JSON.stringify(messages).replace(/[^ -~]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
  'an element each': (messages) =>
    messages.map(({ role, content }) => `<${role}>${content.replaceAll('&', '&amp;')}</${role}>`).join(''),
}
type Loose = ReturnType<typeof user>

const NAMES: Record<string, string>[] = [{}, { 'x-session-id': 'helper' }]
for (const headers of NAMES)
  for (const [language, talk] of Object.entries(TALKS))
    for (const [form, write] of Object.entries(FORMS)) {
      const how = 'x-session-id' in headers ? 'with a name' : 'without a name'
      test(`[10.4] a request that quotes a conversation as ${form} is no turn (${language}, ${how})`, async () => {
        const { daemon, server } = await talkDoor(talk)
        const history = await converse(daemon, talk, headers)
        const request = [{ role: 'system', content: talk.task }, user(write(history))]
        expect((await ask(daemon, request, headers)).status).toBe(200)
        expect(server.chats.at(-1)!.body.messages).toEqual(request)
        const sessions = await sessionTexts(daemon)
        expect(sessions.map(({ texts }) => texts)).toEqual([history.map(({ content }) => content)])
      })
    }

test('[10.4] a request that quotes a conversation behind a task in the assistant role is no turn', async () => {
  const talk = TALKS.English!
  const { daemon, server } = await talkDoor(talk)
  const history = await converse(daemon, talk, {})
  const request = [assistant('Summarize this in 700 characters or less'), user(FORMS.JSON!(history))]
  expect((await ask(daemon, request)).status).toBe(200)
  expect(server.chats.at(-1)!.body.messages).toEqual(request)
  expect(await sessionTexts(daemon)).toHaveLength(1)
  // Behind the greeting of a chat program, a quotation is a turn as soon as the conversation goes on.
  const chat = [assistant('Hello! How can I help?'), user(`Is this true?\n${FORMS.JSON!(history)}`)]
  const { json } = await ask(daemon, chat)
  await ask(daemon, [...chat, assistant(json.message.content), user('And then?')])
  const texts = (await sessionTexts(daemon)).map((session) => session.texts)
  expect(texts.find(([first]) => first === chat[0]!.content)).toHaveLength(5)
})

test('[P11] [P14] a person who quotes one exchange, or only own words, has a conversation', async () => {
  const talk = TALKS.English!
  const { daemon } = await talkDoor(talk)
  const history = await converse(daemon, talk, {})
  const quoted = [
    history.slice(0, 2),
    history.filter(({ role }) => role === 'user'),
    [history[4]!, history[1]!, history[0]!],
  ]
  for (const messages of quoted) {
    const words = `I asked before: ${messages.map(({ content }) => content).join('\n')}\nIs that true?`
    expect((await ask(daemon, [user(words)])).status).toBe(200)
  }
  expect(await sessionTexts(daemon)).toHaveLength(1 + quoted.length)
})

test('[10.4] an agent with tools that is given a conversation has a session, and so has a quotation that goes on', async () => {
  const talk = TALKS.English!
  const { daemon } = await talkDoor(talk)
  const history = await converse(daemon, talk, {})
  const quote = user(`Go on with this:\n${FORMS.JSON!(history)}`)
  const tools = [{ type: 'function', function: { name: 'look', parameters: { type: 'object', properties: {} } } }]
  const body = { model: 'qwen2.5:7b', stream: false, messages: [quote], tools }
  await daemon.call('POST', '/ollama/api/chat', { key: null, body })
  expect(await sessionTexts(daemon)).toHaveLength(2)
  const other = user(`Read this:\n${FORMS.JSON!(history)}`)
  const { json } = await ask(daemon, [other])
  await ask(daemon, [other, assistant(json.message.content), user('And then?')])
  const texts = (await sessionTexts(daemon)).map((session) => session.texts)
  expect(texts.find(([first]) => first === other.content)).toHaveLength(4)
})

function talkDoor({ answers }: Talk) {
  return ollamaDoor({ script: ({ call }) => ({ text: answers[call - 1] ?? `answer ${call}` }) })
}

/** Returns the history with all answers. */
async function converse(daemon: Parameters<typeof ask>[0], { asked }: Talk, headers: Record<string, string>) {
  const history: Loose[] = []
  for (const words of asked) {
    history.push(user(words))
    const { json } = await ask(daemon, history, headers)
    history.push(assistant(json.message.content))
  }
  return history
}

import { afterEach, expect, test } from 'vitest'
import { GivenSummaries } from '../../src/doors/request/given-summaries.js'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import type { Daemon } from '../support/daemon.js'
import { ask, assistant, closeDoors, ollamaDoor, sessionTexts, user } from '../support/door-talk.js'

/** Programs that name no conversation, ask for a summary of it, and begin from scratch with the answer. [10.4] [P14] */

afterEach(closeDoors)

const SUMMARIES: Record<string, string> = {
  English: `## Goal
The user plans a trip to Hammerfest with a sister, whose name is Runa, in the last week of May.
## Done
The ferry at nine was found. It sails on weekdays only, and the museum near the harbor closes at four.
## Next
The hotel is still open. The user wants one with a view of the harbor, for less than 900 crowns a night.`,
  Chinese: `## 目标
用户计划五月最后一周和姐姐鲁娜一起去哈默菲斯特旅行。
## 已完成
找到了九点的渡轮。它只在工作日开航，港口附近的博物馆四点关门。
## 下一步
酒店还没有确定。用户想要一间能看到港口的房间，每晚不超过九百克朗。`,
}
const SYSTEM = { role: 'system', content: 'You help with travel.' }
const TASK = { role: 'system', content: 'You write down what matters of a talk.' }
// What comes back by itself is not the subject here.
const HEADERS = { 'x-palimpsest-recall': 'off' }

/** Opens a door whose model answers with the text that the test sets. */
async function travelDoor() {
  const model = { says: '' }
  const { daemon, server } = await ollamaDoor({ script: () => ({ text: model.says }) })
  return { daemon, server, model }
}
type Travel = Awaited<ReturnType<typeof travelDoor>>

async function converse({ daemon, model }: Travel, history: Loose[], turns: number, headers = {}): Promise<Loose[]> {
  const from = history.length
  for (let turn = 1; turn <= turns; turn++) {
    model.says = `Answer ${from + turn}: it takes ${from + turn} hours by bus.`
    history.push(user(`Question ${from + turn}: how long does part ${from + turn} take?`))
    const { status, json } = await ask(daemon, [SYSTEM, ...history], { ...HEADERS, ...headers })
    expect(status).toBe(200)
    history.push(json.message)
  }
  return history
}

/** Asks for a summary of the conversation in a message that quotes it. */
async function summarize({ daemon, model }: Travel, history: Loose[], summary: string, headers = {}): Promise<void> {
  model.says = summary
  const quoted = history.map(({ role, content }) => `[${role}]: ${content}`).join('\n\n')
  expect((await ask(daemon, [TASK, user(quoted)], { ...HEADERS, ...headers })).status).toBe(200)
}

/** Asks with a list of messages, and returns the session. */
async function goOn({ daemon, model }: Travel, messages: Loose[], headers = {}): Promise<string> {
  model.says = 'It is red.'
  const reply = await ask(daemon, messages, { ...HEADERS, ...headers })
  expect(reply.status).toBe(200)
  return reply.headers.get('x-palimpsest-session')!
}

const audit = (daemon: Daemon, sessionId: string) => daemon.client.call('auditSession', { params: { sessionId } })

/** How programs begin from scratch. */
const FORMS: Record<string, (summary: string, history: Loose[]) => Loose[]> = {
  'a message': (summary) => [SYSTEM, user(`What was said before:\n\n${summary}`), assistant('Understood.')],
  'an answer, with the newest messages': (summary, history) => [SYSTEM, assistant(summary), ...history.slice(-4)],
  'a part of the system text': (summary, history) => [
    { role: 'system', content: `${String(SYSTEM.content)}\n<memory>${summary}</memory>` },
    ...history.slice(-2),
  ],
  'a message behind the first ones': (summary, history) => [SYSTEM, ...history.slice(0, 2), user(`Notes: ${summary}`)],
  'a message without its first heading': (summary) => [SYSTEM, user(summary.split('\n').slice(1).join('\n'))],
}
for (const [language, summary] of Object.entries(SUMMARIES))
  for (const [form, write] of Object.entries(FORMS))
    test(`[10.4] [P1] a conversation without a name goes on with its summary as ${form} (${language})`, async () => {
      const door = await travelDoor()
      const history = await converse(door, [], 6)
      await summarize(door, history, summary)
      const shorter = write(summary, history)
      const id = await goOn(door, [...shorter, user('What color is the bus?')])
      expect(
        await goOn(door, [...shorter, user('What color is the bus?'), assistant('It is red.'), user('Sure?')]),
      ).toBe(id)

      const [session, ...others] = await sessionTexts(door.daemon)
      expect(others).toEqual([])
      expect(session!.id).toBe(id)
      expect(session!.texts.slice(-4)).toEqual(['What color is the bus?', 'It is red.', 'Sure?', 'It is red.'])
      expect(session!.texts).not.toContain('Question 3: how long does part 3 take?')
      expect(await audit(door.daemon, id)).toMatchObject({ ok: true, lost: 0 })
    })

test('[P14] an agent with a task of its own, to which a summary is handed over, begins a session', async () => {
  const door = await travelDoor()
  await summarize(door, await converse(door, [], 6), SUMMARIES.English!)
  const [first] = await sessionTexts(door.daemon)
  const other = { role: 'system', content: 'You check bills of other people.' }
  const messages = [other, user(SUMMARIES.English!), assistant('Understood.'), user('What was paid?')]
  expect(await goOn(door, messages)).not.toBe(first!.id)
})

test('[P14] a new conversation with what a program remembers in its system text stays one of its own', async () => {
  const door = await travelDoor()
  await summarize(door, await converse(door, [], 6), SUMMARIES.English!)
  const [first] = await sessionTexts(door.daemon)
  const remembering = { role: 'system', content: `${String(SYSTEM.content)}\nYou know:\n${SUMMARIES.English!}` }
  expect(await goOn(door, [remembering, user('Write a poem about the sea.')])).not.toBe(first!.id)
})

const ASKED: Record<string, [system: string, task: string]> = {
  'in its own words': [String(SYSTEM.content), 'Your task is to create a detailed summary of the conversation so far.'],
  'under another system text': [
    'You are the component that summarizes internal chat history into a given structure.',
    'First, reason in your scratchpad.',
  ],
}
for (const [how, [system, task]] of Object.entries(ASKED))
  test(`[10.4] a conversation goes on with a summary that was asked for behind the whole conversation, ${how}`, async () => {
    const door = await travelDoor()
    const history = await converse(door, [], 6)
    door.model.says = `<scratchpad>Let me think about what was said in this conversation.</scratchpad>\n${SUMMARIES.English!}`
    await ask(door.daemon, [{ role: 'system', content: system }, ...history, user(task)], HEADERS)
    const id = await goOn(door, [SYSTEM, user(SUMMARIES.English!), user('What color is the bus?')])
    expect((await sessionTexts(door.daemon)).map((session) => session.id)).toEqual([id])
  })

test('[P14] a summary goes on with nothing for another user or key, or if it is short or that of two conversations', async () => {
  const door = await travelDoor()
  const { app } = await door.daemon.newApp()
  const summary = SUMMARIES.English!
  const begun = [SYSTEM, user(summary), user('What color is the bus?')]
  const ids = async () => (await sessionTexts(door.daemon)).map(({ id }) => id)

  const history = await converse(door, [], 6)
  await summarize(door, history, summary)
  const [first] = await ids()
  expect(await goOn(door, begun, { 'x-palimpsest-user': 'Ola' })).not.toBe(first)
  expect(await goOn(door, begun, { 'x-session-id': 'other' })).not.toBe(first)
  expect(await goOn(door, begun, { 'x-palimpsest-key': app })).not.toBe(first)

  const others = await converse(door, [user('Another talk.'), assistant('Which one?')], 6)
  await summarize(door, others, summary)
  const known = await ids()
  expect(known).not.toContain(await goOn(door, begun))

  const refusal = 'I am sorry, but I cannot help with that.'
  await summarize(door, history, refusal)
  expect(known).not.toContain(await goOn(door, [SYSTEM, user(refusal), user('What color is the bus?')]))
})

test('[P14] one summary continues one conversation, once', () => {
  const given = new GivenSummaries()
  given.remember('Ola', 'ses_1', SUMMARIES.English!)
  expect(given.take('Kari', SUMMARIES.English!)).toBeNull()
  expect(given.take('Ola', SUMMARIES.English!.slice(0, 240))).toBeNull()
  expect(given.take('Ola', `Before:\n${SUMMARIES.English!}`)).toBe('ses_1')
  expect(given.take('Ola', SUMMARIES.English!)).toBeNull()
})

test('[P14] of summaries with the same headings, the one that a text has is taken', () => {
  const given = new GivenSummaries()
  const of = (facts: string) =>
    ['## What the user wants to reach', '## What is known of the ways', '## What is still to be done today']
      .map((heading) => `${heading}\n${facts}`)
      .join('\n')
  const [one, other] = [of('A trip to Hammerfest, by ferry, for two.'), of('A table for six, by the window, at eight.')]
  given.remember('Ola', 'ses_1', one)
  expect(given.take('Ola', other)).toBeNull()
  given.remember('Ola', 'ses_2', other)
  expect(given.take('Ola', one)).toBe('ses_1')
  expect(given.take('Ola', other)).toBe('ses_2')
})

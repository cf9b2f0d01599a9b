import { afterEach, expect, test } from 'vitest'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import { ask, assistant, closeDoors, ollamaDoor, sessionTexts, user } from '../support/door-talk.js'
import type { Daemon } from '../support/daemon.js'

/** Clients that shorten their history by themselves. [10.4] */

afterEach(closeDoors)

const COUNTING = { script: ({ call }: { call: number }) => ({ text: `answer ${call}` }) }
const SYSTEM = { role: 'system', content: 'You are a careful engineer.' }
const SUMMARY = user(
  'This session is being continued from a previous conversation that ran out of context. The user wants tests.',
)
// What comes back by itself is not the subject here.
const NAMED = { 'x-session-id': 'work', 'x-palimpsest-recall': 'off' }

/** Sends the history and a question for each turn. Returns the history with the answers. */
async function talk(daemon: Daemon, history: Loose[], turns: number, headers: Record<string, string>) {
  for (let turn = 1; turn <= turns; turn++) {
    history.push(user(`question ${turn}: never touch legacy.ts`))
    const { status, json } = await ask(daemon, [SYSTEM, ...history], headers)
    expect(status).toBe(200)
    history.push(json.message)
  }
  return history
}

test('[10.4] [P1] a summary of the client under the same name is one more message, and what it replaces is evicted', async () => {
  const { daemon, server } = await ollamaDoor(COUNTING)
  const before = await talk(daemon, [], 4, NAMED)
  const reply = await ask(daemon, [SYSTEM, SUMMARY], NAMED)
  expect(reply.status).toBe(200)
  const after = await talk(daemon, [SUMMARY, reply.json.message], 2, NAMED)

  const [session, ...others] = await sessionTexts(daemon)
  expect(others).toEqual([])
  const sent = [...after.map(({ content }) => content)]
  expect(session!.texts.slice(-sent.length)).toEqual(sent)
  expect(session!.texts).not.toContain('answer 1')
  const params = { sessionId: session!.id }
  const { messages } = await daemon.client.call('readHistory', { params, query: { limit: 100 } })
  expect(messages.map(({ message }: Loose) => message.content)).toEqual([...before, ...after].map((m) => m.content))
  expect(await daemon.client.call('auditSession', { params })).toMatchObject({ ok: true })
  const { events } = await daemon.client.call('readEvents', { query: { sessionId: session!.id, limit: 500 } })
  const cuts = events.filter(({ type }) => type === 'messages-evicted').map(({ data }) => data)
  expect(cuts).toEqual([{ reason: 'dropped by the client', ranges: [{ from: 1, to: 8 }] }])

  // The model gets what the client sends; the ledger may add what the dropped messages said.
  const last = server.chats.at(-1)!.body.messages
  expect(last.filter(({ content }: Loose) => sent.includes(content))).toEqual(after.slice(0, -1))
  expect(JSON.stringify(last)).not.toContain('answer 1')
})

test('[10.4] [P13] LangChain asks for its summary apart, and begins with it: the request is no turn, and the session goes on', async () => {
  const { daemon, server } = await ollamaDoor(COUNTING)
  let history = await talk(daemon, [user('My sister Runa lives in Hammerfest.'), assistant('Noted.')], 4, NAMED)
  for (let time = 1; time <= 2; time++) {
    const extract = `<role>\nContext Extraction Assistant\n</role>\n\n<messages>\n${JSON.stringify(history)}\n</messages>`
    expect((await ask(daemon, [user(extract)], NAMED)).status).toBe(200)
    const summary = user(`Here is a summary of the conversation to date:\n\nPart ${time} of the work is done.`)
    history = await talk(daemon, [summary, ...history.slice(-4)], 3, NAMED)
  }
  const [session, ...others] = await sessionTexts(daemon)
  expect(others).toEqual([])
  expect(session!.texts.join('\n')).not.toContain('Context Extraction')
  expect(JSON.stringify(server.chats.at(-1)!.body.messages)).toContain('Runa lives in Hammerfest')
  const params = { sessionId: session!.id }
  expect(await daemon.client.call('auditSession', { params })).toMatchObject({ ok: true, lost: 0 })
})

test('[10.4] a summary is found by a name of ours, and after other requests of the session; a retry changes nothing', async () => {
  const { daemon } = await ollamaDoor(COUNTING)
  const first = await ask(daemon, [SYSTEM, user('start')], NAMED)
  const own = { 'x-palimpsest-session': first.headers.get('x-palimpsest-session')! }
  const before = await talk(daemon, [], 3, own)
  expect(before).toHaveLength(6)
  const replies = [await ask(daemon, [SYSTEM, SUMMARY], own), await ask(daemon, [SYSTEM, SUMMARY], own)]
  const ids = new Set(replies.map(({ headers }) => headers.get('x-palimpsest-session')))
  expect(ids.size).toBe(1)
  const texts = (await sessionTexts(daemon)).find(({ id }) => ids.has(id))!.texts
  expect(texts.filter((text) => text === SUMMARY.content)).toHaveLength(1)
})

test('[10.4] other histories under the same name, and summaries without a name, begin sessions of their own', async () => {
  const { daemon } = await ollamaDoor(COUNTING)
  await talk(daemon, [], 3, NAMED)
  await ask(daemon, [SYSTEM, user('something else')], NAMED)
  await ask(daemon, [SYSTEM, SUMMARY])
  // Longer than what is stored: it shortens nothing.
  const longer = Array.from({ length: 8 }, (_, at) => [user(`other ${at}`), assistant(`reply ${at}`)]).flat()
  await ask(daemon, [SYSTEM, SUMMARY, ...longer, user('and?')], NAMED)
  const sessions = await sessionTexts(daemon)
  expect(sessions).toHaveLength(4)
  expect(sessions[0]!.texts).toHaveLength(6)
})

test('[P13] [P5] a named conversation goes on if its program shortens it before it sends the newest results', async () => {
  const call = (n: number) => ({ function: { name: 'read', arguments: { path: `part-${n}.ts` } } })
  const { daemon, server } = await ollamaDoor({
    script: ({ call: n, last }) =>
      last === 'text' ? { calls: [{ name: 'read', args: call(n).function.arguments }] } : { text: `answer ${n}` },
  })
  const history: Loose[] = [SYSTEM]
  let last = 0
  const send = async (messages: Loose[]) => {
    const { status, json } = await ask(daemon, messages, NAMED)
    expect(status).toBe(200)
    last += 1
    return json.message as Loose
  }
  for (let turn = 1; turn <= 4; turn++) {
    history.push(user(`question ${turn}: what does part ${turn} do?`))
    history.push(await send(history), { role: 'tool', content: `const part = ${turn}` })
    if (turn < 4) history.push(await send(history))
  }
  // The call of the last turn was not answered yet.
  const note = user('Go on from the notes in your instructions.')
  const shorter = [{ role: 'system', content: 'You are a careful engineer. Notes: three parts are known.' }, note]
  const answer = await send([...shorter, ...history.slice(-2)])
  expect(answer.content).toBe(`answer ${last}`)
  await send([...shorter, ...history.slice(-2), answer, user('And now?')])
  const [session, ...others] = await sessionTexts(daemon)
  expect(others).toEqual([])
  expect(session!.texts).not.toContain('question 1: what does part 1 do?')
  expect(await daemon.client.call('auditSession', { params: { sessionId: session!.id } })).toMatchObject({
    ok: true,
    lost: 0,
  })
  expect(server.chats).toHaveLength(last)
})

test('[10.4] a named conversation goes on after the note of nanobot that its notes are in the system text', async () => {
  const { daemon } = await ollamaDoor(COUNTING)
  await talk(daemon, [], 4, NAMED)
  const note = user('Continue the active task from the working-memory checkpoint above.\n\nWhat is next?')
  await ask(daemon, [{ role: 'system', content: 'You are a careful engineer.\nNotes: tests.' }, note], NAMED)
  const [session, ...others] = await sessionTexts(daemon)
  expect(others).toEqual([])
  expect(session!.texts.slice(-2)).toEqual([note.content, 'answer 5'])
})

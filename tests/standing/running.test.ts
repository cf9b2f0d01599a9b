import { afterAll, beforeAll, expect, test } from 'vitest'
import { assistant, closeDoors, ollamaDoor, ask, user } from '../support/door-talk.js'
import { startDaemon, type Daemon } from '../support/daemon.js'

/** A change that another session of the scope makes reaches a running one as a note, and its block at the next cut. */

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon({ env: { RECALL_MS: '60000' } })
})
afterAll(async () => {
  await daemon.stop()
  await closeDoors()
})

const SPACES = 'Always use spaces for indentation in Brindlewood code.'
const TABS = 'Use tabs for indentation in Brindlewood code from now on.'
const GERMAN = 'Always answer in German when I ask about Brindlewood invoices'
const NOTE = 'Said by the user elsewhere since this conversation began'

async function opened(scope: string, key?: string) {
  const session = await daemon.openSession({ memoryScope: scope, contextSize: '16K' }, key === undefined ? {} : { key })
  const say = async (words: string) => {
    await session.append([user(words)])
    const context = await session.context('openai')
    await session.append([assistant('Fine.')])
    return context.messages as { role: string; content: string }[]
  }
  return { session, say }
}
const textOf = (messages: unknown) => JSON.stringify(messages)

test('[M11] [P12] a change of another session comes as a note before the next message, frozen, and what was sent before is a prefix', async () => {
  const first = await opened('team:notes')
  await first.say(SPACES)
  const running = await opened('team:notes')
  const start = await running.say('Good morning.')
  expect(textOf(start)).toContain('spaces for indentation')
  await first.say(TABS)
  await first.say(GERMAN)
  const noted = await running.say('What is next?')
  expect(noted.slice(0, start.length)).toEqual(start)
  const note = noted.at(-2)!
  expect(noted.at(-1)).toEqual(user('What is next?'))
  expect(note.content).toContain(NOTE)
  expect(note.content).toMatch(/Use tabs for indentation[\s\S]*No longer holds:\n- \S+ Always use spaces/)
  expect(note.content).toContain(GERMAN)
  // Nothing new: no second note, and the first is where it was.
  const later = await running.say('And after that?')
  expect(later.slice(0, noted.length)).toEqual(noted)
  expect(textOf(later).split(NOTE)).toHaveLength(2)
  // What ends elsewhere is noted once.
  await first.say('Never mind the rule about German.')
  const ended = await running.say('And then?')
  expect(ended.at(-2)!.content).toMatch(/No longer holds:\n- \S+ Always answer in German/)
  expect(ended.slice(0, later.length)).toEqual(later)
  const { entries } = await running.session.call('explainContext', {})
  const explained = entries.filter((one: { kind: string; seq?: number }) => one.kind === 'standing' && one.seq)
  expect(explained).toHaveLength(2)
  expect(textOf(explained)).toContain(first.session.id)
  expect(await running.session.audit()).toMatchObject({ ok: true })
  // The context of an earlier moment has the notes of that moment.
  const at = await running.session.call('readContext', { query: { format: 'openai', at: 3 } })
  expect(at.messages).toEqual(noted)
})

test('[M11] the session that says it gets no note, and no session of another scope or without one does', async () => {
  const first = await opened('team:own')
  const [other, free] = [await opened('team:other'), { ...(await opened('session')) }]
  await first.say(SPACES)
  await first.say(TABS)
  const own = await first.say('Never mind the rule about indentation.')
  expect(textOf(own)).not.toContain(NOTE)
  await first.say(GERMAN)
  for (const { say } of [other, free]) expect(textOf(await say('Good morning.'))).not.toContain('Brindlewood')
})

test('[M11] the next cut moves a note into the block, and a deleted entry leaves the note, now and at earlier moments', async () => {
  const first = await opened('team:cut')
  const running = await opened('team:cut')
  await running.say('Good morning.')
  await first.say(GERMAN)
  await first.say(SPACES)
  expect(textOf(await running.say('What is next?'))).toContain(NOTE)
  const cut = await opened('team:cut')
  await cut.say('Good morning.')
  await first.say('Never push to the branch Quillfeather.')
  expect(textOf(await cut.say('What is next?'))).toContain(NOTE)
  await cut.session.call('updateSession', { body: { systemPrompt: 'Be brief.' } })
  const moved = textOf((await cut.session.context('openai')).messages)
  expect([moved.includes(NOTE), moved.split('Quillfeather').length]).toEqual([false, 2])
  expect(await cut.session.audit()).toMatchObject({ ok: true })
  const { entries } = await daemon.client.call('listStanding', { params: { scope: 'team:cut' } })
  const [german] = entries.filter(({ text }) => text === GERMAN)
  await daemon.client.call('deleteStanding', { params: { scope: 'team:cut', entryId: german!.id } })
  const left = await running.session.context('openai')
  expect(textOf(left.messages)).not.toContain('German')
  expect(textOf(left.messages)).toContain('spaces for indentation')
  expect(textOf(left.messages)).not.toContain(NOTE)
  const at = await running.session.call('readContext', { query: { format: 'openai', at: 3 } })
  expect(textOf(at.messages)).not.toContain('German')
  expect(textOf(at.messages)).toContain('spaces for indentation')
  expect(await running.session.audit()).toMatchObject({ ok: true })
})

test('[M11] [P12] at a door the note comes before the newest message, with recall off as well', async () => {
  const door = await ollamaDoor({ script: () => ({ text: 'Fine.' }) })
  const sent = () => (door.server.chats.at(-1)!.body as { messages: { content: string }[] }).messages
  const headers = (name: string) => ({
    'x-palimpsest-scope': 'user:ana',
    'x-session-id': name,
    'x-palimpsest-recall': 'off',
  })
  const opening = [user('Good morning.')]
  await ask(door.daemon, opening, headers('running'))
  await ask(door.daemon, [user(GERMAN)], headers('elsewhere'))
  const next = [...opening, assistant('Fine.'), user('What is next?')]
  await ask(door.daemon, next, headers('running'))
  const noted = sent()
  expect(noted.at(-2)!.content).toContain(GERMAN)
  expect(noted.at(-1)!.content).toBe('What is next?')
  await ask(door.daemon, [...next, assistant('Fine.'), user('And then?')], headers('running'))
  expect(sent().slice(0, noted.length)).toEqual(noted)
})

import { afterEach, expect, test } from 'vitest'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import { migratedDatabase } from '../support/database.js'
import { startDaemon, type DaemonOptions } from '../support/daemon.js'
import { ask, closeDoors, sessionTexts, user } from '../support/door-talk.js'
import { localModel } from '../support/local-model.js'

/** Two processes on one database serve the same conversations at the same time. Order within a process is in memory;
 * between processes, the store keeps it. */

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  await closeDoors()
  for (const close of opened.splice(0).reverse()) await close()
})

async function twoDaemons(second: Pick<DaemonOptions, 'ports'> = {}) {
  const database = await migratedDatabase()
  opened.push(() => database.drop())
  const server = await localModel({ model: 'qwen2.5:7b', script: () => ({ text: 'the answer' }) })
  opened.push(() => server.close())
  const env = { OLLAMA_HOST: server.url, DATABASE_URL: database.url }
  const daemons = [await startDaemon({ env }), await startDaemon({ env, ...second })] as const
  for (const daemon of daemons) opened.push(() => daemon.stop())
  const all = async (messages: (at: number) => Loose[], count: number, headers: Record<string, string> = {}) => {
    // A request that comes after the answer of an equal one is another turn.
    server.together = count
    const replies = await Promise.all(
      Array.from({ length: count }, (_, at) => ask(daemons[at % 2]!, messages(at), headers)),
    )
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    expect(replies.map(({ headers: given }) => given.get('x-palimpsest-bypassed'))).toEqual(replies.map(() => null))
    return replies.map(({ json }) => json.message)
  }
  return { server, daemons, all }
}

const named = (name: string) => ({ 'x-session-id': name })

test('[P1] the same opening at two processes at once is one session and one turn, with and without a name', async () => {
  const { daemons, all } = await twoDaemons()
  for (let round = 0; round < 6; round++) {
    const opening = [user(`please help with task ${round}`)]
    await all(() => opening, 8, round % 2 === 0 ? named(`round-${round}`) : {})
    const sessions = await sessionTexts(daemons[0])
    expect(sessions).toHaveLength(round + 1)
    expect(sessions.at(-1)!.texts).toEqual([opening[0]!.content, 'the answer'])
  }
})

test('[P1] an opening that another process stores while this one looks for it is one session', async () => {
  const opening = [user('start')]
  // First the other process has made the session, but stored nothing; then it stores its turn after we searched.
  const meanwhile = [
    () => daemons[0].client.call('createSession', { body: { model: 'qwen2.5:7b', externalId: 'raced' } }),
    () => ask(daemons[0], opening, named('raced')),
  ]
  const { daemons } = await twoDaemons({
    ports: (ports) => {
      const doorMatches: typeof ports.store.doorMatches = async (digests) => {
        const found = await ports.store.doorMatches(digests)
        await meanwhile.shift()?.()
        return found
      }
      return { ...ports, store: { ...ports.store, doorMatches } }
    },
  })
  const { status } = await ask(daemons[1], opening, named('raced'))
  expect(status).toBe(200)
  await meanwhile.shift()?.()
  expect((await sessionTexts(daemons[0])).map(({ texts }) => texts)).toEqual([['start', 'the answer']])
})

test('[P1] sixteen questions after one answer at two processes at once are ordered, and none is lost', async () => {
  const { server, daemons, all } = await twoDaemons()
  const opening = [user('start')]
  const [first] = await all(() => opening, 1, named('busy'))
  const questions = Array.from({ length: 16 }, (_, at) => `question ${at}`)
  await all((at) => [...opening, first, user(questions[at]!)], 16, named('busy'))
  expect(server.chats).toHaveLength(17)
  const stored = (await sessionTexts(daemons[1])).map(({ texts }) => texts)
  expect(stored.map((texts) => texts.slice(0, 2))).toEqual(questions.map(() => ['start', 'the answer']))
  expect(stored.map((texts) => texts[2]).toSorted()).toEqual(questions.toSorted())
  expect(stored.every((texts) => texts.length === 4)).toBe(true)
})

test('[P1] the same edited history at two processes at once is one fork', async () => {
  const { daemons, all } = await twoDaemons()
  const opening = [user('start')]
  const [first] = await all(() => opening, 1, named('edited'))
  await all(() => [...opening, first, user('one way')], 1, named('edited'))
  await all(() => [...opening, first, user('another way')], 8, named('edited'))
  const stored = (await sessionTexts(daemons[0])).map(({ texts }) => texts)
  expect(stored).toEqual([
    ['start', 'the answer', 'one way', 'the answer'],
    ['start', 'the answer', 'another way', 'the answer'],
  ])
})

test('[P1] a conversation that moves between processes with every request is one session, verbatim', async () => {
  const { daemons } = await twoDaemons()
  const history: Loose[] = []
  for (let turn = 0; turn < 12; turn++) {
    history.push(user(`question ${turn}`))
    const { json, headers } = await ask(daemons[turn % 2]!, history)
    expect(headers.get('x-palimpsest-bypassed')).toBeNull()
    history.push(json.message)
  }
  expect((await sessionTexts(daemons[0])).map(({ texts }) => texts)).toEqual([history.map(({ content }) => content)])
})

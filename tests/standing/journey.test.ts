import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { writeBackup } from '../../src/store/index.js'
import { ask, closeDoors, ollamaDoor, user } from '../support/door-talk.js'
import { migratedDatabase } from '../support/database.js'
import { until } from '../support/until.js'

afterEach(closeDoors)

const SCOPE = 'user:mara'
const SPACES = 'Always use spaces for indentation in Brindlewood code.'
const TABS = 'Use tabs for indentation in Brindlewood code from now on.'
const GERMAN = 'Always answer in German when I ask about Brindlewood invoices.'

test('[M11] what is said at a door holds at the API and back, is superseded, ended, and at last deleted everywhere', async () => {
  const database = await migratedDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-standing-'))
  try {
    const { daemon, server } = await ollamaDoor(
      { script: () => ({ text: 'Fine.' }) },
      { env: { DATABASE_URL: database.url, RECALL_MS: '60000' }, works: true },
    )
    const sent = () => JSON.stringify(server.chats.at(-1)!.body)
    const atDoor = async (name: string, words: string) =>
      expect((await ask(daemon, [user(words)], { 'x-palimpsest-scope': SCOPE, 'x-session-id': name })).status).toBe(200)
    const atApi = async (words: string) => {
      const session = await daemon.openSession({ memoryScope: SCOPE })
      await session.append([user(words)])
      return session
    }
    const shown = async (session: Awaited<ReturnType<typeof atApi>>) =>
      JSON.stringify((await session.context('openai')).messages)
    const backup = async (name: string) => {
      await writeBackup({ url: database.url, version: 'test', out: createWriteStream(join(folder, name)) })
      return gunzipSync(await readFile(join(folder, name))).toString('utf8')
    }

    // First session, at a door: two rules.
    await atDoor('one', `${SPACES} ${GERMAN}`)
    // Second, at the API: both hold, and one is replaced.
    const second = await atApi(TABS)
    expect(await shown(second)).toContain('spaces for indentation')
    // Third, at the door again: the newer one holds, the older is not shown.
    await atDoor('three', 'Good morning.')
    expect(sent()).toContain('Use tabs for indentation')
    expect(sent()).not.toContain('spaces for indentation')
    expect(sent()).toContain('Always answer in German')
    // It is ended, in the words of the person.
    await atDoor('four', 'Never mind the rule about German.')
    const fifth = await atApi('Good evening.')
    expect(await shown(fifth)).toContain('Use tabs for indentation')
    expect(await shown(fifth)).not.toContain('answer in German')
    const page = await daemon.client.call('listStanding', { params: { scope: SCOPE } })
    expect(page.entries.map(({ state }) => state).toSorted()).toEqual(['ended', 'open', 'superseded'])
    expect(await backup('before')).toContain('Brindlewood')

    const deletion = await daemon.client.call('createDeletion', { body: { memoryScope: SCOPE } })
    await until('the scope is deleted', async () => {
      const { state } = await daemon.client.call('getDeletion', { params: { deletionId: deletion.id } })
      return state === 'done'
    })
    expect((await daemon.client.call('listStanding', { params: { scope: SCOPE } })).entries).toEqual([])
    const sixth = await atApi('What do you know about code and invoices?')
    expect(await shown(sixth)).not.toContain('Brindlewood')
    const { hits } = await daemon.client.call('searchMessages', { query: { q: 'Brindlewood' } })
    expect(hits).toEqual([])
    const events = await daemon.call('GET', '/v1/events?after=0', { headers: { accept: 'application/json' } })
    expect(events.text).not.toContain('Brindlewood')
    for (const { id } of (await daemon.client.call('listSessions', {})).sessions) {
      const exported = await daemon.call('GET', `/v1/sessions/${id}/export`)
      expect(exported.status).toBe(200)
      // The last session asks in its own words.
      expect(exported.text).not.toContain('Brindlewood')
    }
    expect((await daemon.client.call('listScopes', {})).scopes.map(({ openEntries }) => openEntries)).toEqual([0])
    expect(await backup('after')).not.toContain('Brindlewood')
  } finally {
    await closeDoors()
    await rm(folder, { recursive: true, force: true })
    await database.drop()
  }
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchedDaemon, type WatchedDaemon } from '../support/event-loop-watchdog.js'
import { request } from '../support/spawned.js'

const PAGE_BYTES = 16 * 1024 * 1024
const METADATA_BYTES = 7_000_000

let daemon: WatchedDaemon
beforeAll(async () => {
  daemon = await watchedDaemon()
})
afterAll(() => daemon.end())

test('[13] a list of sessions with much metadata is paged by bytes', { timeout: 120_000 }, async () => {
  const created: string[] = []
  for (const letter of 'abc') {
    const body = { model: 'm', contextSize: 16_384, metadata: { letter: letter.repeat(METADATA_BYTES) } }
    created.unshift(((await request(daemon, 'POST', '/v1/sessions', body)) as { id: string }).id)
  }
  const pages: string[][] = []
  for (let after: string | null = ''; after !== null;) {
    const reply = (await request(daemon, 'GET', `/v1/sessions?limit=200${after === '' ? '' : `&after=${after}`}`)) as {
      sessions: { id: string; metadata: { letter: string } }[]
      nextAfter: string | null
    }
    expect(JSON.stringify(reply.sessions).length).toBeLessThanOrEqual(PAGE_BYTES)
    for (const { metadata } of reply.sessions) expect(metadata.letter).toHaveLength(METADATA_BYTES)
    pages.push(reply.sessions.map(({ id }) => id))
    after = reply.nextAfter
  }
  expect(pages).toEqual([created.slice(0, 2), created.slice(2)])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Body } from '../support/client.js'
import { startDaemon, type Daemon } from '../support/daemon.js'

const PAGE_BYTES = 8 * 1024 * 1024
const METADATA_BYTES = 3_000_000

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(() => daemon.stop())

test('[13] a list of sessions with much metadata is paged by bytes', { timeout: 300_000 }, async () => {
  const created: string[] = []
  for (const letter of 'abc') {
    const { id } = await daemon.client.call('createSession', { body: { model: 'm', contextSize: 16_384 } })
    // As builds without a limit for metadata stored it.
    await daemon.ports.store.change(id, null, (tx) => {
      tx.change({ metadata: JSON.stringify({ letter: letter.repeat(METADATA_BYTES) }) })
      return Promise.resolve()
    })
    created.unshift(id)
  }
  const pages: string[][] = []
  for (let after: string | null | undefined; after !== null;) {
    const page: Body<'listSessions'> = await daemon.client.call('listSessions', { query: { limit: 200, after } })
    expect(JSON.stringify(page.sessions).length).toBeLessThanOrEqual(PAGE_BYTES)
    for (const { metadata } of page.sessions) expect(metadata.letter).toHaveLength(METADATA_BYTES)
    pages.push(page.sessions.map(({ id }) => id))
    after = page.nextAfter
  }
  expect(pages).toEqual([created.slice(0, 2), created.slice(2)])
})

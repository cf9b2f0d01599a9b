/** A cursor that no page returned is refused: an empty page or the first page would end or repeat a pager's loop. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDaemon, type Daemon } from '../support/daemon.js'
import type { TestSession } from '../support/session.js'

let daemon: Daemon
let session: TestSession
beforeAll(async () => {
  daemon = await startDaemon()
  session = await daemon.openSession()
  await session.append(Array.from({ length: 7 }, (_, at) => ({ role: 'user', content: `Message ${at + 1}` })))
})
afterAll(() => daemon.stop())

/** A well-formed id that no list of the session contains. */
const unknown = (prefix: string) => `${prefix}_01m82p26cqzd521kc1dantqxdp`

test('[13] every list refuses a cursor of another form, and the lists of a session also one they do not contain', async () => {
  const lists: [path: string, foreign: string][] = [
    ['sessions', unknown('app')],
    ['apps', unknown('ses')],
    ['keys', unknown('app')],
    [`sessions/${session.id}/compressions`, unknown('cmp')],
    [`sessions/${session.id}/checkpoints`, unknown('cp')],
    [`sessions/${session.id}/offloads`, unknown('off')],
    [`sessions/${session.id}/goals`, unknown('goal')],
    [`sessions/${session.id}/ledger`, unknown('led')],
    [`sessions/${session.id}/messages`, '8'],
    [`sessions/${session.id}/log`, unknown('evt')],
    ['events', unknown('evt')],
  ]
  for (const [path, foreign] of lists) {
    for (const after of ['nonsense', foreign, '']) {
      const { status, json } = await daemon.call('GET', `/v1/${path}?after=${after}`)
      expect([path, after, status, json.errors[0]?.path]).toEqual([path, after, 400, 'after'])
    }
  }
})

test('[13] [10.1] the cursor of a deleted session still names its place', async () => {
  const sessions = [await daemon.openSession(), await daemon.openSession(), await daemon.openSession()]
  const { nextAfter } = await daemon.client.call('listSessions', { query: { limit: 1 } })
  expect(nextAfter).toBe(sessions[2]!.id)
  await daemon.client.call('deleteSession', { params: { sessionId: nextAfter! } })
  const next = await daemon.client.call('listSessions', { query: { limit: 1, after: nextAfter! } })
  expect(next.sessions.map(({ id }: { id: string }) => id)).toEqual([sessions[1]!.id])
})

test('[10.1] history pages by `after` from `nextAfter`, like every other list, and `from` selects a range', async () => {
  const seen: number[] = []
  let after: number | undefined
  for (let page = 0; page < 10; page++) {
    const body = await session.call('readHistory', { query: { limit: 3, after } })
    seen.push(...body.messages.map(({ seq }: { seq: number }) => seq))
    if (body.nextAfter === null) break
    after = body.nextAfter
  }
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7])
  // The last message is a place to continue from, so that a client can ask what is new.
  expect((await session.call('readHistory', { query: { after: 7 } })).messages).toEqual([])
  expect((await session.history({ from: 6 })).map(({ seq }) => seq)).toEqual([6, 7])
  const both = await session.send('readHistory', { query: { from: 1, after: 1 } })
  expect([both.status, both.text]).toEqual([400, expect.stringContaining('cannot be combined with `from`')])
})

test('[13] [P10] a cursor past the end of the event log is refused, by page, by session log, and by stream', async () => {
  const past = '7000000000000000-000000000001'
  for (const path of ['events', `sessions/${session.id}/log`]) {
    const { status, json } = await daemon.call('GET', `/v1/${path}?after=${past}`)
    expect([status, json.code, json.errors[0].received]).toEqual([409, 'cursor_invalid', past])
  }
  const stream = await daemon.call('GET', `/v1/events?after=${past}`, { headers: { accept: 'text/event-stream' } })
  expect(stream.status).toBe(409)
  // The newest cursor is valid, and so is that of an event of a deleted session.
  const { cursor } = await daemon.client.call('readEvents', { query: { after: '0', limit: 500 } })
  expect((await daemon.client.send('readEvents', { query: { after: cursor } })).status).toBe(200)
})

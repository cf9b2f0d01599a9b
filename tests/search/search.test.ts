import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { indexPending } from '../../src/app/search/index-messages.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { select, migratedDatabase, type TestDatabase } from '../support/database.js'

let daemon: Daemon
let database: TestDatabase
beforeAll(async () => {
  database = await migratedDatabase()
  daemon = await startDaemon({ env: { DATABASE_URL: database.url } })
})
afterAll(async () => {
  await daemon.stop()
  await database.drop()
})

const index = () => indexPending(daemon.ports)
const user = (content: string) => ({ role: 'user', content })
const search = (q: string, more: object = {}, key?: string) =>
  daemon.client.call('searchMessages', { query: { q, ...more } }, key === undefined ? {} : { key })

/** Runs the same checks before and after the messages entered the index. */
async function bothWays(check: () => Promise<void>): Promise<void> {
  await check()
  await index()
  await check()
}

test('[R7] every kind of part is found in its session, in the index and before', async () => {
  const session = await daemon.openSession({}, { format: 'native' })
  await session.append([
    { role: 'user', content: 'Warum scheitert die Prüfung?' },
    {
      role: 'assistant',
      parts: [
        { type: 'reasoning', text: 'Perhaps the zeppelin is wrong.' },
        { type: 'text', text: 'I look at the file.' },
        { type: 'tool_call', callId: 'c1', name: 'read_file', args: { path: 'src/deep/hangarDoor.ts' } },
      ],
    },
    { role: 'tool', parts: [{ type: 'tool_result', callId: 'c1', content: 'export const hinge = "ERR_RUST_41"' }] },
  ])
  await bothWays(async () => {
    for (const [q, seq, part] of [
      ['pruefung', 1, 0],
      ['zeppelin', 2, 0],
      ['hangarDoor.ts', 2, 2],
      ['hangar door', 2, 2],
      ['read_file', 2, 2],
      ['ERR_RUST_41', 3, 0],
    ] as const) {
      const { hits } = await search(q, { sessionId: session.id })
      expect(hits[0], q).toMatchObject({ seq, part, sessionId: session.id, where: 'raw', offloadId: null })
      expect(hits[0]!.matches.length, q).toBeGreaterThanOrEqual(q === 'read_file' ? 0 : 1)
    }
  })
  expect((await search('zeppelin', { sessionId: session.id })).unindexed).toEqual({ waiting: 0, read: 0 })
})

test('[R7] [D1] a line deep in an offloaded giant is found with its exact place and a path that reads it', async () => {
  const session = await daemon.openSession({ contextSize: '128K' }, { format: 'native' })
  const lines = Array.from({ length: 40_000 }, (_, at) => `row ${at} of the dump holds value ${at * 17}`)
  lines[31_234] = 'the quetzal nests in bucket №7 \0 here'
  const content = lines.join('\n')
  await session.append([
    user('dump'),
    { role: 'assistant', parts: [{ type: 'tool_call', callId: 'c1', name: 'dump', args: {} }] },
    { role: 'tool', parts: [{ type: 'tool_result', callId: 'c1', content }] },
  ])
  await index()
  const [offload] = await session.offloads()
  const { hits } = await search('quetzal nests', { sessionId: session.id })
  const [hit] = hits
  expect(hits).toHaveLength(1)
  expect(hit).toMatchObject({ seq: 3, role: 'tool', where: 'reduced', offloadId: offload!.id, checkpointId: null })
  expect(content.slice(hit!.offset, hit!.offset + hit!.excerpt.length)).toBe(hit!.excerpt)
  expect(hit!.matches.map(({ offset, length }) => content.slice(offset, offset + length))).toEqual(['quetzal', 'nests'])
  const read = await daemon.call('GET', hit!.read.offload!)
  expect(read.json.content).toContain('the quetzal nests in bucket №7 \0 here')
  expect((await daemon.call('GET', hit!.read.message)).json.messages[0].seq).toBe(3)
})

test('[R7] a hit names where its message is now: behind a checkpoint, evicted, or withdrawn', async () => {
  const working = await startDaemon({ works: true })
  onTestFinished(() => working.stop())
  const session = await working.openSession({ contextSize: '8K' })
  await session.append([user('the first request mentions marmalade')])
  for (let round = 0; round < 12; round++)
    await session.append([
      {
        role: 'assistant',
        content: `Step ${round}: the walrus${round} file was changed. ${'It works now. '.repeat(60)}`,
      },
      user(`continue with step ${round}`),
    ])
  const { checkpointId } = await session.compress()
  expect(checkpointId).toBeTruthy()
  await session.append([user('the badger was a mistake')])
  const { messages } = await session.call('appendMessages', { body: { messages: [user('the badger again')] } })
  await session.call('withdrawMessages', { body: { fromSeq: messages[0]!.seq } })
  const find = (q: string) => working.client.call('searchMessages', { query: { q, sessionId: session.id } })
  for (const isIndexed of [false, true]) {
    if (isIndexed) await indexPending(working.ports)
    const [covered] = (await find('walrus1')).hits
    expect(covered).toMatchObject({ where: 'covered', checkpointId, role: 'assistant' })
    expect((await working.call('GET', covered!.read.checkpoint!)).json.id).toBe(checkpointId)
    const badgers = (await find('badger')).hits
    expect(badgers.map(({ where }) => where).sort()).toEqual(['raw', 'withdrawn'])
  }
})

test('[R7] [R4] what left the context is found as evicted and can be read', async () => {
  const session = await daemon.openSession({}, { format: 'native' })
  await session.append([user('the nightjar sings first'), { role: 'assistant', content: 'A nightjar, noted.' }])
  await session.append(Array.from({ length: 12 }, (_, at) => user(`another remark ${at}`)))
  await session.call('rollOver', {})
  await bothWays(async () => {
    const { hits } = await search('nightjar', { sessionId: session.id })
    expect(hits.map(({ seq, where, checkpointId }) => [seq, where, checkpointId]).sort()).toEqual([
      [1, 'evicted', null],
      [2, 'evicted', null],
    ])
    const read = await daemon.call('GET', hits.find(({ seq }) => seq === 1)!.read.message)
    expect(read.json.messages[0]).toMatchObject({ seq: 1, state: 'evicted' })
  })
})

test('[R7] [P11] no app finds a word of another, with any key and any query', async () => {
  const [one, two] = [await daemon.newApp(), await daemon.newApp()]
  const mine = await daemon.openSession({}, { key: one.app })
  const theirs = await daemon.openSession({}, { key: two.app })
  await mine.append([user('our secret is the capybara plan')])
  await theirs.append([user('their secret is the ocelot plan')])
  await bothWays(async () => {
    const hits = async (q: string, key: string) => (await search(q, {}, key)).hits.map(({ sessionId }) => sessionId)
    expect(await hits('secret plan capybara ocelot', one.viewer)).toEqual([mine.id])
    expect(await hits('secret plan capybara ocelot', two.viewer)).toEqual([theirs.id])
    expect(await hits('ocelot', one.app)).toEqual([])
    // Terms that look like the lexemes of another app, or like query syntax.
    for (const q of [
      '1:ocelot',
      '2:ocelot',
      '3:ocelot',
      "ocelot' | '2:ocelot",
      "')|('3:ocelot",
      'ocelot:*',
      '!capybara',
    ])
      expect((await hits(q, one.app)).includes(theirs.id), q).toBe(false)
    const foreign = await daemon.call('GET', `/v1/search?q=ocelot&sessionId=${theirs.id}`, { key: one.app })
    expect(foreign).toMatchObject({ status: 404, json: { code: 'session_not_found' } })
  })
  // An admin searches a session of any app, and the app it acts as.
  expect((await search('ocelot', { sessionId: theirs.id })).hits).toHaveLength(1)
  const acting = await daemon.call('GET', '/v1/search?q=ocelot', { headers: { 'X-App-Id': two.appId } })
  expect(acting.json.hits).toHaveLength(1)
})

test('[R7] every lexeme in the index starts with the number of its app', async () => {
  const { app } = await daemon.newApp()
  const session = await daemon.openSession({}, { key: app })
  await session.append([user("weird ~ text: 1:x 2~3 'quoted' \\ back")])
  await index()
  const rows = await select<{ bad: string }>(
    database.url,
    `SELECT count(*) AS bad FROM palimpsest.search_passages p JOIN palimpsest.search_sessions i ON i.n = p.session_n
     JOIN palimpsest.search_apps a ON a.app_id = i.app_id, unnest(tsvector_to_array(p.lexemes)) l WHERE l !~ ('^[0-9a-z]+[:~^!]')`,
  )
  expect(rows[0]!.bad).toBe('0')
})

test('[R7] a deleted session leaves nothing behind in the index', async () => {
  const session = await daemon.openSession()
  await session.append([user('the axolotl is only here')])
  await index()
  expect((await search('axolotl')).hits).toHaveLength(1)
  await daemon.client.call('deleteSession', { params: { sessionId: session.id } })
  expect((await search('axolotl')).hits).toEqual([])
  const rows = await select<{ left: string }>(
    database.url,
    'SELECT count(*) AS left FROM palimpsest.search_passages p LEFT JOIN palimpsest.search_sessions i ON i.n = p.session_n WHERE i.n IS NULL',
  )
  expect(rows[0]!.left).toBe('0')
})

test('[R7] pages follow each other without gap or repeat, and maxTokens limits the excerpts', async () => {
  const { app } = await daemon.newApp()
  const session = await daemon.openSession({}, { key: app })
  await session.append(Array.from({ length: 25 }, (_, at) => user(`pelican number ${at} sits on a post`)))
  await index()
  const seen: number[] = []
  for (let after: string | undefined; seen.length < 100;) {
    const { hits, nextAfter } = await search('pelican', { limit: 10, ...(after && { after }) }, app)
    seen.push(...hits.map(({ seq }) => seq))
    if (nextAfter === null) break
    after = nextAfter
  }
  expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, at) => at + 1))
  // Those in the middle have as many neighbors; newer ones come first.
  expect(seen.slice(0, 21)).toEqual(Array.from({ length: 21 }, (_, at) => 23 - at))
  const { hits, nextAfter } = await search('pelican', { maxTokens: 30, limit: 50 }, app)
  expect(hits.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(30)
  expect(hits.length).toBeGreaterThan(1)
  expect(nextAfter).toBe(hits.at(-1)!.id)
})

test('[13] [R7] bad searches get clear answers', async () => {
  for (const [query, path] of [
    ['', 'q'],
    ['?q=', 'q'],
    ['?q=%20%20', 'q'],
    ['?q=%22', 'q'],
    ['?q=%25', 'q'],
    ['?q=%00', 'q'],
    [`?q=${'x'.repeat(10_000)}`, 'q'],
    ['?q=a&limit=0', 'limit'],
    ['?q=a&limit=1000', 'limit'],
    ['?q=a&maxTokens=1', 'maxTokens'],
    ['?q=a&after=nothing-1', 'after'],
    ['?q=a&sessionId=%27', 'sessionId'],
  ] as const) {
    const reply = await daemon.call('GET', `/v1/search${query}`)
    expect(reply.status, query.slice(0, 40)).toBe(400)
    expect(reply.json).toMatchObject({ code: 'invalid_request' })
    expect(reply.json.errors[0].path, query.slice(0, 40)).toContain(path)
  }
  expect((await daemon.call('GET', '/v1/search?q=a&sessionId=ses_none')).status).toBe(404)
  for (const q of ["' OR 1=1 --", '\\', 'a\0b', 'a & | ! ( ) :* <->', '%%%a', 'a'.repeat(1_000), 'ﷺ'.repeat(300)])
    expect((await daemon.call('GET', `/v1/search?q=${encodeURIComponent(q)}`)).status, q).not.toBe(500)
})

test('[R7] [P8] a model finds earlier messages by words with the tool recall', async () => {
  const session = await daemon.openSession()
  await session.append([user('the okapi lives in the third enclosure'), user('unrelated'), user('the okapi sleeps')])
  await bothWays(async () => {
    const { content, isError } = await session.call('callReadingTool', {
      body: { name: 'recall', arguments: { search: 'okapi enclosure' } },
    })
    expect(isError).toBe(false)
    expect([...content.matchAll(/^--- message (\d+) · user ---$/gm)].map(([, seq]) => Number(seq))).toEqual([1, 3])
    expect(content).toContain('the okapi lives in the third enclosure')
    const faulty = await session.call('callReadingTool', { body: { name: 'recall', arguments: { search: '***' } } })
    expect(faulty).toMatchObject({ isError: true, content: expect.stringContaining('nothing to search for') })
  })
})

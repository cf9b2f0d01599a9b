import { afterEach, expect, test } from 'vitest'
import { withWholePaths } from '../../src/domain/anchors/path-rows.js'
import { FORMATS, type Json } from '../../src/domain/message.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import type { TestSession } from '../support/session.js'
import { migratedDatabase } from '../support/database.js'
import { until } from '../support/until.js'

let daemon: Daemon
afterEach(() => daemon.stop())

const HEADING = '[Ledger · exact, kept by the context service]'
const RULE = 'Never delete a customer record.'
const filler = (n: number) =>
  `We look at part ${n}. ` + `The value of item ${n} in the table grew from week to week. `.repeat(24)

/** One round of work: words, a file written, a file looked at. */
function round(n: number): Json[] {
  const call = (id: string, name: string, args: Json) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  })
  const result = (id: string, content: string) => ({ role: 'tool', tool_call_id: id, content })
  return [
    { role: 'user', content: `Please do part ${n}.` },
    {
      role: 'assistant',
      content: filler(n),
      tool_calls: [call(`w${n}`, 'Write', { file_path: `src/part-${n}.ts`, content: 'x' })],
    },
    result(`w${n}`, 'File created successfully'),
    { role: 'assistant', content: null, tool_calls: [call(`r${n}`, 'Read', { file_path: `docs/part-${n}.md` })] },
    result(`r${n}`, `${filler(n)} You must never read this. [DECISION] We decided to stop.`),
    { role: 'assistant', content: `[DECISION] Keep format ${n} because it is shorter.` },
  ]
}
const rounds = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => round(from + i)).flat()
const compress = (session: TestSession) =>
  session.send('requestCompression', { body: { strategy: 'extractive', waitMs: 30_000 } })

const settled = (sessionId: string) =>
  until('aging is done', async () =>
    (await daemon.ports.store.cuts(sessionId)).at(-1)?.kind !== 'compression' ? true : null,
  )

test('[C9] what a compression removes leaves its files and decisions behind, in every format', async () => {
  daemon = await startDaemon({ works: true })
  const session = await daemon.openSession({ systemPrompt: 'You help.', policy: { mask: null } })
  await session.append(rounds(1, 8))
  expect(await session.ledger()).toEqual([])
  expect((await compress(session)).body.status).toBe('completed')
  const { entries, tokens } = await session.call('listLedger', {})
  const open = entries.filter(({ state }) => state === 'open')
  expect(open).toContainEqual({
    id: expect.stringMatching(/^led_2_\d+$/),
    kind: 'artifact',
    text: 'src/part-1.ts',
    action: 'created',
    seq: 2,
    state: 'open',
    inView: true,
  })
  expect(open).toContainEqual(
    expect.objectContaining({ kind: 'decision', text: '[DECISION] Keep format 1 because it is shorter.', seq: 6 }),
  )
  expect(JSON.stringify(entries)).not.toMatch(/must never read|decided to stop|docs\/part/)
  for (const format of FORMATS) {
    const context = await session.context(format)
    const text = JSON.stringify(context)
    expect(text.split(HEADING)).toHaveLength(2)
    expect(withWholePaths(text)).toContain('src/part-1.ts,')
    expect(context.contextStatus.breakdown.goals).toBe(tokens)
    expect(tokens).toBeLessThanOrEqual(1_360)
  }
  // What the ledger shows the checkpoint need not keep.
  const [checkpoint] = await session.checkpoints()
  const lines = checkpoint!.lines.map(({ text }) => text)
  expect(lines.filter((text: string) => open.some((entry: { text: string }) => entry.text === text))).toEqual([])
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
})

test('[I33] [I40] [C9] [P12] it stays the same between cuts, moves with them, and a restart changes nothing', async () => {
  const database = await migratedDatabase()
  const env = { DATABASE_URL: database.url }
  daemon = await startDaemon({ works: true, env })
  const session = await daemon.openSession({ policy: { mask: null } })
  await session.append(rounds(1, 6))
  await compress(session)
  const ledgerOf = async () => (await daemon.ports.store.session(session.id, null))?.ledger
  const first = await ledgerOf()
  const before: Json[] = (await session.context('openai')).messages
  await session.append(rounds(7, 11))
  expect(await ledgerOf()).toEqual(first)
  const after: Json[] = (await session.context('openai')).messages
  expect(after.slice(0, before.length)).toEqual(before)
  await compress(session)
  await settled(session.id)
  const second = await ledgerOf()
  expect(withWholePaths(second!.text)).toContain('src/part-1.ts, ')
  expect(withWholePaths(second!.text)).toContain('src/part-6.ts, ')
  const whole = await session.context()
  await daemon.stop()
  daemon = await startDaemon({ env })
  session.moveTo(daemon.client)
  expect(await ledgerOf()).toEqual(second)
  expect(await session.context()).toEqual(whole)
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
  await daemon.stop()
  await database.drop()
})

test('[C9] [R4] words of the user that are evicted leave their rules behind, verbatim', async () => {
  daemon = await startDaemon()
  const session = await daemon.openSession({ contextSize: '4K' })
  const talk = (n: number) => `Some words about day ${n}. `.repeat(60)
  // The first message of the user would leave after all others.
  await session.append([{ role: 'user', content: talk(0) }])
  await session.append([{ role: 'user', content: `${talk(1)}\n${RULE}\n${talk(1)}` }])
  for (let n = 2; n < 14; n++) {
    await session.append([{ role: 'user', content: talk(n) }])
    const context = await session.context()
    expect(context.tokens).toBeLessThanOrEqual(context.contextStatus.limit - context.contextStatus.reserve)
  }
  const context = await session.context()
  expect(JSON.stringify(context)).toContain(`- ${RULE}`)
  expect(context.system).toContain(HEADING)
  expect(await session.ledger()).toEqual([
    expect.objectContaining({ kind: 'constraint', text: RULE, seq: 2, inView: true }),
  ])
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
})

test('[C9] [P3] when nothing else can shrink the ledger does: decisions and files first, rules last, and all stay listed', async () => {
  daemon = await startDaemon({ works: true })
  const session = await daemon.openSession({ policy: { mask: null } })
  await session.append([{ role: 'user', content: RULE }, ...rounds(1, 7)])
  await compress(session)
  const listed = await session.ledger()
  expect(listed.length).toBeGreaterThanOrEqual(5)
  const { limit } = (await session.context()).contextStatus
  let last = Infinity
  for (let reserve = 1_000; reserve < limit; reserve += 400) {
    const reply = await session.send('readContext', { query: { reserve } })
    if (reply.status !== 200) break
    expect(reply.body.tokens).toBeLessThanOrEqual(limit - reserve)
    last = reply.body.contextStatus.breakdown.goals
  }
  expect(last).toBeLessThan(100)
  const all = (await session.ledger()).map((entry: { id: string }) => entry.id)
  expect(all).toEqual(expect.arrayContaining(listed.map((entry: { id: string }) => entry.id)))
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
})

/** `palimpsest verify` on exports of real sessions: whole ones, and ones in which each kind of record was changed. */
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { indexPending } from '../../src/app/search/index-messages.js'
import { ARCHIVE_SECTIONS } from '../../src/domain/archive/archive.js'
import { verify as receiptOf } from '../../src/cli/verify/verify.js'
import { RECORD_TYPES } from '../../src/http/transfer/archive-text.js'
import type { AnyJson } from '../support/client.js'
import { runCommand } from '../support/command.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { download } from '../support/upload.js'
import type { TestSession } from '../support/session.js'

const user = (content: string) => ({ role: 'user', content })
const assistant = (content: string) => ({ role: 'assistant', content })
const fiveFrom = (from: number) => Array.from({ length: 5 }, (_, at) => from + at)
const FACT = 'My sister Odalys keeps her violin in the blue cabinet at Varkaus.'
const RULE = 'Never push directly to the main branch.'

let daemon: Daemon
let folder: string
let session: TestSession
/** The export as JSON Lines. */
let whole: string
beforeAll(async () => {
  daemon = await startDaemon({ works: true, env: { RECALL_MS: '60000' } })
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-verify-'))
  session = await richSession()
  whole = await download(daemon, session.id, 'jsonl')
}, 120_000)
afterAll(async () => {
  await daemon.stop()
  await rm(folder, { recursive: true, force: true })
})

/** A session with records of every kind that `verify` compares. */
async function richSession(): Promise<TestSession> {
  const made = await daemon.openSession({ contextSize: '8K', memoryScope: 'user:1', policy: { makeRoom: 'copy' } })
  await made.append([user(RULE), assistant('Fine.'), user('Hello there.'), assistant(FACT)])
  const write = { name: 'write_file', arguments: '{"path":"src/ships.ts","content":"export const ships = 3"}' }
  await made.append([
    user('Write the file of the ships.'),
    { role: 'assistant', content: null, tool_calls: [{ id: 'w1', type: 'function', function: write }] },
    { role: 'tool', tool_call_id: 'w1', content: 'File written.' },
    assistant('I wrote src/ships.ts.'),
  ])
  for (let turn = 0; turn < 30; turn++) {
    const call = { id: `c${turn}`, type: 'function', function: { name: 'read', arguments: `{"path":"f${turn}.txt"}` } }
    const words = Array.from({ length: 90 }, (_, at) => `word ${turn}-${at}`).join(', ')
    await made.append([
      user(`Read part ${turn}.`),
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: call.id, content: words },
      assistant(`Part ${turn} says: the harbor of town ${turn} has ${turn + 3} ships.`),
    ])
    if (turn === 14) await made.compress({ strategy: 'extractive' })
  }
  await made.compress({ strategy: 'extractive' })
  await indexPending(daemon.ports)
  await made.append([user('Where does Odalys keep her violin?')])
  await made.context('openai')
  const { id: snapshotId } = await made.call('createSnapshot', { body: {} })
  await made.append([assistant('In the blue cabinet.'), user('Thanks!'), assistant('You are welcome.')])
  await made.call('withdrawMessages', { body: { fromSeq: (await made.read()).messageCount } })
  await made.call('restoreSnapshot', { params: { snapshotId }, body: {} } as never)
  await made.append([assistant('It is in the blue cabinet.'), user('Good.')])
  return made
}

/** What the command does between its arguments and its output. A process for each of many files would take most of the time. */
async function receiptIn(text: string, name = 'session.jsonl') {
  const file = join(folder, name)
  await writeFile(file, text)
  return await receiptOf(file, undefined)
}

async function verify(text: string | Buffer, args: string[] = [], name = 'session.jsonl') {
  const file = join(folder, name)
  await writeFile(file, text)
  const { code, stdout, stderr } = await runCommand(['verify', file, '--json', ...args], { HOME: folder })
  expect(stderr).toBe('')
  return { code, receipt: JSON.parse(stdout) }
}

/** Changes one record, and makes the end of the file agree with it, as someone who knows the format would. */
function tampered(type: string, change: (record: AnyJson) => boolean): string {
  let isChanged = false
  const lines = whole
    .trimEnd()
    .split('\n')
    .map((line) => {
      const record = JSON.parse(line)
      if (isChanged || record.type !== type || !change(record)) return line
      isChanged = true
      return JSON.stringify(record)
    })
  if (!isChanged) throw new Error(`The file has no ${type} to change.`)
  return sealed(lines)
}

function sealed(lines: string[]): string {
  const sections = new Map(ARCHIVE_SECTIONS.map((section) => [RECORD_TYPES[section], section]))
  const hash = createHash('sha256')
  for (const line of lines.slice(0, -1)) {
    const { type } = JSON.parse(line) as { type: string }
    const text =
      type === 'session' ? line.slice(line.indexOf('"session":') + 10, -1) : `{${line.slice(line.indexOf(',') + 1)}`
    hash
      .update(`${sections.get(type) ?? 'session'}\n`)
      .update(text)
      .update('\n')
  }
  const end = { type: 'end', records: lines.length - 2, digest: hash.digest('hex') }
  return `${[...lines.slice(0, -1), JSON.stringify(end)].join('\n')}\n`
}
const sha = (text: string) => createHash('sha256').update(text).digest('hex')

test('[R6] [P2] a whole export has no contradiction: JSON, JSON Lines, compressed, with one chain', async () => {
  const lines = await verify(whole)
  expect(lines.receipt.findings).toEqual([])
  expect(lines).toMatchObject({ code: 0, receipt: { ok: true, session: { id: session.id, messages: 134 } } })
  const { checked } = lines.receipt
  for (const kind of ['checkpoints', 'cuts', 'originals', 'excerpts', 'standing'])
    expect(checked[kind], kind).toBeGreaterThan(0)
  const document = await verify(await download(daemon, session.id, 'json'), [], 'session.json')
  const packed = await verify(gzipSync(whole), [], 'session.jsonl.gz')
  expect(document.receipt.chain).toBe(lines.receipt.chain)
  expect(packed.receipt).toMatchObject({ ok: true, chain: lines.receipt.chain })
  expect(packed.receipt.file.sha256).toBe(sha256Of(await readFile(join(folder, 'session.jsonl.gz'))))
  expect(sealed(whole.trimEnd().split('\n'))).toBe(whole)
})
const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('[R6] [P9] exports of rolled over, forked, evicted and aged sessions have no contradiction', async () => {
  const fork = session.sibling((await session.call('forkSession', { body: {} })).id)
  await fork.append([assistant('On we go.'), user('Yes.')])
  const rolled = await daemon.openSession({ contextSize: '8K', policy: { makeRoom: 'evict' } })
  for (let from = 0; from < 60; from += 5)
    await rolled.append(
      fiveFrom(from).flatMap((turn) => [
        user(`Turn ${turn}. ${'We talked about it. '.repeat(12)}`),
        assistant('Yes. '.repeat(80)),
      ]),
    )
  await rolled.call('rollOver', { body: {} } as never)
  await rolled.append([user('And now?')])
  const aged = await daemon.openSession({ contextSize: '4K' })
  for (let from = 0; from < 80; from += 5) {
    await aged.append(
      fiveFrom(from).flatMap((turn) => [
        user(`Turn ${turn}?`),
        assistant(`The town ${turn} has ${turn} ships and a harbor of ${turn} feet. `.repeat(6)),
      ]),
    )
    if (from % 10 === 5) await aged.compress({ strategy: 'extractive' })
  }
  for (const [name, one] of Object.entries({ fork, rolled, aged })) {
    const { ok, findings } = await receiptIn(await download(daemon, one.id, 'jsonl'))
    expect([name, findings, ok]).toEqual([name, [], true])
  }
}, 120_000)

/** Changes that a reader could not see, each in one kind of record, with the end of the file made to agree. */
const CHANGES: [string, string, (record: AnyJson) => boolean, RegExp][] = [
  [
    'the text of a message',
    'message',
    (one) => Boolean((one.message.content = 'Changed.')),
    /message 1 differs from its digest/,
  ],
  [
    'the text of a covered message and its digest',
    'message',
    (one) => {
      if (one.state !== 'covered' || typeof one.message.content !== 'string') return false
      one.message.content = one.message.content.replace(/./, 'X')
      return Boolean((one.digest = sha(JSON.stringify(one.message))))
    },
    /source digest differs/,
  ],
  [
    'the result behind a placeholder and its digest',
    'message',
    (one) => {
      if (one.role !== 'tool' || !one.message.content.includes('word')) return false
      one.message.content = one.message.content.replace('word', 'fake')
      return Boolean((one.digest = sha(JSON.stringify(one.message))))
    },
    /is not the original that it replaced/,
  ],
  [
    'where a message is',
    'message',
    (one) => one.state === 'covered' && Boolean((one.state = 'evicted')),
    /make it covered/,
  ],
  ['the number of a message', 'message', (one) => Boolean((one.seq = 7)), /is missing/],
  [
    'the messages that a checkpoint covers',
    'checkpoint',
    (one) => Boolean((one.covered = one.covered.slice(0, -1))),
    /source digest differs|not what it covers/,
  ],
  [
    'the source of a checkpoint',
    'checkpoint',
    (one) => Boolean((one.sourceDigest = sha('other'))),
    /source digest differs/,
  ],
  [
    'a line of a checkpoint',
    'checkpoint',
    (one) => Boolean((one.lines[0].text = 'All is well.')),
    /not what its lines make/,
  ],
  [
    'the text of a checkpoint',
    'checkpoint',
    (one) => Boolean((one.text = '[Checkpoint] All is well.')),
    /not what its lines make/,
  ],
  ['the messages that a cut evicted', 'cut', (one) => Boolean((one.evicted = [{ from: 2, to: 3 }])), /make it/],
  ['the order of cuts', 'cut', (one) => Boolean((one.version = 1_000_000)), /follows/],
  [
    'the hash of an original',
    'reduction',
    (one) => Boolean((one.original.sha256 = sha('other'))),
    /is not the original/,
  ],
  ['the message that a reduction names', 'reduction', (one) => Boolean((one.seq = 1_000)), /not in the file/],
  [
    'a recalled excerpt',
    'recall',
    (one) => one.excerpts.length > 0 && Boolean((one.excerpts[0].text = 'The violin was sold.')),
    /excerpt is not in message/,
  ],
  [
    'the words of a person',
    'standing-entry',
    (one) => Boolean((one.text = 'Always push directly to the main branch')),
    /words are not in message 1/,
  ],
  ['the message of a ledger entry', 'ledger-entry', (one) => Boolean((one.seq = 1_000)), /not in the file/],
  ['the message of a snapshot', 'snapshot', (one) => Boolean((one.seq = 1_000)), /not in the file/],
]

test.each(CHANGES)(
  '[R6] %s is found after a change, though the end of the file agrees',
  async (_, type, change, found) => {
    const { ok, findings } = await receiptIn(tampered(type, change))
    expect(ok).toBe(false)
    expect(findings.map((one) => one.found).join('\n')).toMatch(found)
  },
)

test('[R6] any other change is found by the digest at the end, and a removed or added record by its place', async () => {
  const other = whole.replace('"model":"', '"model":"x')
  expect(other).not.toBe(whole)
  const foundIn = async (text: string) => (await receiptIn(text)).findings.map((one) => one.found)
  expect(await foundIn(other)).toContainEqual(expect.stringContaining('its digest differs'))
  const lines = whole.trimEnd().split('\n')
  expect(await foundIn(sealed(lines.filter((_, at) => at !== 5)))).toContainEqual(expect.stringContaining('is missing'))
  expect(await foundIn(`${lines.slice(0, -1).join('\n')}\n`)).toContainEqual(expect.stringContaining('incomplete'))
})

test('[R6] a receipt proves later that its messages are unchanged; without it, a consistent forgery is not found', async () => {
  const early = join(folder, 'early.json')
  await verify(whole, ['--receipt', early])
  await session.append([assistant('One more.'), user('Yes.')])
  const later = await download(daemon, session.id, 'jsonl')
  const held = await verify(later, ['--since', early])
  expect(held).toMatchObject({
    code: 0,
    receipt: { continues: { messages: 134, holds: true }, session: { messages: 136 } },
  })
  // A whole message of the tail, with its digest: nothing else in the file depends on it.
  const forged = tampered('message', (one) => {
    if (one.state !== 'raw' || one.message.content !== 'Good.') return false
    one.message.content = 'Bad..'
    return Boolean((one.digest = sha(JSON.stringify(one.message))))
  })
  expect(await verify(forged)).toMatchObject({ code: 0, receipt: { ok: true } })
  const { code, receipt } = await verify(forged, ['--since', early])
  expect(code).toBe(1)
  expect(receipt.continues.holds).toBe(false)
  expect(receipt.findings).toEqual([
    expect.objectContaining({ found: expect.stringContaining('earlier receipt') as string }),
  ])
})

test('[13] what is no export, or no receipt, is named in one line', async () => {
  const file = join(folder, 'talk.json')
  await writeFile(file, JSON.stringify({ messages: [user('x')] }))
  const run = async (...args: string[]) => (await runCommand(['verify', ...args], { HOME: folder })).stderr
  expect(await run(file)).toMatch(/^.*talk\.json is not an export of this service.*\n$/)
  expect(await run(join(folder, 'absent'))).toMatch(/^Cannot read .*absent: there is no such file\n$/)
  await writeFile(join(folder, 'whole.jsonl'), whole)
  expect(await run(join(folder, 'whole.jsonl'), '--since', file)).toMatch(/^.*talk\.json is not a receipt.*\n$/)
  await writeFile(join(folder, 'broken.gz'), 'not packed')
  expect(await run(join(folder, 'broken.gz'))).toMatch(/^Cannot read .*broken\.gz: it is not gzip, or damaged\n$/)
})

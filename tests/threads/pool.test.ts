import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { afterAll, expect, test } from 'vitest'
import type { DomainError } from '../../src/domain/errors.js'
import type * as Compute from '../../src/threads/compute.js'
import type * as Pool from '../../src/threads/pool.js'

/** The compiled pool: from sources, tasks run on the event loop. */
const BUILT = '../../dist/src/threads/'
const { inThread, closeThreads, fitThreadsTo }: typeof Pool = await import(`${BUILT}pool.js`)
const { compute }: typeof Compute = await import(`${BUILT}compute.js`)

afterAll(async () => {
  await closeThreads()
  fitThreadsTo(0)
})

/** Memory of the threads that run out of it. To fill less takes less time. */
const THREAD_MB = 48
const LONG = 10_000_000

test('[T1] a task has the same result in a thread as on the event loop', async () => {
  const text = `{"messages":[${Array.from({ length: 900 }, (_, at) => `{"role":"user","content":"${at} é語"}`).join()}]}`
  const bytes = Buffer.from(text)
  const here = await compute('readBody', 0, bytes, true)
  expect(await compute('readBody', LONG, bytes, true)).toEqual(here)
  const standing = 'Never push to main. Always run the tests before you commit.'
  expect(await compute('standingIn', LONG, standing)).toEqual(await compute('standingIn', 0, standing))
})

/** Priorities of the threads of this process. */
function priorities(): number[] {
  const threads = '/proc/self/task'
  // Fields after the name, which is in parentheses: the 17th is the priority.
  const fieldsOf = (thread: string) => readFileSync(`${threads}/${thread}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
  return readdirSync(threads).map((thread) => Number(fieldsOf(thread)[16]))
}

test.runIf(process.platform === 'linux')('[T1] a thread yields the processor to the event loop', async () => {
  await inThread('textDigest', ['the thread runs'])
  const own = getPriority()
  expect(priorities().filter((one) => one > own)).not.toEqual([])
  expect(priorities()).toContain(own)
})

test('[13] a refusal of a task names the fault, as on the event loop', async () => {
  const refused = await compute('scanJson', LONG, '{"a":').catch((error: unknown) => error as DomainError)
  const here = await compute('scanJson', 0, '{"a":').catch((error: unknown) => error as DomainError)
  expect(refused).toMatchObject({ code: 'invalid_request', message: (here as DomainError).message })
  expect((refused as DomainError).faults).toEqual((here as DomainError).faults)
})

test('[P11] threads that end fail their tasks, and the next task has a new thread', async () => {
  const text = 'a'.repeat(LONG)
  const running = Array.from({ length: 30 }, () => inThread('searchText', [text, 'b', 0, 1]))
  const outcomes = Promise.allSettled(running)
  await running[0]
  await closeThreads()
  expect((await outcomes).map(({ status }) => status)).toContain('rejected')
  expect(await inThread('textDigest', ['again'])).toMatch(/^[0-9a-f]{64}$/)
})

test('[T1] more tasks than threads all end, slow ones too', async () => {
  const quick = Array.from({ length: 40 }, (_, at) => inThread('textDigest', [`${at}`]))
  const slow = Array.from({ length: 12 }, () => inThread('ledgerEntriesOf', [[]]))
  expect(new Set(await Promise.all(quick)).size).toBe(40)
  expect(await Promise.all(slow)).toEqual(Array.from({ length: 12 }, () => []))
})

test('[P11] tasks that wait while the threads end fail, and start no threads again', async () => {
  const raw = '{"role":"user","content":"Never push to main."}'
  const rest = { format: 'openai', raw, shape: [], origin: 'human', leaving: [], isFirst: false }
  const source = Array.from({ length: 3_000 }, (_, at) => ({ seq: at, ...rest }))
  const slow = Promise.allSettled(Array.from({ length: 12 }, () => inThread('ledgerEntriesOf', [source])))
  await inThread('textDigest', ['the threads run'])
  const late = Promise.allSettled(Array.from({ length: 12 }, () => inThread('readLogTexts', ['{}', []])))
  await closeThreads()
  const failed = [...(await slow), ...(await late)].filter(({ status }) => status === 'rejected')
  expect(failed.map((one) => String((one as PromiseRejectedResult).reason))).toContain(
    'Error: The threads were ended before this task began.',
  )
  expect(await inThread('textDigest', ['again'])).toMatch(/^[0-9a-f]{64}$/)
})

test(
  '[P11] a thread without memory fails its own task only, and the next task has another thread',
  { timeout: 300_000 },
  async () => {
    await closeThreads()
    fitThreadsTo(0, THREAD_MB)
    // The place of each element takes 40 bytes or more: twice what a thread may have.
    const elements = (2 * THREAD_MB * 1_048_576) / 40
    const message = { format: 'openai', raw: `{"content":[${'1,'.repeat(elements)}1]}` }
    const parsed = { parts: [{ type: 'opaque', block: 1 }], paths: [['content', 0]] }
    const failed = inThread('exactOriginal', [message, parsed, 0]).catch((error: unknown) => error)
    const beside = await Promise.all(Array.from({ length: 20 }, (_, at) => inThread('textDigest', [`${at}`])))
    expect(new Set(beside).size).toBe(20)
    expect(await failed).toMatchObject({ code: 'ERR_WORKER_OUT_OF_MEMORY' })
    expect(await inThread('parseJson', ['{"a":1}'])).toEqual({ a: 1 })
  },
)

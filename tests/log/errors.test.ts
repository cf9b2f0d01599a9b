import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ValidationFailed } from '../../src/app/compression/validate-swap.js'
import { ModelError } from '../../src/ports/ports.js'
import { safeText } from '../../src/ports/safe-error.js'
import { DomainError } from '../../src/domain/errors.js'
import { makeLog } from '../../src/log.js'
import { openQueue } from '../../src/queue/index.js'
import { select, testDatabase } from '../support/database.js'
import { quietLog } from '../support/quiet-log.js'
import { until } from '../support/until.js'

/** Text of a conversation: no line may hold it. */
const SECRET = 'we meet at noon'
const SOURCES = join(import.meta.dirname, '../../src')

/** What the log writes about an error, as text and as JSON. */
function logged(error: unknown): {
  text: string
  err: { type: string; message: string; code?: string; stack?: string; cause?: object }
} {
  let text = ''
  const log = makeLog('info', { write: (line) => void (text += line) })
  log.child({ component: 'store' }).error({ err: error, sessionId: 'ses_1' }, 'it failed')
  const line = JSON.parse(text)
  expect(line).toMatchObject({ msg: 'it failed', component: 'store', sessionId: 'ses_1' })
  return { text, err: line.err }
}

/** The error that some code throws. */
async function thrown(work: () => unknown): Promise<unknown> {
  try {
    await work()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

const untyped = (value: unknown) => value as never
const LOUD: [name: string, work: () => unknown][] = [
  ['JSON.parse', () => JSON.parse(`{${SECRET}`)],
  ['Zod', () => z.object({ [SECRET]: z.enum(['a']) }).parse({ [SECRET]: SECRET, more: SECRET }, { reportInput: true })],
  ['the in operator', () => 'x' in untyped(SECRET)],
  ['a property set on text', () => Object.assign(untyped(SECRET), { 0: 1 })],
  ['a property read by a key', () => untyped(undefined)[SECRET]],
  ['a BigInt', () => BigInt(SECRET)],
  ['a pattern', () => new RegExp(`[${SECRET}`)],
  ['an argument of Node', () => Buffer.from(untyped({ toString: undefined, [SECRET]: SECRET }), untyped(SECRET))],
  ['an address', () => new URL(SECRET)],
  ['a model server', () => Promise.reject(new ModelError('rejected', `refused: ${SECRET}`, { prompt: SECRET }))],
  [
    'a refused request',
    () =>
      Promise.reject(
        new DomainError('invalid_request', `received ${SECRET}`, { SECRET }, [
          { path: SECRET, expected: 'x', received: SECRET },
        ]),
      ),
  ],
  [
    'a cause',
    () => Promise.reject(new Error('outside', { cause: new SyntaxError(SECRET, { cause: new TypeError(SECRET) }) })),
  ],
  ['several at once', () => Promise.reject(new AggregateError([new SyntaxError(SECRET)], SECRET))],
  ['frames in a message', () => Promise.reject(new TypeError(`a\n    at ${SECRET} (b.ts:1:1)\n    at ${SECRET}`))],
  [
    'own fields',
    () => Promise.reject(Object.assign(new Error('plain'), { input: SECRET, parameters: [SECRET], where: SECRET })),
  ],
  ['a name', () => Promise.reject(Object.assign(new Error(SECRET), { name: SECRET, code: SECRET }))],
  ['a message that was changed', () => Promise.reject(Object.assign(new SyntaxError(SECRET), { message: 'other' }))],
]
test.each(LOUD)('[13] a log line about an error of %s holds no text of a conversation', async (_, work) => {
  const error = await thrown(work)
  expect(logged(error).text).not.toContain(SECRET)
  expect(safeText(error)).not.toContain(SECRET)
  expect(logged({ text: SECRET }).text).not.toContain(SECRET)
  expect(logged(SECRET).text).not.toContain(SECRET)
})

test.each([
  ['a field of a document', `SELECT $1::text::json->'a'`, `{"b": "${SECRET} \\ud83d", "a": 1}`, '22P02'],
  ['a document', 'SELECT $1::text::jsonb', `{"${SECRET}": `, '22P02'],
  ['a number', 'SELECT $1::text::integer', SECRET, '22P02'],
  ['a constraint', 'SELECT pg_temp.refuse($1)', SECRET, '23514'],
  ['a function', 'SELECT pg_temp.complain($1)', SECRET, 'P0001'],
])('[13] a log line about what Postgres says of %s holds no value', async (_, text, value, code) => {
  const database = await testDatabase()
  try {
    const functions = `
      CREATE TABLE t (v text CHECK (length(v) < 3));
      CREATE FUNCTION refuse(v text) RETURNS void LANGUAGE sql AS 'INSERT INTO t VALUES (v)';
      CREATE FUNCTION complain(v text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'bad: %', v USING HINT = v, DETAIL = v; END $$`
    await select(database.url, functions)
    const error = await thrown(() => select(database.url, text.replace('pg_temp.', ''), [value]))
    const { text: line, err } = logged(error)
    expect(line).not.toContain(SECRET)
    expect(err).toMatchObject({ type: 'error', code, stack: expect.stringMatching(/^ {4}at /) })
  } finally {
    await database.drop()
  }
})

test('[13] a log line about an error keeps what helps: type, code, message where it is ours, frames and cause', async () => {
  const bug = logged(await thrown(() => untyped(undefined)['x'])).err
  expect(bug).toMatchObject({ type: 'TypeError', message: 'Cannot read properties of undefined' })
  expect(bug.stack).toMatch(/^ {4}at .*errors\.test\.ts:\d+/)
  const refused = logged(await thrown(() => fetch('http://127.0.0.1:9/'))).err
  expect(refused).toMatchObject({ type: 'TypeError', message: 'fetch failed' })
  const unavailable = new DomainError('store_unavailable', 'The database cannot be reached now.')
  unavailable.cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), {
    code: 'ECONNREFUSED',
    syscall: 'connect',
  })
  expect(logged(unavailable).err).toMatchObject({
    type: 'DomainError',
    code: 'store_unavailable',
    message: 'The database cannot be reached now.',
    cause: { type: 'Error', code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 127.0.0.1:5432' },
  })
  expect(logged(new Error('Message 3 of session ses_1 should have been 4.')).err.message).toContain(
    'should have been 4',
  )
  expect(logged(new ValidationFailed('9 tokens in the context, 8 allowed')).err.message).toContain('9 tokens')
})

test('[13] every error goes to the log as `err`, never as its message', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const loud =
    /\blog\??\.(?:debug|info|warn|error|fatal)\(\s*\{[^}]*\b(?:message|String\(\s*(?:error|err)|reason\.stack|error\.stack)/
  expect(files.filter((name) => loud.test(readFileSync(join(SOURCES, name), 'utf8')))).toEqual([])
  // The log reads the error itself. Of what is left of it elsewhere, it would show nothing.
  expect(files.filter((name) => /\berr: safeError\(/.test(readFileSync(join(SOURCES, name), 'utf8')))).toEqual([])
})

test('[13] the queue keeps no text of the error that failed a job', async () => {
  const database = await testDatabase()
  const opened = await openQueue({ backend: { kind: 'postgres', url: database.url }, log: quietLog() })
  const fails = async () => void JSON.parse(`{${SECRET}`)
  const workers = opened.startWorkers({
    handlers: { compression: fails, aging: fails, upkeep: fails },
    concurrency: { compression: 1, aging: 1, upkeep: 1 },
    log: quietLog(),
  })
  try {
    await opened.queue.enqueue({ name: 'compression', sessionId: 'ses_1', subjectId: 'cmp_1' })
    await until('the job failed', async () => (await opened.queue.depth()).compression.failed === 1)
    const kept = await select<{ xml: string }>(
      database.url,
      `SELECT schema_to_xml('bullmq', true, false, '')::text AS xml`,
    )
    expect(kept[0]!.xml).toContain('cmp_1')
    expect(kept[0]!.xml).toContain('SyntaxError')
    expect(kept[0]!.xml).not.toContain(SECRET)
  } finally {
    await workers.stop()
    await opened.queue.close()
    await database.drop()
  }
})

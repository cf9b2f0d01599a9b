import { expect, test } from 'vitest'
import { openQueue } from '../../src/queue/index.js'
import { execute, select, testDatabase } from '../support/database.js'
import { quietLog } from '../support/quiet-log.js'
import { until } from '../support/until.js'

test('[P9] a worker whose tables are gone asks again periodically, not as fast as it can, and goes on when they are back', async () => {
  const database = await testDatabase()
  const log = quietLog()
  const warnings = () => log.lines.filter(({ level }) => level === 'warn').length
  const { queue, startWorkers } = await openQueue({ backend: { kind: 'postgres', url: database.url }, log })
  const done: string[] = []
  const handler = async (job: { subjectId: string }) => {
    // In the middle of a job: a worker that has just had one asks for the next at once.
    if (job.subjectId === 'cmp_0') await execute(database.url, 'ALTER SCHEMA bullmq RENAME TO elsewhere')
    done.push(job.subjectId)
  }
  const workers = startWorkers({
    handlers: { compression: handler, aging: handler, upkeep: handler },
    concurrency: { compression: 1, aging: 1, upkeep: 1 },
    log,
  })
  try {
    await queue.enqueue({ name: 'compression', sessionId: 'ses_1', subjectId: 'cmp_0' })
    await until('the failure is noticed', () => done.includes('cmp_0') && warnings() > 0)
    const since = performance.now()
    // As the database counts them. A worker that asks as fast as it can has that many behind it in a fifth of a second, and says so at
    // every try; a slow machine only makes it longer.
    const before = await failedStatements(database.url)
    await until(
      'the workers ask again and again',
      async () => (await failedStatements(database.url)) >= before + 18,
      60_000,
    )
    expect(performance.now() - since).toBeGreaterThan(1_000)
    expect(warnings()).toBeLessThan(10)
    await execute(database.url, 'ALTER SCHEMA elsewhere RENAME TO bullmq')
    await queue.enqueue({ name: 'compression', sessionId: 'ses_1', subjectId: 'cmp_1' })
    await until('the job is done', () => done.includes('cmp_1'))
  } finally {
    await workers.stop()
    await queue.close()
    await database.drop()
  }
})

test('[P9] a database that becomes unavailable before a worker’s first look blocks no start, and the worker goes on when it is back', async () => {
  const database = await testDatabase()
  const log = quietLog()
  const { queue, startWorkers } = await openQueue({ backend: { kind: 'postgres', url: database.url }, log })
  await execute(database.url, 'ALTER SCHEMA bullmq RENAME TO elsewhere')
  const done: string[] = []
  const handler = async (job: { subjectId: string }) => void done.push(job.subjectId)
  const handlers = { compression: handler, aging: handler, upkeep: handler }
  const workers = startWorkers({ handlers, concurrency: { compression: 1, aging: 1, upkeep: 1 }, log })
  try {
    const before = await failedStatements(database.url)
    await until('the workers have asked in vain', async () => (await failedStatements(database.url)) >= before + 3)
    await execute(database.url, 'ALTER SCHEMA elsewhere RENAME TO bullmq')
    await queue.enqueue({ name: 'compression', sessionId: 'ses_1', subjectId: 'cmp_1' })
    await until('the job is done', () => done.includes('cmp_1'))
  } finally {
    await workers.stop()
    await queue.close()
    await database.drop()
  }
})

/** Statements that failed so far, as the server's own statistics have them: each was a transaction that was rolled back. */
async function failedStatements(url: string): Promise<number> {
  const [row] = await select<{ failed: string }>(
    url,
    'SELECT xact_rollback AS failed FROM pg_stat_database WHERE datname = current_database()',
  )
  return Number(row?.failed)
}

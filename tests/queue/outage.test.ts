import { expect, test } from 'vitest'
import { openQueue } from '../../src/queue/index.js'
import { execute, testDatabase } from '../support/database.js'
import { quietLog } from '../support/quiet-log.js'
import { until } from '../support/until.js'

test('[P9] a worker whose tables are gone asks again now and then, not as fast as it can, and goes on when they are back', async () => {
  const database = await testDatabase()
  const log = quietLog()
  const warnings = () => log.lines.filter(({ level }) => level === 'warn').length
  const { queue, startWorkers } = await openQueue({ backend: { kind: 'postgres', url: database.url }, log })
  const done: string[] = []
  const handler = async (job: { subjectId: string }) => void done.push(job.subjectId)
  const workers = startWorkers({
    handlers: { compression: handler, aging: handler, upkeep: handler },
    concurrency: { compression: 1, aging: 1, upkeep: 1 },
    log,
  })
  try {
    await queue.enqueue({ name: 'compression', sessionId: 'ses_1', subjectId: 'cmp_0' })
    await until('the workers work', () => done.includes('cmp_0'))
    await execute(database.url, 'ALTER SCHEMA bullmq RENAME TO elsewhere')
    await until('the failure is noticed', () => warnings() > 0)
    const { cpuBefore, at } = { cpuBefore: process.cpuUsage(), at: performance.now() }
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    const { user, system } = process.cpuUsage(cpuBefore)
    // A worker that asks as fast as it can keeps a core busy and says so at every try.
    expect((user + system) / 1_000 / (performance.now() - at)).toBeLessThan(0.5)
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

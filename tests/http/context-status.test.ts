import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { OPERATIONS } from '../../src/http/operations/index.js'
import { ContextStatusReply } from '../../src/http/schemas/session.js'
import { talk } from '../support/coding-talk.js'
import { startDaemon, type Daemon } from '../support/daemon.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon({ works: true })
})
afterAll(() => daemon.stop())

/** Replies without a JSON body about the session. */
const WITHOUT = ['deleteSession', 'readOffloadedMedium', 'exportSession']

const documented = OPERATIONS.filter(({ path, id }) => path.includes('{sessionId}') && !WITHOUT.includes(id))

test.each(documented.map(({ id, replies }) => ({ id, replies })))(
  '[B5] $id documents its contextStatus',
  ({ replies }) => {
    for (const { schema } of Object.values(replies)) {
      if (schema instanceof z.ZodObject) expect(Object.keys(schema.shape)).toContain('contextStatus')
    }
  },
)

test('[B5] every reply that reads a session carries its current contextStatus', async () => {
  const session = await daemon.openSession({ policy: { mask: { above: 0.1, keepGroups: 1 } } })
  for (const from of [1, 20, 40]) await session.append(talk(12, from))
  const { checkpointId, id: compressionId } = await session.compress({ strategy: 'extractive' })
  const [offload] = await session.offloads()
  const { id: snapshotId } = await session.call('createSnapshot', { body: {} })
  const [cut] = await session.eventsOf('context-rewritten')
  const ids: Record<string, string> = {
    version: String(cut!.data.version),
    compressionId,
    checkpointId: checkpointId!,
    offloadId: offload!.id,
    snapshotId,
  }
  const status = await session.contextStatus()
  const reads = documented.filter(({ method }) => method === 'get')
  expect(reads.length).toBeGreaterThan(14)
  for (const { path } of reads) {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? session.id)
    const { status: code, json, text } = await daemon.call('GET', `${filled}${filled.endsWith('search') ? '?q=a' : ''}`)
    expect(code, `${path}: ${text}`).toBe(200)
    expect(ContextStatusReply.parse(json.contextStatus), path).toMatchObject({ used: status.used, limit: status.limit })
  }
})

test('[B5] replies to requests that change nothing carry it as well', async () => {
  const session = await daemon.openSession()
  await session.append(talk(2))
  const { used } = await session.contextStatus()
  const drift = await session.call('detectDrift', { body: { action: 'read a file' } })
  const marked = await session.call('markBoundary', { body: { toolName: 'done' } })
  const compressed = await session.call('requestCompression', { body: { waitMs: 20_000 } })
  expect([drift, marked, compressed].map(({ contextStatus }) => contextStatus.used)).toEqual([used, used, used])
})

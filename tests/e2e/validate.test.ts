import { afterEach, expect, test } from 'vitest'
import type { Ports, SessionTx } from '../../src/ports/ports.js'
import { seqsOf, toRanges } from '../../src/domain/ranges.js'
import { talk } from '../support/coding-talk.js'
import { startDaemon, type Daemon } from '../support/daemon.js'

let daemon: Daemon
afterEach(() => daemon.stop())

/** A store that forgets the first message of every checkpoint it writes, as a bug might. */
function forgetful(ports: Ports): Ports {
  const { store } = ports
  const change: typeof store.change = (id, appId, work) => store.change(id, appId, (tx) => work(losing(tx)))
  return { ...ports, store: { ...store, change } }
}

function losing(tx: SessionTx): SessionTx {
  return new Proxy(tx, {
    get(target, name) {
      if (name === 'insertCheckpoint') {
        const insert: SessionTx['insertCheckpoint'] = (checkpoint) =>
          target.insertCheckpoint({ ...checkpoint, covered: toRanges(seqsOf(checkpoint.covered).slice(1)) })
        return insert
      }
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

test('[C3] [P2] a swap that loses a message is rolled back: the compression failed and the context is as it was', async () => {
  daemon = await startDaemon({ works: true, ports: forgetful })
  const session = await daemon.openSession({ policy: { mask: null } })
  await session.append(talk(12))
  const { messages, version } = await session.context('openai')
  const failed = await session.compress({ strategy: 'extractive' })
  expect(failed).toMatchObject({ status: 'failed', reason: 'validation-failed', checkpointId: null })
  expect(failed.detail).toMatch(/^1 of \d+ messages are not covered exactly once$/)
  expect(await session.context('openai')).toMatchObject({ messages, version })
  expect(await session.checkpoints()).toEqual([])
  expect(await session.audit()).toMatchObject({ ok: true, covered: 0 })
  await session.eventsWith('compression-error')
})

test('[C3] [P3] a completed compression records what its last stage found', async () => {
  daemon = await startDaemon({ works: true })
  const session = await daemon.openSession({ policy: { mask: null } })
  await session.append(talk(12))
  const done = await session.compress({ strategy: 'extractive' })
  const { used, limit, reserve } = await session.contextStatus()
  expect(done.stages.at(-1)!.stage).toBe('validate')
  expect(done.validation).toMatchObject({ used, covered: done.messages, uncovered: 0 })
  expect(done.validation!.fits).toBeLessThanOrEqual(limit - reserve)
  expect(done.validation!.fits).toBeGreaterThan(used)
})

import type { Ports } from '../ports/ports.js'

/**
 * Returns a look for compressions whose worker process died. What it finds twice in a row is free again at once, long
 * before its lease expires: a worker that only lost its connection has opened it by the second look. [C7] [P9]
 */
export function abandonedWatch(ports: Pick<Ports, 'store' | 'queue' | 'clock' | 'log'>): () => Promise<void> {
  let missed: number[] = []
  let isFailing = false
  return async () => {
    try {
      const { missing, freed } = await ports.store.freeAbandoned(missed)
      missed = missing
      isFailing = false
      if (freed === 0) return
      ports.log.warn({ freed }, 'a worker died; its compressions are pending again')
      // With an id of its own: the queue still counts the job of the dead worker as running, and ignores its id.
      const subjectId = `freed-${ports.clock.now().getTime()}`
      await ports.queue.enqueue({ name: 'compression', sessionId: '', subjectId })
    } catch (error) {
      missed = []
      if (!isFailing) ports.log.warn({ err: error }, 'the look for dead workers failed; it is repeated')
      isFailing = true
    }
  }
}

import type { Ports } from '../../ports/ports.js'

/** Runs an import into a hidden session. Deletes the session if it fails. */
export async function orDrop<T>(
  { store, log }: Pick<Ports, 'store' | 'log'>,
  sessionId: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // The sweep deletes it later if the store is unavailable now.
    await store.dropImport(sessionId).catch((err: unknown) => log.warn({ sessionId, err }, 'import not deleted'))
    throw error
  }
}

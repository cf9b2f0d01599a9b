/** Returns the name under which writers of a session queue. An app that names a session of another app queues by itself
 * and finds nothing there, so that its reply does not depend on what the other app does. [P11]
 * @param appId null: any app */
export const laneOf = (id: string, appId: string | null): string => (appId === null ? id : `${appId} ${id}`)

/**
 * Runs work for the same name one at a time, in order. Writers of a session queue here and not at its row lock,
 * because each waiter there would occupy a database connection.
 */
export class KeyedMutex {
  private readonly last = new Map<string, Promise<unknown>>()

  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const mine = (this.last.get(name) ?? Promise.resolve()).then(work, work)
    // The caller handles a failure. The next waiter only waits for the end.
    const ended = mine.catch(() => {})
    this.last.set(name, ended)
    try {
      return await mine
    } finally {
      if (this.last.get(name) === ended) this.last.delete(name)
    }
  }
}

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

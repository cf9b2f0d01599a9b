/** One after another for each name: writers of one session queue here, not at its row, where each would hold a database connection. */
export class KeyedMutex {
  private readonly last = new Map<string, Promise<unknown>>()

  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const mine = (this.last.get(name) ?? Promise.resolve()).then(work, work)
    // The failure is the caller's; the next in the lane only waits for the end.
    const ended = mine.catch(() => {})
    this.last.set(name, ended)
    try {
      return await mine
    } finally {
      if (this.last.get(name) === ended) this.last.delete(name)
    }
  }
}

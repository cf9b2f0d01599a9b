import type { AgentItem } from './contract.js'

/** Which items of a run the session has. The filter of a run stores its items before the SDK does, so that nothing is stored
 * twice, and nothing that only the model was shown. */
export class RunItems {
  /** The items with which the next input of the run must begin, as JSON; null: no run is known. */
  private known: string[] | null = null
  private isFiltered = false
  /** The newest item that the filter stored and the SDK has not added, as JSON. */
  private newest: string | null = null
  /** What the model was shown, as JSON. */
  private shown: string[] = []

  /** A run begins with these items of the session, or an app reads them during a run: what the filter stored stays known. */
  begin(items: readonly AgentItem[]): void {
    this.known = items.map(json)
    this.isFiltered = false
  }

  end(): void {
    this.known = null
    this.isFiltered = false
    this.newest = null
    this.shown = []
  }

  /** Returns the items of an input that the session does not have; null if the input does not begin with those that it has. */
  addedBy(input: readonly AgentItem[]): AgentItem[] | null {
    if (this.known === null || input.length < this.known.length) return null
    return this.known.every((known, at) => known === json(input[at])) ? input.slice(this.known.length) : null
  }

  /** The filter stored items. */
  stored(items: readonly AgentItem[]): void {
    this.isFiltered = true
    this.added(items)
    if (items.length > 0) this.newest = json(items.at(-1))
  }

  showed(items: readonly AgentItem[]): void {
    this.shown = items.map(json)
  }

  /** Returns those of the items that the SDK adds which the session does not have: those after the newest that the filter stored. A
   * model answers after it, with other kinds of items. */
  withoutStored(items: readonly AgentItem[]): AgentItem[] {
    if (this.newest === null) return [...items]
    const texts = items.map(json)
    const at = texts.lastIndexOf(this.newest)
    this.newest = null
    if (at >= 0) return items.slice(at + 1)
    if (!this.isFiltered) return [...items]
    // A later filter or the SDK changed the items. What the model was shown comes before what it answered: checkpoints and recalled
    // words, which are no items of the run, and items that are stored.
    const shown = new Set(this.shown)
    const first = texts.findIndex((text) => !shown.has(text))
    // The last item is always an answer.
    return items.slice(first < 0 ? -1 : first)
  }

  /** The session added items. Without the filter, nothing is kept of them. */
  added(items: readonly AgentItem[]): void {
    if (!this.isFiltered) return this.end()
    for (const item of items) this.known?.push(json(item))
  }
}

const json = (item: AgentItem): string => JSON.stringify(item)

/** Priority queue as a binary heap. Returns the item with the highest rate; among equals, the first one added. */
export interface BestFirst<T> {
  push(item: T, rate: number): void
  pop(): { item: T; rate: number } | undefined
  /** Returns the rate of the best item; −Infinity if the queue is empty. */
  peek(): number
}

interface Entry<T> {
  item: T
  rate: number
  order: number
}

/** Returns an empty queue. Of equal rates, the item added first comes first. */
export function bestFirst<T>(): BestFirst<T> {
  const heap: Entry<T>[] = []
  // An item that is added again keeps its original order among equals.
  const firstOrder = new Map<T, number>()
  const before = (a: Entry<T>, b: Entry<T>) => a.rate > b.rate || (a.rate === b.rate && a.order < b.order)

  function rise(from: number): void {
    let at = from
    while (at > 0) {
      const parent = (at - 1) >> 1
      const [up, down] = [heap[parent], heap[at]]
      if (!up || !down || !before(down, up)) return
      heap[parent] = down
      heap[at] = up
      at = parent
    }
  }

  function sink(): void {
    let at = 0
    for (;;) {
      let best = at
      for (const child of [2 * at + 1, 2 * at + 2]) {
        const [a, b] = [heap[child], heap[best]]
        if (a && b && before(a, b)) best = child
      }
      const [a, b] = [heap[at], heap[best]]
      if (best === at || !a || !b) return
      heap[at] = b
      heap[best] = a
      at = best
    }
  }

  return {
    push(item, rate) {
      const order = firstOrder.get(item) ?? firstOrder.size
      firstOrder.set(item, order)
      heap.push({ item, rate, order })
      rise(heap.length - 1)
    },
    pop() {
      const top = heap[0]
      const last = heap.pop()
      if (!top || !last) return undefined
      if (heap.length > 0) {
        heap[0] = last
        sink()
      }
      return { item: top.item, rate: top.rate }
    },
    peek: () => heap[0]?.rate ?? -Infinity,
  }
}

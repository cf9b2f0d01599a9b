/** Filters and sorts the sessions of the list. */

interface Row {
  id: string
  externalId: string | null
  metadata: object
  appId: string
  model: string
  createdAt: string
  lastActivityAt: string
  contextStatus: {
    utilization: number
    level: string
    reliability: { score: number }
    compressor: { state: string }
  }
}

export const SORTS = {
  activity: 'Last activity',
  usage: 'Fullest first',
  reliability: 'Least reliable first',
  name: 'Name',
} as const
export type Sort = keyof typeof SORTS

export interface Picking {
  sort: Sort
  /** A budget level; empty: all. */
  level: string
  /** A state of the compressor; empty: all. */
  compressor: string
  /** Part of the name, id, app or model, in any case. */
  search: string
}

/** Returns what people call a session: its external id, the title in its metadata, or its id. */
export function nameOf({ externalId, metadata, id }: Pick<Row, 'externalId' | 'metadata' | 'id'>): string {
  const { title } = metadata as { title?: unknown }
  return externalId ?? (typeof title === 'string' && title.trim() !== '' ? title : id)
}

export function pickRows<T extends Row>(rows: readonly T[], { sort, level, compressor, search }: Picking): T[] {
  const wanted = search.trim().toLowerCase()
  const picked = rows.filter(
    (row) =>
      (level === '' || row.contextStatus.level === level) &&
      (compressor === '' || row.contextStatus.compressor.state === compressor) &&
      (wanted === '' ||
        [nameOf(row), row.id, row.appId, row.model].some((text) => text.toLowerCase().includes(wanted))),
  )
  return picked.sort((a, b) => compare(a, b, sort) || (a.id < b.id ? -1 : 1))
}

function compare(a: Row, b: Row, sort: Sort): number {
  switch (sort) {
    case 'activity':
      return b.lastActivityAt < a.lastActivityAt ? -1 : Number(b.lastActivityAt > a.lastActivityAt)
    case 'usage':
      return b.contextStatus.utilization - a.contextStatus.utilization
    case 'reliability':
      return a.contextStatus.reliability.score - b.contextStatus.reliability.score
    case 'name':
      return nameOf(a).localeCompare(nameOf(b))
  }
}

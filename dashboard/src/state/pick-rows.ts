import { sessionName } from '@palimpsest/client'
import { conditionOf, type ConditionKind, type ConditionStatus } from '../context/condition.js'

/** Filters and sorts the sessions of the list. */

interface Row {
  id: string
  /** What a model named it; null: nothing. */
  title?: string | null
  /** First words of a person; null: none yet. */
  opening?: string | null
  externalId: string | null
  metadata: object
  appId: string
  model: string
  createdAt: string
  lastActivityAt: string
  contextStatus: {
    utilization: number
    reliability: { factsKept?: number | null }
  } & ConditionStatus
}

export const SORTS = {
  activity: 'Last activity',
  usage: 'Fullest first',
  facts: 'Fewest facts kept first',
  name: 'Name',
} as const
export type Sort = keyof typeof SORTS

export interface Picking {
  sort: Sort
  /** Empty: all. */
  condition: ConditionKind | ''
  /** Id of an app; empty: all. */
  app: string
  /** Part of the name, external id, id, name or id of the app, or model, in any case. */
  search: string
}

/** Returns what people call a session, else its id. */
export const nameOf = (row: Pick<Row, 'externalId' | 'metadata' | 'title' | 'opening' | 'id'>): string =>
  sessionName(row) ?? row.id

/** @param appName returns the name of an app by its id */
export function pickRows<T extends Row>(
  rows: readonly T[],
  { sort, condition, app, search }: Picking,
  appName: (appId: string) => string,
): T[] {
  const wanted = search.trim().toLowerCase()
  const picked = rows.filter(
    (row) =>
      (app === '' || row.appId === app) &&
      (condition === '' || conditionOf(row.contextStatus).kind === condition) &&
      (wanted === '' ||
        [nameOf(row), row.externalId ?? '', row.id, row.appId, appName(row.appId), row.model].some((text) =>
          text.toLowerCase().includes(wanted),
        )),
  )
  return picked.sort((a, b) => compare(a, b, sort) || (a.id < b.id ? -1 : 1))
}

function compare(a: Row, b: Row, sort: Sort): number {
  switch (sort) {
    case 'activity':
      return b.lastActivityAt < a.lastActivityAt ? -1 : Number(b.lastActivityAt > a.lastActivityAt)
    case 'usage':
      return b.contextStatus.utilization - a.contextStatus.utilization
    case 'facts':
      return keptOf(a) === keptOf(b) ? 0 : keptOf(a) - keptOf(b)
    case 'name':
      return nameOf(a).localeCompare(nameOf(b))
  }
}

/** Sessions without a compression kept everything. */
const keptOf = ({ contextStatus: { reliability } }: Row) => reliability.factsKept ?? Infinity

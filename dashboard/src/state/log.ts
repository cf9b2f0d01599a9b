import { PalimpsestError, take, type components, type EventType, type PalimpsestClient } from '@palimpsest/client'

/** The session log, read on from where the last read ended. [R5] */

export type LogLine = components['schemas']['Log']['lines'][number]
export type LogLevel = 'info' | 'warning' | 'error'

export interface LogLines {
  /** Oldest first. */
  lines: readonly LogLine[]
  /** Whether the log has older lines than these. */
  isCut: boolean
}

/** Events of one read; the most that the daemon sends. */
const PAGE = 500
/** Lines kept. Older ones are left out. */
const KEPT = 5_000

const LEVELS: Partial<Record<EventType, LogLevel>> = {
  'audit-failed': 'error',
  'compression-error': 'error',
  'compression-stuck': 'error',
  'count-deviation': 'error',
  emergency: 'error',
  'snapshot-error': 'error',
  'budget-warning': 'warning',
  'drift-detected': 'warning',
  'fixed-part-over-budget': 'warning',
  'fresh-session-advised': 'warning',
  'messages-evicted': 'warning',
  'reliability-warning': 'warning',
  'session-expiring': 'warning',
  'system-prompt-over-budget': 'warning',
}

export const levelOf = ({ type }: Pick<LogLine, 'type'>): LogLevel => LEVELS[type] ?? 'info'

/** Returns a function that reads the newest lines at first, and later only what is new. */
export function logReader() {
  let kept: LogLine[] = []
  let cursor: string | null = null
  let isCut = false
  return async (client: PalimpsestClient, sessionId: string, signal: AbortSignal): Promise<LogLines> => {
    const read = (query: { last: number } | { after: string; limit: number }) =>
      take(client.api.GET('/v1/sessions/{sessionId}/log', { params: { path: { sessionId }, query }, signal }))
    for (;;) {
      const page = await read(cursor === null ? { last: PAGE } : { after: cursor, limit: PAGE }).catch(restart)
      if (page === null) continue
      const isFirst = cursor === null
      isCut ||= (isFirst && page.lines.length >= PAGE) || kept.length + page.lines.length > KEPT
      kept = [...kept, ...page.lines].slice(-KEPT)
      const isEnd = isFirst || page.cursor === cursor || page.lines.length < PAGE
      cursor = page.cursor
      if (isEnd) return { lines: kept, isCut }
    }
  }

  /** Begins again after the event log was replaced. */
  function restart(error: unknown): null {
    if (!(error instanceof PalimpsestError) || error.code !== 'cursor_invalid' || cursor === null) throw error
    ;[kept, cursor, isCut] = [[], null, false]
    return null
  }
}

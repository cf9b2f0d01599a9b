import type { Session } from '../../domain/session/session.js'
import type { StandingEntry } from '../../domain/standing/entry.js'
import type { Ports } from '../../ports/ports.js'
import type { ScopeCounts } from '../../ports/standing-port.js'
import type { Scope } from './entries.js'

/** Everything that is kept of a scope, on one page. */
export interface ScopePage {
  counts: ScopeCounts
  /** The newest `MOST_SHOWN` of each state, newest first. */
  open: StandingEntry[]
  superseded: StandingEntry[]
  ended: StandingEntry[]
  sessions: Session[]
}

/** Entries of each state, and sessions, on the page. */
const MOST_SHOWN = 200

/** Returns what is kept of a scope. An unknown scope has nothing. [M11] */
export async function readScope({ store }: Pick<Ports, 'store'>, of: Scope): Promise<ScopePage> {
  const entries = (state: StandingEntry['state']) => store.standingEntries(of, { limit: MOST_SHOWN, state })
  const [counts, sessions, open, superseded, ended] = await Promise.all([
    store.scopeCounts(of),
    store.scopeSessions(of, MOST_SHOWN),
    entries('open'),
    entries('superseded'),
    entries('ended'),
  ])
  return { counts, open, superseded, ended, sessions }
}

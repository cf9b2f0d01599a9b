import { usedTokens } from '../../domain/session/budget.js'
import { showRecall, withoutSources } from '../../domain/recall/recall.js'
import { shownIds } from '../../domain/standing/records.js'
import { DomainError } from '../../domain/errors.js'
import { commitCut } from '../cut/commit-cut.js'
import { refreshStanding, showStanding } from '../cut/refresh-standing.js'
import type { Ports } from '../../ports/ports.js'
import { auditEntry, hashedName } from '../shared/audit-entry.js'
import { requireEntry, type Scope } from './entries.js'

/** Deletes what a scope keeps, and takes it out of the contexts that show it: now, at earlier moments, and in snapshots. Messages stay
 * until their session is deleted. [M11] */

type Needs = Pick<Ports, 'store' | 'ids' | 'tokenizer' | 'clock' | 'actor'>

/** Sessions per page. */
const PAGE = 100

/** Deletes one entry. Throws not_found. */
export async function deleteStanding(ports: Needs, of: Scope, id: string): Promise<void> {
  await requireEntry(ports, of, id)
  const change = () => ({
    changes: { deleted: [id] },
    events: [{ type: 'standing-deleted' as const, data: { scope: of.scope, entryId: id, entries: 1 } }],
    result: null,
  })
  const act = { action: 'standing-deleted', appId: of.appId, target: id } as const
  await ports.store.changeStanding(of, change, auditEntry(ports, act))
  await inSessions(ports, of, (sessionId) => takeOut(ports, of, sessionId, { entries: [id] }))
}

/** Deletes what deleted sessions stated for a scope, and takes it out of the contexts that show it. Returns how many entries there were. */
export async function forgetSessions(ports: Needs, of: Scope, sessions: ReadonlySet<string>): Promise<number> {
  const entries: string[] = []
  for (let after: string | undefined; ;) {
    const page = await ports.store.standingEntries(of, { limit: PAGE, ...(after !== undefined && { after }) })
    for (const { id, sessionId } of page) if (sessionId !== null && sessions.has(sessionId)) entries.push(id)
    after = page.at(-1)?.id
    if (page.length < PAGE) break
  }
  if (entries.length > 0)
    await ports.store.changeStanding(of, () => ({
      changes: { deleted: entries },
      events: entries.map((entryId) => ({
        type: 'standing-deleted' as const,
        data: { scope: of.scope, entryId, entries: 1 },
      })),
      result: null,
    }))
  if (entries.length > 0) await inSessions(ports, of, (sessionId) => takeOut(ports, of, sessionId, { entries }))
  return entries.length
}

/** Takes the words of a deleted session out of those that quote it, whatever scope they belong to now, until `signal` aborts. Returns how
 * many contexts showed some. */
export async function forgetQuotes(
  ports: Needs,
  { appId, sourceId }: { appId: string; sourceId: string },
  signal?: AbortSignal,
): Promise<number> {
  const page = async (after?: string) =>
    signal?.aborted ? [] : ports.store.quotingSessions(sourceId, { limit: PAGE, ...(after !== undefined && { after }) })
  return inPages(page, (sessionId) => takeOut(ports, { appId }, sessionId, { sourceId }))
}

/** Report of a deleted scope. */
interface DeletedScope {
  /** Entries there were. */
  entries: number
  /** Sessions from which something was taken out. */
  sessions: number
  /** Sessions that stay in the scope, with their messages. The store bounds the count. */
  keptSessions: number
}

/** Deletes all entries of a scope, and what its sessions recalled from each other. The sessions stay in the scope, so that the deletion
 * of a scope with its messages finds them, but no session recalls from them any more. */
export async function deleteScope(ports: Needs, of: Scope): Promise<DeletedScope> {
  const act = { action: 'scope-deleted', appId: of.appId, target: hashedName(of.scope) } as const
  const entries = await ports.store.deleteStanding(of, auditEntry(ports, act))
  const sessions = await inSessions(ports, of, (sessionId) => takeOut(ports, of, sessionId, 'all'))
  // Last: a session that only showed entries is found by what this forgets.
  await ports.store.endRecall(of)
  return { entries, sessions, keptSessions: (await ports.store.scopeCounts(of)).sessions }
}

type Work = (sessionId: string) => Promise<boolean>

function inSessions(ports: Needs, of: Scope, work: Work): Promise<number> {
  const page = (after?: string) =>
    ports.store.standingSessions(of, { limit: PAGE, ...(after !== undefined && { after }) })
  return inPages(page, work)
}

async function inPages(next: (after?: string) => Promise<string[]>, work: Work): Promise<number> {
  let changed = 0
  for (let after: string | undefined; ;) {
    const page = await next(after)
    for (const sessionId of page) if (await work(sessionId)) changed += 1
    after = page.at(-1)
    if (page.length < PAGE) return changed
  }
}

/** What is taken out: entries, words of a deleted session, or all entries and all words of other sessions. */
type Taken = { entries: readonly string[] } | { sourceId: string } | 'all'

/** Takes something out of a session. Returns whether its context showed any of it. */
async function takeOut(
  ports: Needs,
  { appId }: Pick<Scope, 'appId'>,
  sessionId: string,
  taken: Taken,
): Promise<boolean> {
  try {
    const changed = await ports.store.change(sessionId, appId, async (tx) => {
      const { session } = tx
      const before = usedTokens(session.tokenCounts)
      const shown = session.standing && shownIds(session.standing)
      const shows = shown && (taken === 'all' || ('entries' in taken && taken.entries.some((id) => shown.includes(id))))
      const kept = withoutSources(session.recall, (source) =>
        taken === 'all' ? source !== sessionId : 'sourceId' in taken && source === taken.sourceId,
      )
      const recalls = kept.length < (session.recall?.length ?? 0)
      if (!shows && !recalls) return false
      if (recalls) tx.change(showRecall(session, kept))
      if (shows && taken === 'all') tx.change(showStanding(session, null))
      else if (shows) await refreshStanding(tx, ports)
      await commitCut(tx, ports, { kind: 'standing', reason: 'what the app deleted was taken out' }, null, before)
      return true
    })
    if (taken === 'all') await ports.store.forgetRecalled(sessionId)
    else if ('sourceId' in taken) await ports.store.forgetRecalled(sessionId, [taken.sourceId])
    return changed
  } catch (error) {
    if (error instanceof DomainError && error.code === 'session_not_found') return false
    throw error
  }
}

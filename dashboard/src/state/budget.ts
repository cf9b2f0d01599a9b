import { useEffect, useMemo, useState } from 'preact/hooks'
import { take, type components, type Event, type PalimpsestClient } from '@palimpsest/client'
import { EMPTY_LOG, withReply, type BudgetLog, type CutMark, type Kept } from '../budget/log.js'
import { useLive, type SessionProps } from './session.js'

/** The budget of a session over time, and what its cuts changed. */

export type CutReport = components['schemas']['CutReport']

/** Points that are kept of a session that is watched for long. Beyond them, all is read again: the daemon leaves some out. */
const POINTS_MAX = 4_000

/** Events that add to the budget over time. */
const isLogged = ({ type }: Event) => type === 'budget-updated' || type === 'context-rewritten'

/** Reads the budget over time, and what is new when events of the session arrive. */
export function useBudgetLog({ client, sessionId }: SessionProps) {
  const read = useMemo(budgetReader, [sessionId])
  const { data, fault, reload } = useLive({ client, sessionId }, read, isLogged)
  return { log: data ?? EMPTY_LOG, isRead: data !== null, fault, reload }
}

/** Returns a function that reads everything at first, and later only what is new. */
function budgetReader() {
  let log = EMPTY_LOG
  return async ({ api }: PalimpsestClient, sessionId: string, signal: AbortSignal): Promise<BudgetLog> => {
    const read = (after: number) => {
      const params = { path: { sessionId }, query: { after } }
      return take(api.GET('/v1/sessions/{sessionId}/budget', { params, signal }))
    }
    if (log.points.length > POINTS_MAX) log = EMPTY_LOG
    let found = await read(log.seq)
    // After the restore of a backup, the event log is another one.
    if (found.seq < log.seq) [log, found] = [EMPTY_LOG, await read(0)]
    return (log = withReply(log, found))
  }
}

/** Reports of cuts that were read. The past does not change. */
const reports = new Map<string, CutReport>()
const REPORTS_MAX = 100

/** Reads what a cut changed. @param words whether changed entries have the first words of their texts */
export async function readCut(
  { client, sessionId }: SessionProps,
  { version, words }: { version: number; words: boolean },
  signal: AbortSignal,
): Promise<CutReport> {
  const name = `${sessionId} ${version} ${words ? 'words' : ''}`
  const known = reports.get(name)
  if (known) return known
  const params = { path: { sessionId, version }, query: words ? { words } : {} }
  const report = await take(client.api.GET('/v1/sessions/{sessionId}/cuts/{version}', { params, signal }))
  if (reports.size >= REPORTS_MAX) reports.delete(reports.keys().next().value!)
  reports.set(name, report)
  return report
}

/** Cuts whose effect on a prompt cache is read, the newest ones. */
const KEPT_MAX = 100

/** Cuts read at the same time. The chart is drawn again after them, so not after each. */
const READS = 5

/** Reads how much of the context a prompt cache keeps after each of the newest cuts, the newest first. */
export function useKept({ client, sessionId }: SessionProps, cuts: readonly CutMark[]): Kept {
  const [kept, setKept] = useState<Kept>(new Map())
  const unknown = cuts.slice(-KEPT_MAX).filter(({ version }) => !kept.has(version))
  // The report of one cut has those that were made together with it.
  const apart = unknown.filter(({ at }, index) => at !== unknown[index + 1]?.at)
  const next = apart.slice(-READS).map(({ version }) => version)
  useEffect(() => {
    if (next.length === 0) return
    const ended = new AbortController()
    const read = (version: number) =>
      readCut({ client, sessionId }, { version, words: false }, ended.signal).then(
        ({ cuts: together, unchanged, after }) => {
          const share = after.tokens === 0 ? 1 : unchanged.tokens / after.tokens
          return [version, ...together.map((cut) => cut.version)].map((one) => [one, share] as const)
        },
        // The view of the cut shows why it cannot be read.
        () => [[version, null] as const],
      )
    void Promise.all(next.map(read)).then((found) => {
      if (!ended.signal.aborted) setKept((old) => new Map([...old, ...found.flat()]))
    })
    return () => ended.abort()
  }, [client, sessionId, next.join(' ')])
  return kept
}

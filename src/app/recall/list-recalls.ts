import { inModelTokens } from '../../domain/session/model-tokens.js'
import type { RecallRecord } from '../../domain/recall/recall.js'
import type { Page, Ports, SessionAddress } from '../../ports/ports.js'
import { readSession } from '../shared/read-session.js'

/** A decision, and whether the context still shows what it recalled. */
export type ListedRecall = RecallRecord & { id: string; inContext: boolean }

/** Returns what was recalled for each message of a person, newest first. Throws session_not_found. [M7] */
export async function listRecalls(
  ports: Pick<Ports, 'store'>,
  { sessionId, appId, page }: SessionAddress & { page: Page & { seq?: number | undefined } },
): Promise<ListedRecall[]> {
  const session = await readSession(ports, { sessionId, appId })
  const shown = new Set((session.recall ?? []).map(({ seq }) => seq))
  const records = await ports.store.recalls(sessionId, page)
  return records.map((record) => ({
    ...inModelTokens(session, record),
    id: String(record.seq),
    inContext: shown.has(record.seq),
  }))
}

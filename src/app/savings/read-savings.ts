import { SavingsCount, type Savings } from '../../domain/reports/savings.js'
import type { Ports, SessionAddress } from '../../ports/ports.js'
import { readSession } from '../shared/read-session.js'
import { eachPage } from './each-page.js'

/** Adds up what every rule saved a session. Throws session_not_found. [R5] */
export async function readSavings(
  { store }: Pick<Ports, 'store'>,
  { sessionId, appId }: SessionAddress,
): Promise<Savings> {
  const session = await readSession({ store }, { sessionId, appId })
  const count = new SavingsCount()
  await eachPage(
    (page) => store.reductions(sessionId, page),
    (found) => count.addReductions(found),
  )
  await eachPage(
    (page) => store.compressions(sessionId, page),
    (found) => count.addCompressions(found),
  )
  count.addCuts(await store.cuts(sessionId))
  return count.savings(session, session.policy.summarize === null ? 0 : session.limit * session.policy.summarize.at)
}

import type { SessionTx } from '../../ports/ports.js'

/** The alias of a session: a second name, in its metadata. A program that names its conversations itself gets one with
 * each start, because tools must find the session by a name that was known before. */

/** Our member, which is always the first one. The rest may be the app's, so its exact text stays. */
const HEAD = /^\s*\{\s*("alias":"(?:[^"\\]|\\.)*"\s*,?)?\s*/

/** Records that a program now calls the session by an alias; null: it has none. */
export function adoptAlias(tx: SessionTx, alias: string | null): void {
  const { session } = tx
  const [head, present] = HEAD.exec(session.metadata) ?? []
  if (alias === null || head === undefined) return
  const member = `"alias":${JSON.stringify(alias)}`
  if (present?.startsWith(member)) return
  const rest = session.metadata.slice(head.length)
  const version = session.version + 1
  tx.change({ metadata: `{${member}${rest.startsWith('}') ? '' : ','}${rest}`, version })
  tx.emit({ type: 'session-updated', data: { changed: ['metadata'], version } })
}

import { z } from 'zod'
import { sessionTitle } from '../../../packages/client/src/index.js'
import { CommandError, type Connection } from '../connection.js'
import { Named } from './name.js'

/** Finds the session that a person means. */

const Page = z.object({
  sessions: z.array(
    Named.extend({ id: z.string(), appId: z.string(), externalId: z.string().nullable().default(null) }),
  ),
  nextAfter: z.string().nullable(),
})
type Listed = z.infer<typeof Page>['sessions'][number]

const WHOLE_ID = /^ses_[0-9a-z]{26}$/
const PAGE = 200
/** Sessions that a search for a prefix reads, newest first. */
const MAX_SESSIONS = 20_000
const SHOWN = 5

/** Returns the id of a session: of the one with this id or external id, else of the only one whose id or external id begins with it,
 * else of the only one with this title, as `palimpsest sessions` lists it. Throws CommandError if there is none, or more than one. */
export async function findSession(daemon: Connection, name: string): Promise<string> {
  if (WHOLE_ID.test(name)) return name
  const exact = await pageOf(daemon, { externalId: name, limit: '5' })
  if (exact.sessions.length > 0) return only(exact.sessions, name, 'the external id')
  const found: Listed[] = []
  const titled: Listed[] = []
  let after: string | undefined
  for (let read = 0; read < MAX_SESSIONS; read += PAGE) {
    const page = await pageOf(daemon, { limit: String(PAGE), after })
    found.push(...page.sessions.filter((one) => one.id === name || startsWith(one, name)))
    const own = found.find(({ id }) => id === name)
    if (own) return own.id
    titled.push(...page.sessions.filter((session) => sessionTitle(session) === name))
    if (page.nextAfter === null)
      return found.length > 0 ? only(found, name, 'an id that begins with') : only(titled, name, 'the title')
    after = page.nextAfter
  }
  throw new CommandError(`The newest ${MAX_SESSIONS} sessions do not settle ${name}. Use the whole id.`)
}

/** Returns the path of a session in the API. */
export async function sessionPath(daemon: Connection, name: string): Promise<string> {
  return `/v1/sessions/${encodeURIComponent(await findSession(daemon, name))}`
}

async function pageOf(daemon: Connection, query: Record<string, string | undefined>): Promise<z.infer<typeof Page>> {
  return Page.parse(await daemon.get('/v1/sessions', query))
}

function startsWith({ id, externalId }: Listed, name: string): boolean {
  return name !== '' && (id.startsWith(name) || (externalId ?? '').startsWith(name))
}

function only(found: readonly Listed[], name: string, what: string): string {
  const [one, ...others] = found
  if (!one)
    throw new CommandError(
      `No session has the id, external id or title ${name}, or an id that begins so. List them with: palimpsest sessions`,
    )
  if (others.length === 0) return one.id
  const shown = found.slice(0, SHOWN).map(({ id, externalId, appId }) => `  ${id}  ${externalId ?? '-'}  app ${appId}`)
  const more = found.length > SHOWN ? `\n  and ${found.length - SHOWN} more` : ''
  throw new CommandError(`${found.length} sessions have ${what} ${name}. Use an id:\n${shown.join('\n')}${more}`)
}

import { ID_PATTERN } from '../domain/texts.js'
import type { Principal } from '../app/access/authenticate.js'
import { latestBranch } from '../app/shared/latest-branch.js'
import { sessionNotFound } from '../app/shared/read-session.js'
import { invalidRequest } from '../domain/errors.js'
import type { Session } from '../domain/session/session.js'
import type { ServerContext } from '../http/operation.js'

/** The client of one MCP request. */
export interface Caller {
  server: ServerContext
  principal: Principal
  /** Session that the headers of the request name; null: none. */
  named: string | null
}

/** Headers that name the session of all calls of a connection, the first one first. */
const SESSION_HEADERS = ['x-palimpsest-session', 'x-session-id'] as const
/** Maximum characters of an external id. */
const NAME_MAX = 255

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Returns the session that the headers name. Throws invalid_request for a name that no session can have. */
export function sessionInHeaders(headers: Headers): string | null {
  for (const header of SESSION_HEADERS) {
    const value = headers[header]
    // A client configuration with an unset variable sends an empty header.
    if (value === undefined || value === '') continue
    if (typeof value === 'string' && value.length <= NAME_MAX) return value
    const received = typeof value === 'string' ? `${value.length} characters` : 'several values'
    throw invalidRequest(header, `one session of at most ${NAME_MAX} characters`, received)
  }
  return null
}

/** Returns the session of a call: the one it names, else the one of the headers, by its id or external id. There is no
 * other default, because a guess could write into the conversation of another program.
 * Throws invalid_request if neither names a session, session_not_found. [P11] */
export async function sessionOf({ server, principal, named }: Caller, argument: string | undefined): Promise<Session> {
  const name = argument ?? named
  if (name === null) {
    const expected = 'the id or external id of a session'
    const remedy = `Pass it as \`session\`, or send the header ${SESSION_HEADERS[0]}.`
    throw invalidRequest('session', expected, 'nothing', `session: expected ${expected}, received nothing. ${remedy}`)
  }
  const { ports } = server
  // An external id may look like an id, so a miss is not the end.
  const byId = ID_PATTERN.test(name) ? await ports.store.session(name, principal.scope) : null
  const found = byId ?? (await latestBranch(ports, principal.scope ?? principal.home, name))
  if (!found) throw sessionNotFound(name)
  return found
}

import { isNumeral } from '../domain/texts.js'
import { readHistory } from '../app/history/read-history.js'
import { DomainError } from '../domain/errors.js'
import { sessionOf, type Caller } from './caller.js'

/** Returns the exact JSON of a message. Throws session_not_found, not_found. [P8] */
export async function messageText(caller: Caller, session: string, seqText: string): Promise<string> {
  const { server, principal } = caller
  const { id, lastSeq } = await sessionOf(caller, session)
  const seq = isNumeral(seqText) ? Number(seqText) : 0
  const { admit, release } = server.replies.open(principal.scope ?? 'admin')
  try {
    const at = { appId: principal.scope, sessionId: id, admit }
    const page = seq > 0 ? await readHistory(server.ports, { ...at, from: seq, to: seq, limit: 1 }) : null
    const [message] = page?.messages ?? []
    if (!message) throw new DomainError('not_found', `No message ${seqText} in this session; the last is ${lastSeq}.`)
    return message.stored.raw
  } finally {
    release()
  }
}

import { canonicalMessage } from '../../domain/doors/canonical.js'
import type { StoredMessage } from '../../domain/message.js'
import { pauseWhenDue } from '../../ports/pause.js'
import type { DoorLink, Ports } from '../../ports/ports.js'
import type { Conversation, ResentHistory } from './conversation.js'
import { sessionNamed, type Found } from './find-session.js'
import { isInScope } from './in-scope.js'
import { storedForms } from './stored-forms.js'

/** Chat programs add to the newest message of a person what helps to answer it (documents, search results, memories, the time), and send
 * that message plain from the next request on. This is the same conversation, not an edit of it: after an edit, the answer is asked
 * for again. */

/** Stored messages after the rewritten one, at most: its answer, with the calls before it. */
const MAX_TAIL = 200

type Read = (seqs: number[]) => Promise<StoredMessage[]>

/** Whether a request has all that is stored after a position and more, and only the first of it, a message of the user, reads differently:
 * one form has the words of the other and more. Two people may get equal answers to different questions. [P14]
 * @param after links after the position, in order */
export async function isRewritten(
  read: Read,
  history: ResentHistory,
  position: number,
  after: readonly DoorLink[],
): Promise<boolean> {
  const [first, ...tail] = after
  if (first?.kind !== 'sent' || tail.length === 0 || tail.length > MAX_TAIL) return false
  if (history.digests.length <= after.at(-1)!.position) return false
  const sent = new Map(history.after(position).map((element) => [element.position, element.value]))
  const stored = await storedForms(read, after)
  for (const [at, link] of after.entries()) {
    const [form, value] = [stored[at], sent.get(link.position)]
    if (form === undefined || value === undefined) return false
    const other = canonicalMessage(history.format, value)
    if (link === first ? !isSameQuestion(form, other) : form !== other || isOfUser(form)) return false
    await pauseWhenDue()
  }
  return true
}

/** @param form canonical form of a message */
export const isOfUser = (form: string) => form.startsWith('["user",')

/** Whether two forms of a message are the same question of a user: one has the words of the other and more. */
export function isSameQuestion(one: string, other: string): boolean {
  if (!isOfUser(one) || !isOfUser(other)) return false
  const [words, others] = [wordsOf(one), wordsOf(other)]
  return words !== '' && others !== '' && (words.includes(others) || others.includes(words))
}

/** Returns the text of a message in its canonical form. */
function wordsOf(form: string): string {
  const [, ...parts] = JSON.parse(form) as unknown[]
  return parts.filter((part) => typeof part === 'string').join('\n')
}

/** Returns the session of a client whose first message is sent in another form from the second request on; null: there is none. */
export async function rewrittenSession(
  { store }: Pick<Ports, 'store'>,
  { name, appId, scope }: Conversation,
  history: ResentHistory,
): Promise<Found | null> {
  const named = name === null ? null : await sessionNamed({ store }, appId, name)
  if (!named || !isInScope(named, scope) || named.lastSeq > MAX_TAIL) return null
  const links = await store.doorLinks(named.id, 0)
  const isSame = await isRewritten((seqs) => store.messages(named.id, seqs), history, 0, links)
  return isSame ? { sessionId: named.id, position: 0 } : null
}

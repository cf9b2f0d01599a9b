import { canonicalMessage } from '../../domain/doors/canonical.js'
import { isOfModel, isOfUser, lengthOfTurns, wordsOf } from '../../domain/doors/left-out-work.js'
import type { StoredMessage } from '../../domain/message.js'
import { pauseWhenDue } from '../../ports/pause.js'
import type { DoorLink, DoorMatch, Ports } from '../../ports/ports.js'
import type { Conversation, ResentHistory } from './conversation.js'
import { sessionNamed, type Found } from './find-session.js'
import { isInScope } from './in-scope.js'
import { storedForms } from './stored-forms.js'

/** Chat programs add to the newest message of a person what helps to answer it (documents, search results, memories, the time), and send
 * that message plain from the next request on. Others put such text into messages before or behind it, and move them behind the answer with the
 * next request: aider does so with the files of the chat, OpenClaw with the state of its work. This is the same conversation, not an edit of it:
 * after an edit, the answer is asked for again. */

/** Stored messages after the rewritten one, at most: its answer, with the calls before it. */
const MAX_TAIL = 200

/** New messages among which moved ones are looked for. */
const MAX_NEW = 50

/** Characters with which two states of a moved message begin alike, at least. */
const ALIKE = 24

/** Equal messages at the beginning that another conversation may have more than the one looked for. */
const NEAR = 8

type Read = (seqs: number[]) => Promise<StoredMessage[]>

/** Whether a request goes on with what is stored after a position, in another form: with other calls and results in turns that are answered, or with
 * the newest question that is stored in another form, its answer, and more. One form of the question has the words of the other and more, and what is stored
 * before it follows the answer now. Or all of the user that is stored before the answer follows it now. Two people may get equal answers to different questions. [P14]
 * @param after links after the position, in order */
export async function isRewritten(
  read: Read,
  history: ResentHistory,
  position: number,
  after: readonly DoorLink[],
): Promise<boolean> {
  if (after.length < 2 || after.length > MAX_TAIL) return false
  const stored: string[] = []
  for (const form of await storedForms(read, after)) if (form !== undefined) stored.push(form)
  const sent = history.after(position).filter((element) => element.position !== null)
  if (stored.length < after.length) return false
  const forms: string[] = []
  for (const { value } of sent.slice(0, stored.length + 1 + MAX_NEW)) {
    forms.push(canonicalMessage(history.format, value))
    await pauseWhenDue()
  }
  if (lengthOfTurns(stored, forms) !== null) return true
  const asked = stored.findLastIndex(isOfUser)
  if (asked < 0 || after.slice(0, asked + 1).some(({ kind }) => kind !== 'sent')) return false
  const reply = stored.slice(asked + 1)
  if (reply.length > 0 && reply.every((form, at) => form === forms[at])) {
    const isSame = hasAnswer(history, position) ? isAlike : isEqual
    return follows(stored.slice(0, asked + 1), forms.slice(reply.length), isSame)
  }
  if (!isSameQuestion(stored[asked]!, forms[0] ?? '[""]')) return false
  const answered = lengthOfTurns(reply, forms.slice(1))
  return answered !== null && follows(stored.slice(0, asked), forms.slice(answered + 1), isAlike)
}

/** Whether one of the newest messages up to a position is of the model. Before its first answer, two people may have said the same. */
function hasAnswer({ format, after }: ResentHistory, position: number): boolean {
  const newest = after(Math.max(0, position - NEAR)).filter((one) => one.position !== null && one.position <= position)
  return newest.some(({ value }) => isOfModel(canonicalMessage(format, value)))
}

/** Whether the moved messages follow each other among the new ones. */
function follows(moved: readonly string[], added: readonly string[], isSame: typeof isAlike): boolean {
  return added.some((_, from) => moved.every((form, at) => isSame(form, added[from + at])))
}

function isEqual(form: string, other: string | undefined): boolean {
  return form === other
}

/** Whether two messages are one, as it was or in another state. */
function isAlike(form: string, other: string | undefined): boolean {
  if (form === other) return true
  if (other === undefined || !isOfUser(form) || !isOfUser(other)) return false
  const start = wordsOf(form).slice(0, ALIKE)
  return start.length === ALIKE && wordsOf(other).startsWith(start)
}

/** Returns the session of a client that moves messages behind the answer, if not the one that was tried; null: there is none. Many conversations of
 * one program may have equal openings, such as its examples.
 * @param tried the session with the longest equal beginning, of `common` messages, at least 1 */
export async function movedSession(
  { store }: Pick<Ports, 'store'>,
  { model }: Conversation,
  history: ResentHistory,
  { common, tried }: { common: number; tried: string },
): Promise<Found | null> {
  const matches = await store.doorMatches(history.digests.slice(Math.max(0, common - NEAR), common))
  const isOpen = ({ tip, position }: DoorMatch) => tip > position + 1 && tip <= position + MAX_TAIL
  for (const match of matches.filter((one) => one.sessionId !== tried && one.model === model && isOpen(one))) {
    const { sessionId, position, seq } = match
    const links = await store.doorLinks(sessionId, seq)
    const after = links.filter((link) => link.position > position)
    if (await isRewritten((seqs) => store.messages(sessionId, seqs), history, position, after))
      return { sessionId, position }
  }
  return null
}

/** Whether two forms of a message are the same question of a user: one has the words of the other and more. */
export function isSameQuestion(one: string, other: string): boolean {
  if (!isOfUser(one) || !isOfUser(other)) return false
  const [words, others] = [wordsOf(one), wordsOf(other)]
  return words !== '' && others !== '' && (words.includes(others) || others.includes(words))
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

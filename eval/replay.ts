import { readSpan } from '../src/app/shared/read-span.js'
import type { LoggedConversation } from '../src/importers/index.js'
import type { Session } from '../src/domain/session/session.js'
import type { SourceMessage } from '../src/domain/source/types.js'
import type { EvalService } from './eval-service.js'
import { play } from './play.js'
import { commonPrefix, promptOf } from './prompt.js'

export interface Played {
  session: Session
  /** Messages that left the context. */
  left: SourceMessage[]
  /** Rules of the user whose messages left the context. */
  rules: string[]
  /** Everything the model would be sent, as one text · the same without the ledger. */
  context: string
  withoutLedger: string
  prefix: PrefixKept
}

/** Characters at the start of the prompt that did not change across cuts. */
export interface PrefixKept {
  asIs: number
  withoutLedger: number
  whole: number
  cuts: number
}

/** Plays a conversation. Returns null if it never needed a cut or does not fit the window at all. */
export async function replay(
  service: EvalService,
  conversation: LoggedConversation,
  contextSize: string,
): Promise<Played | null> {
  const { ports } = service
  const prefix: PrefixKept = { asIs: 0, withoutLedger: 0, whole: 0, cuts: 0 }
  let before: { cuts: number; text: string; bare: string } | null = null
  let id = ''
  for await (id of play(service, conversation, { contextSize })) {
    const { session, text } = await promptOf(service, id, conversation.format)
    const bare = session.ledger ? text.replace(session.ledger.text, '') : text
    const now = { cuts: (await ports.store.cuts(id)).length, text, bare }
    if (before && now.cuts > before.cuts) {
      prefix.asIs += commonPrefix(before.text, now.text)
      prefix.withoutLedger += commonPrefix(before.bare, now.bare)
      prefix.whole += before.text.length
      prefix.cuts += 1
    }
    before = now
  }
  const session = await ports.store.session(id, null)
  if (!session || !before || before.cuts === 0) return null
  const states = await ports.store.states(id)
  const removed = states.filter(({ state }) => state === 'covered' || state === 'evicted').map(({ seq }) => seq)
  const open = await ports.store.openLedger(id, removed.length * 10)
  const rules = open.filter(({ kind }) => kind === 'constraint').map(({ text }) => text)
  return {
    session,
    left: await readSpan(await ports.store.messages(id, removed), { removed: new Set() }),
    rules,
    context: before.text,
    withoutLedger: before.bare,
    prefix,
  }
}

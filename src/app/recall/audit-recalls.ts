import { recallProblems, type RecallProblem } from '../../domain/recall/audit.js'
import type { RecallExcerpt } from '../../domain/recall/recall.js'
import type { Session } from '../../domain/session/session.js'
import type { Ports } from '../ports/ports.js'
import { readOriginal } from '../shared/read-original.js'
import { readStored } from '../shared/read-stored.js'

/** Decisions that one audit checks, the newest. */
const CHECKED = 200

/** Checks that every excerpt is in the message that it names. [M7] */
export async function auditRecalls(
  { store, tokenizer }: Pick<Ports, 'store' | 'tokenizer'>,
  session: Session,
): Promise<RecallProblem[]> {
  const records = await store.recalls(session.id, { limit: CHECKED })
  const originals = new Map<RecallExcerpt, string>()
  const all = records.flatMap(({ excerpts }) => excerpts)
  for (const sessionId of new Set(all.map((one) => one.sessionId))) {
    const excerpts = all.filter((one) => one.sessionId === sessionId)
    // Only sessions of the app: excerpts of an import may name any.
    if (sessionId !== session.id && !(await store.session(sessionId, session.appId))) continue
    const seqs = [...new Set(excerpts.map(({ seq }) => seq))].sort((a, b) => a - b)
    for (const message of await store.history(sessionId, { seqs, limit: seqs.length })) {
      const parsed = await readStored(message)
      for (const excerpt of excerpts.filter(({ seq }) => seq === message.seq))
        originals.set(excerpt, (await readOriginal(message, parsed, excerpt.part)).content)
    }
  }
  return recallProblems(session, records, originals, (text) => tokenizer.count(text))
}

import type { Intent } from '../../domain/drift/indicator.js'
import { activeGoal, intentOf } from '../../domain/goal/goal.js'
import type { Session } from '../../domain/session/session.js'
import type { SourceMessage } from '../../domain/source/types.js'
import type { Ports } from '../../ports/ports.js'
import { readSpan } from '../shared/read-span.js'

/** Number of first messages searched for the first human message. */
const REACH = 100
const PAGE = 20

/** Returns the intent of a session: its active goal, otherwise its first human message. [Q3] */
export async function readIntent(
  { store }: Pick<Ports, 'store'>,
  session: Pick<Session, 'id' | 'lastSeq' | 'goals'>,
): Promise<Intent> {
  const goal = session.goals && activeGoal(await store.goals(session.id))
  if (goal) return { source: 'goal', text: intentOf(goal) }
  const last = Math.min(session.lastSeq, REACH)
  for (let from = 1; from <= last;) {
    const page = await store.outlines(session.id, { from, to: last, limit: PAGE })
    from = (page.at(-1)?.seq ?? last) + 1
    for (const message of page) {
      if (message.role !== 'user' || message.origin !== 'human') continue
      const text = textOf((await readSpan([message], { removed: new Set() }))[0])
      if (text !== '') return { source: 'first-human-message', text }
    }
  }
  return { source: 'none', text: '' }
}

function textOf(message: SourceMessage | undefined): string {
  const texts = message?.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])) ?? []
  return texts.join('\n').trim()
}

import { z } from 'zod'
import { editStanding, addStanding, listStanding } from '../../app/standing/entries.js'
import { scopeOf } from '../../domain/recall/scope.js'
import type { Session } from '../../domain/session/session.js'
import { EntryKind, EntryText } from '../../http/schemas/standing.js'
import { standingMarkdown } from '../../present/standing-markdown.js'
import { tool, type ToolReply } from '../tool.js'

/** Tools about what holds in all sessions of the scope. [M11] */

const LISTED = 100
const NO_SCOPE: ToolReply = {
  text: 'The session shares no scope. Open it with a `memoryScope`, such as `user:42`, to keep anything beyond it.',
  isError: true,
}

const remember = tool({
  name: 'remember',
  title: 'Remember for later sessions',
  description:
    'Keeps a rule, preference, decision or fact that the user stated, for all sessions of the scope. Use the words of the user. It ' +
    'supersedes an older one on the same subject.',
  role: 'app',
  input: z.strictObject({
    text: EntryText,
    kind: EntryKind.optional().describe('Default: what the words say, else rule.'),
  }),
  async run({ ports, session, args }) {
    const of = scopeIn(session)
    if (!of) return NO_SCOPE
    const entry = await addStanding(ports, of, { ...args, source: 'tool', sessionId: session.id })
    return { text: `Kept as ${entry.id} (${entry.kind}): ${entry.text}` }
  },
})

const forget = tool({
  name: 'forget',
  title: 'End a standing entry',
  description: 'Ends an entry that no longer holds, by its id from list_standing. It stays readable as ended.',
  role: 'app',
  isDestructive: true,
  input: z.strictObject({ id: z.string().min(1).max(64) }),
  async run({ ports, session, args }) {
    const of = scopeIn(session)
    if (!of) return NO_SCOPE
    const entry = await editStanding(ports, of, args.id, { state: 'ended' })
    return { text: `No longer holds: ${entry.text}` }
  },
})

const list = tool({
  name: 'list_standing',
  title: 'List what holds',
  description: 'Lists the rules, preferences, decisions and facts of the scope with their ids, newest first.',
  role: 'viewer',
  input: z.strictObject({}),
  async run({ ports, session }) {
    const of = scopeIn(session)
    if (!of) return NO_SCOPE
    const entries = await listStanding(ports, of, { limit: LISTED, state: 'open' })
    const next = entries.length < LISTED ? null : (entries.at(-1)?.id ?? null)
    return { text: standingMarkdown(of.scope, entries, next) }
  },
})

function scopeIn(session: Session): { appId: string; scope: string } | null {
  const scope = scopeOf(session)
  return scope === null ? null : { appId: session.appId, scope }
}

export const STANDING_TOOLS = [remember, forget, list]

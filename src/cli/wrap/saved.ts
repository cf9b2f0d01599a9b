import { z } from 'zod'
import { formatInteger, pluralize } from '../../domain/number-format.js'
import type { Connection } from '../connection.js'

/** What a wrapped program's sessions saved. */

const NAME = z.string().optional().catch(undefined)
const Sessions = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      externalId: z.string().nullable(),
      messageCount: z.number(),
      lastActivityAt: z.string(),
      metadata: z.object({ conversation: NAME, alias: NAME, parentSession: NAME }).catch({}),
      contextStatus: z.object({ display: z.string() }),
    }),
  ),
})
const Savings = z.object({ saved: z.number(), modelCalls: z.number(), modelCallsSpared: z.number() })
const Events = z.object({ events: z.array(z.unknown()) })

/** Sessions reported. More would not be read. */
const SHOWN = 20
const LISTED = '200'
/** Cuts counted for one session: a page of events. */
const MAX_CUTS = 500

export interface SavedSession {
  sessionId: string
  externalId: string | null
  messages: number
  display: string
  cuts: number
  tokensSaved: number
  modelCalls: number
  modelCallsSpared: number
}

/** Returns the sessions that changed since a time, and what they saved since they began.
 * @param named external id or alias that the program sent; only its sessions count, if there are any */
export async function readSaved(daemon: Connection, since: Date, named: string | null): Promise<SavedSession[]> {
  const newest = Sessions.parse(await daemon.get('/v1/sessions', { limit: LISTED })).sessions
  const byName = named === null ? [] : Sessions.parse(await daemon.get('/v1/sessions', { externalId: named })).sessions
  const changed = [...byName, ...newest.filter(({ id }) => byName.every((other) => other.id !== id))].filter(
    ({ lastActivityAt }) => new Date(lastActivityAt) >= since,
  )
  // Sub-agents have the name of their parent before their own, or name its session; branches have it in their metadata.
  const called = changed.filter(
    ({ externalId, metadata }) =>
      named !== null && (metadata.alias === named || (externalId ?? metadata.conversation ?? '').startsWith(named)),
  )
  const ids = new Set(called.map(({ id }) => id))
  const own = changed.filter(({ id, metadata }) => ids.has(id) || ids.has(metadata.parentSession ?? ''))
  const saved: SavedSession[] = []
  for (const session of (own.length > 0 ? own : changed).slice(0, SHOWN)) {
    const { id: sessionId, externalId, messageCount: messages, contextStatus } = session
    const path = `/v1/sessions/${encodeURIComponent(sessionId)}/savings`
    const { saved: tokensSaved, modelCalls, modelCallsSpared } = Savings.parse(await daemon.get(path))
    const query = { sessionId, types: 'context-rewritten', limit: String(MAX_CUTS) }
    const { events } = Events.parse(await daemon.get('/v1/events', query))
    const { display } = contextStatus
    saved.push({
      sessionId,
      externalId,
      messages,
      display,
      cuts: events.length,
      tokensSaved,
      modelCalls,
      modelCallsSpared,
    })
  }
  return saved
}

export function savedText(sessions: readonly SavedSession[], url: string): string {
  if (sessions.length === 0) return `Palimpsest: the program sent no conversation to ${url}.`
  const sum = (of: (session: SavedSession) => number) => sessions.reduce((total, session) => total + of(session), 0)
  const head =
    `Palimpsest saved ${pluralize(
      sum((one) => one.tokensSaved),
      'token',
    )} in ${pluralize(
      sum((one) => one.cuts),
      'cut',
    )}, ` +
    `with ${pluralize(
      sum((one) => one.modelCalls),
      'model call',
    )} (${formatInteger(sum((one) => one.modelCallsSpared))} spared).`
  const lines = sessions.map(({ sessionId, externalId, messages, tokensSaved, cuts, display }) => {
    const name = externalId === null ? '' : ` (${externalId})`
    return `  ${sessionId}${name}: ${pluralize(messages, 'message')}, ${pluralize(tokensSaved, 'token')} saved, ${pluralize(cuts, 'cut')}. ${display}`
  })
  return [head, ...lines].join('\n')
}

import { oneLine } from '../domain/texts.js'
import { STANDING_KINDS, type StandingEntry, type StandingKind } from '../domain/standing/entry.js'

const TITLES: Record<StandingKind, string> = {
  rule: 'Rules',
  preference: 'Preferences',
  decision: 'Decisions',
  fact: 'Facts',
}

/** Returns what is kept of a scope as a page for people: what holds, then what held.
 * @param nextAfter id after which more entries follow; null: none do */
export function standingMarkdown(scope: string, entries: readonly StandingEntry[], nextAfter: string | null): string {
  const open = entries.filter(({ state }) => state === 'open')
  const closed = entries.filter(({ state }) => state !== 'open')
  const sections = [
    ...STANDING_KINDS.map((kind) =>
      section(
        TITLES[kind],
        open.filter((entry) => entry.kind === kind),
      ),
    ),
    section('No longer holds', closed),
  ].filter((text) => text !== '')
  const none = sections.length === 0 ? ['Nothing is kept.'] : []
  const more = nextAfter === null ? [] : [`More entries follow: \`after=${nextAfter}\`.`]
  return [`# Kept of ${oneLine(scope).trim()}`, ...none, ...sections, ...more].join('\n\n') + '\n'
}

/** A session as the page of its scope lists it. */
export interface ListedSession {
  id: string
  externalId: string | null
  messageCount: number
  lastActivityAt: string
}

/** Returns everything that is kept of a scope as a page for people: counts, what holds, what held, and its sessions. */
export function scopeMarkdown(
  scope: string,
  counts: Record<'open' | 'superseded' | 'ended' | 'sessions', number>,
  { entries, sessions }: { entries: readonly StandingEntry[]; sessions: readonly ListedSession[] },
): string {
  const { open, superseded, ended } = counts
  const closed = `${superseded} superseded, ${ended} ended`
  const lines = sessions.map(({ id, externalId, messageCount, lastActivityAt }) => {
    const name = externalId === null ? '' : ` (${oneLine(externalId).trim()})`
    return `- ${id}${name}: ${messageCount} messages, last active ${lastActivityAt.slice(0, 10)}`
  })
  const left = [
    ...(entries.length < open + superseded + ended
      ? [`${open + superseded + ended - entries.length} more entries`]
      : []),
    ...(sessions.length < counts.sessions ? [`${counts.sessions - sessions.length} more sessions`] : []),
  ]
  return (
    [
      standingMarkdown(scope, entries, null).trimEnd(),
      ...(lines.length > 0 ? [['## Sessions', '', ...lines].join('\n')] : []),
      `${open} open, ${closed}; ${counts.sessions} sessions. Their messages are kept as well.`,
      ...(left.length > 0 ? [`Not on this page: ${left.join(', ')}.`] : []),
    ].join('\n\n') + '\n'
  )
}

function section(title: string, entries: readonly StandingEntry[]): string {
  return entries.length === 0 ? '' : [`## ${title}`, '', ...entries.map(row)].join('\n')
}

function row({ id, text, at, source, sessionId, seq, state, supersededBy }: StandingEntry): string {
  const said = seq === null ? source : `message ${seq}`
  const where = sessionId === null ? source : `${said} of ${sessionId}`
  const after = supersededBy === null ? '' : ` by ${supersededBy}`
  const closed = state === 'open' ? '' : `, ${state}${after}`
  return `- ${oneLine(text).trim()} (${at.slice(0, 10)}, ${where}, ${id}${closed})`
}

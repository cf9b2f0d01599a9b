import { QUOTA_NAMES, type QuotaName } from '../domain/quota.js'
import { driftMarkdown } from '../present/drift-markdown.js'
import { statusOf } from '../app/models/model-health.js'
import type { AppDetails } from '../app/apps/app-settings.js'
import type { Ports } from '../ports/ports.js'
import type { OffloadRead } from '../app/reductions/read-offloads.js'
import type { HistoryMessage } from '../app/history/read-history.js'
import type { DriftReport } from '../app/drift/detect-drift.js'
import type { ListedEntry } from '../app/context/list-ledger.js'
import type { CheckpointRecord } from '../domain/compression/checkpoint-record.js'
import type { Checkpoint } from '../domain/checkpoint/checkpoint.js'
import type { Compression } from '../domain/compression/compression.js'
import type { Goal, GoalItem, ItemKind } from '../domain/goal/goal.js'
import type { Unit } from '../domain/originals/slices.js'
import type { Reduction } from '../domain/context/reduction.js'
import { scopeOf } from '../domain/recall/scope.js'
import type { Session } from '../domain/session/session.js'
import { inModelTokens } from '../domain/session/model-tokens.js'
import { RawJson, type Reply } from './input/json-text.js'
import { versionTag } from '../domain/context/version-tag.js'

/** Domain values as JSON replies. */

/** Fields of a session that a reply shows as they are stored. */
const SUMMARY_FIELDS = [
  'id',
  'externalId',
  'appId',
  'model',
  'provider',
  'contextSize',
  'limit',
  'reserve',
  'tier',
  'window',
  'mode',
  'preset',
  'status',
  'epoch',
  'version',
] as const

export async function sessionSummaryView(
  ports: Pick<Ports, 'store' | 'settings' | 'quotas'>,
  session: Session,
): Promise<{ [key: string]: Reply }> {
  return {
    ...Object.fromEntries(SUMMARY_FIELDS.map((field) => [field, session[field]])),
    memoryScope: scopeOf(session),
    title: session.title?.text ?? null,
    opening: session.opening ?? null,
    messageCount: session.lastSeq,
    compressionCount: session.compressionCount,
    createdAt: session.createdAt,
    lastActivityAt: session.lastActivityAt,
    metadata: new RawJson(session.metadata),
    contextStatus: await statusOf(ports, session),
  }
}

export async function sessionView(
  ports: Pick<Ports, 'store' | 'settings' | 'quotas'>,
  session: Session,
): Promise<Reply> {
  const { policy, systemPrompt, tools } = session
  return {
    ...(await sessionSummaryView(ports, session)),
    policy,
    systemPrompt,
    tools: tools === null ? null : new RawJson(tools),
  }
}

export function sessionEtag(session: Session): string {
  return `"${versionTag(session)}"`
}

export function historyView({ stored, tokens, state, withdrawn, pinned, rendered }: HistoryMessage): Reply {
  const { id, seq, role, origin, format, createdAt, raw } = stored
  return {
    id,
    seq,
    role,
    origin,
    pinned,
    tokens,
    state,
    withdrawn,
    format,
    createdAt,
    message: new RawJson(raw),
    rendered: rendered === null ? undefined : new RawJson(rendered),
  }
}

/** Flattens the state into the compression. `status` decides which state fields are present. */
export function compressionView(session: Pick<Session, 'scale'>, compression: Compression): { [key: string]: Reply } {
  const { state, givenBack: _, cause: __, ...rest } = inModelTokens(session, compression)
  return { ...rest, ...('leaseUntil' in state ? { ...state, leaseUntil: undefined } : state) }
}

/** Lines in reserve are not in the context. [C6] */
export function checkpointView(
  { text, tokens, reserve: _, ...checkpoint }: Checkpoint,
  record: CheckpointRecord,
): { [key: string]: Reply } {
  return {
    ...checkpoint,
    lines: checkpoint.lines.map(({ about: _, ends: __, ...line }) => line),
    summary: text,
    ...record,
    currentTokens: tokens,
    compressions: checkpoint.generation + 1,
  }
}

export function offloadView(reduction: Reduction): { [key: string]: Reply } {
  const { id, seq, part, kind, resultKind, toolName, placeholder, tokensBefore, tokensAfter, cutId, original } =
    reduction
  const { size = null, sha256 = null } = original ?? {}
  return { id, seq, part, kind, resultKind, toolName, placeholder, tokensBefore, tokensAfter, cutId, size, sha256 }
}

/** Size, hash and media describe the whole original. Offset, length and content describe the returned range. */
export function offloadContentView(
  unit: Unit,
  { session, reduction, original, measures, slice }: OffloadRead,
): { [key: string]: Reply } {
  const media = original.media.map(({ number, kind, mediaType, name, url, bytes, sha256 }) => {
    return { number, kind, mediaType, name, url, bytes, sha256 }
  })
  const whole = { ...offloadView(inModelTokens(session, reduction)), ...measures, contentKind: original.kind, media }
  return { ...whole, unit, total: measures.size[unit], ...slice }
}

export function ledgerEntryView({ action, ...entry }: ListedEntry): { [key: string]: Reply } {
  const { id, kind, text, movedTo, seq, state, inView } = entry
  return { id, kind, text, action: action ?? undefined, movedTo, seq, state, inView }
}

/** Groups the items of a goal by kind.
 * @param shown ids of what is in the context
 * @param completed when each completed goal and step was completed, by id */
export function goalView(
  { items, ...goal }: Goal,
  shown: ReadonlySet<string>,
  completed: ReadonlyMap<string, Date>,
): { [key: string]: Reply } {
  const isKind = <K extends ItemKind>(kind: K) => {
    return (item: GoalItem): item is Extract<GoalItem, { kind: K }> => item.kind === kind
  }
  const common = ({ id, seq }: GoalItem) => ({ id, seq, inView: shown.has(id) })
  const completedAt = (id: string) => completed.get(id) ?? null
  return {
    ...goal,
    completedAt: completedAt(goal.id),
    inView: shown.has(goal.id),
    steps: items
      .filter(isKind('step'))
      .map((item) => ({ ...common(item), text: item.text, status: item.status, completedAt: completedAt(item.id) })),
    decisions: items.filter(isKind('decision')).map((item) => {
      const { text, locked, reason, supersededBy } = item
      return { ...common(item), text, locked, reason, supersededBy }
    }),
    artifacts: items
      .filter(isKind('artifact'))
      .map((item) => ({ ...common(item), path: item.text, action: item.action })),
    nextSteps: items.filter(isKind('next')).map((item) => ({ ...common(item), text: item.text, status: item.status })),
  }
}

/** Maximum characters of the intent in a reply. The history has the full text. */
const INTENT_CHARS = 2_000

export function driftView({ intent, ...report }: DriftReport): { [key: string]: Reply } {
  return {
    ...report,
    markdown: driftMarkdown({ ...report, intent }),
    intent: { ...intent, text: intent.text.slice(0, INTENT_CHARS) },
  }
}

/** @param scope null: the caller is an admin, who also sees the size of the whole database */
export function appView({ app, settings, usage, used }: AppDetails, scope: string | null): { [key: string]: Reply } {
  const { databaseBytes, ...own } = usage
  const { quotas, ...rest } = settings
  // Refused requests were counted too.
  const most = (name: QuotaName) => (name === 'requestsPerMinute' ? (quotas[name] ?? Infinity) : Infinity)
  const quotaView = (name: QuotaName) => ({ limit: quotas[name], used: Math.min(used[name], most(name)) })
  return {
    ...app,
    ...(rest as unknown as { [key: string]: Reply }),
    quotas: Object.fromEntries(QUOTA_NAMES.map((name) => [name, quotaView(name)])),
    usage: { ...own, ...(scope === null && { databaseBytes }) },
  }
}

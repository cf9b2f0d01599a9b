import { LRUCache } from 'lru-cache'
import { PRESET_POLICIES, type Policy, type Preset } from '../../domain/session/policy.js'
import { withoutRetired } from '../../domain/session/policy-overrides.js'
import type { Session } from '../../domain/session/session.js'
import { UNKNOWN_SCALE } from '../../domain/session/token-scale.js'

/**
 * A row of the sessions table. Counters have columns. Fields that change often share one small JSON text (`state`),
 * and fields that rarely change share a large one (`setup`).
 */
export interface SessionRow {
  id: string
  app_id: string
  created_at: Date
  last_activity_at: Date
  last_seq: number
  event_seq: number
  revision: number
  state: string
  /** null if the reader already has this revision of the setup. */
  setup: string | null
  setup_revision: number
  /** Of a fork: later messages have rows of its own. Else 0. */
  shared_seq: number
}

/** Another one for each transaction that changed the row. */
export const ROW_VERSION = 'xmin::text AS row_version'

/** Session fields that rarely change and may be large, stored together in the `setup` column. */
const SETUP_FIELDS = [
  'externalId',
  'model',
  'provider',
  'contextSize',
  'limit',
  'reserve',
  'tier',
  'window',
  'mode',
  'preset',
  'policy',
  'systemPrompt',
  'tools',
  'metadata',
  'ledger',
  'goals',
  'recall',
  'standing',
] as const satisfies readonly (keyof Session)[]
/** Session fields with a separate column. */
const COLUMN_FIELDS = [
  'id',
  'appId',
  'createdAt',
  'lastActivityAt',
  'lastSeq',
  'eventSeq',
] as const satisfies readonly (keyof Session)[]
type Setup = Pick<Session, (typeof SETUP_FIELDS)[number]>
/** All other fields, stored together in the `state` column. */
type State = Omit<Session, keyof Setup | (typeof COLUMN_FIELDS)[number]>
const STORED_ELSEWHERE: ReadonlySet<string> = new Set([...SETUP_FIELDS, ...COLUMN_FIELDS])

/** A setup that was read before. Cached so that it is neither fetched nor parsed again. */
export interface KnownSetup {
  revision: number
  text: string
  /** Shared by all readers. The policy is frozen: a reader that changes it gives the session another one. */
  fields: Setup
}

/** Returns the columns to select. `$n` is the setup revision the reader has, or -1 for none. */
export const sessionColumns = (n: number): string =>
  `id, app_id, created_at, last_activity_at, last_seq, event_seq, revision, state, setup_revision, shared_seq,
   CASE WHEN setup_revision = $${n} THEN NULL ELSE setup END AS setup`

export function knownSetup(row: SessionRow, known: KnownSetup | undefined): KnownSetup {
  if (row.setup === null && known && known.revision === row.setup_revision) return known
  if (row.setup === null) throw new Error(`Session ${row.id} was read without its setup.`)
  // Old sessions have no keys, no ledger and no goals. Policy rules added later default to those of the preset, and retired ones are left out.
  const { policy, ...fields }: Setup = {
    externalId: null,
    provider: null,
    ledger: null,
    goals: null,
    ...JSON.parse(row.setup),
  }
  return {
    revision: row.setup_revision,
    text: row.setup,
    fields: { ...fields, policy: wholePolicy(fields.preset, policy) },
  }
}

/** Policies as sessions have them, by what is stored. Most sessions have the same: a list of a thousand makes it once. */
const policies = new LRUCache<string, Policy>({ max: 100 })

/** Returns the policy of a session, complete and frozen. */
function wholePolicy(name: Preset, stored: Policy): Policy {
  const text = `${name} ${JSON.stringify(stored)}`
  const known = policies.get(text)
  if (known !== undefined) return known
  const preset = PRESET_POLICIES[name]
  const whole: Policy = {
    ...preset,
    ...withoutRetired(stored),
    checkpoints: { ...preset.checkpoints, ...stored.checkpoints },
  }
  // A copy: parts of it belong to the preset.
  const own = frozen<Policy>(JSON.parse(JSON.stringify(whole)))
  policies.set(text, own)
  return own
}

/** Freezes a value and everything in it. */
function frozen<T extends object>(value: T): T {
  for (const member of Object.values(value)) if (typeof member === 'object' && member !== null) frozen(member)
  return Object.freeze(value)
}

export function sessionOf(row: SessionRow, setup: KnownSetup): Session {
  const state: State = JSON.parse(row.state)
  const columns = {
    id: row.id,
    appId: row.app_id,
    createdAt: row.created_at,
    lastActivityAt: row.last_activity_at,
    lastSeq: row.last_seq,
    eventSeq: row.event_seq,
  }
  // Old sessions have no scale until their next append.
  const { scale = UNKNOWN_SCALE } = state
  // Into the parsed object: copying sixty fields twice took more time than parsing them.
  return Object.assign(state, setup.fields, columns, { scale })
}

/** Returns the value of the `state` column. Omits undefined fields. */
export function stateText(session: Session): string {
  const state: Record<string, unknown> = {}
  for (const field in session) if (!STORED_ELSEWHERE.has(field)) state[field] = session[field as keyof Session]
  return JSON.stringify(state)
}

/** Returns the value of the `setup` column. */
export function setupText(session: Session): string {
  return JSON.stringify(Object.fromEntries(SETUP_FIELDS.map((field) => [field, session[field]])))
}

/** Whether the setup differs from the one read before. Compares fields, because serializing the large text is slow. */
export function setupChanged(session: Session, known: KnownSetup): boolean {
  return SETUP_FIELDS.some((field) => session[field] !== known.fields[field])
}

// The day is written with the time: it is indexed, so the row moves in the index once a day and not at every append.
const COUNTERS =
  'last_activity_at = $2, active_day = utc_day($2), last_seq = $3, event_seq = $4, revision = $5, state = $6, used_tokens = $7, stored_bytes = stored_bytes + $8'
export const UPDATE_SESSION = {
  name: 'update-session',
  text: `UPDATE sessions SET ${COUNTERS} WHERE id = $1 RETURNING ${ROW_VERSION}`,
}
export const UPDATE_SESSION_WITH_SETUP = {
  name: 'update-session-setup',
  text: `UPDATE sessions SET ${COUNTERS}, setup = $9, limit_tokens = $10, setup_revision = setup_revision + 1 WHERE id = $1 RETURNING ${ROW_VERSION}`,
}
/** Returns SQL like UPDATE_SESSION for one statement that also takes the locks of the session.
 * @param condition what must still be true of the row */
export const updateSessionIf = (condition: string): string =>
  `UPDATE sessions SET ${COUNTERS} WHERE id = $1 AND ${condition} RETURNING xmin`

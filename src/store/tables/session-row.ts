import { PRESET_POLICIES, type Policy } from '../../domain/session/policy.js'
import type { Session } from '../../domain/session/session.js'

/** A session in its table: numbers we count by as columns, what changes often as one small JSON text, what seldom does as a large one. */
export interface SessionRow {
  id: string
  app_id: string
  created_at: Date
  last_activity_at: Date
  last_seq: number
  event_seq: number
  revision: number
  state: string
  /** null: the reader said it has this revision of it already. */
  setup: string | null
  setup_revision: number
}

/** Session fields that change seldom and may be large: stored together in the `setup` column. */
const SETUP_FIELDS = [
  'model',
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
] as const satisfies readonly (keyof Session)[]
/** Session fields with a column of their own. */
const COLUMN_FIELDS = [
  'id',
  'appId',
  'createdAt',
  'lastActivityAt',
  'lastSeq',
  'eventSeq',
] as const satisfies readonly (keyof Session)[]
type Setup = Pick<Session, (typeof SETUP_FIELDS)[number]>
/** All other fields: stored together in the `state` column. */
type State = Omit<Session, keyof Setup | (typeof COLUMN_FIELDS)[number]>
const STORED_ELSEWHERE: ReadonlySet<string> = new Set([...SETUP_FIELDS, ...COLUMN_FIELDS])

/** A setup as it was read; kept so that it is neither fetched nor parsed again. */
export interface KnownSetup {
  revision: number
  text: string
  /** The policy is parsed anew for every reader, who may change what is inside it. */
  fields: Omit<Setup, 'policy'>
  policyText: string
}

/** `$n` is the revision of the setup the reader has; -1: none. */
export const sessionColumns = (n: number): string =>
  `id, app_id, created_at, last_activity_at, last_seq, event_seq, revision, state, setup_revision,
   CASE WHEN setup_revision = $${n} THEN NULL ELSE setup END AS setup`

export function knownSetup(row: SessionRow, known: KnownSetup | undefined): KnownSetup {
  if (row.setup === null && known && known.revision === row.setup_revision) return known
  if (row.setup === null) throw new Error(`Session ${row.id} was read without its setup.`)
  // Sessions from before there was a ledger, or goals, have none; rules that came later are those of the preset.
  const { policy, ...fields }: Setup = { ledger: null, goals: null, ...JSON.parse(row.setup) }
  const preset = PRESET_POLICIES[fields.preset]
  const whole: Policy = { ...preset, ...policy, checkpoints: { ...preset.checkpoints, ...policy.checkpoints } }
  return { revision: row.setup_revision, text: row.setup, fields, policyText: JSON.stringify(whole) }
}

export function sessionOf(row: SessionRow, setup: KnownSetup): Session {
  const state: State = JSON.parse(row.state)
  return {
    ...state,
    ...setup.fields,
    policy: JSON.parse(setup.policyText),
    id: row.id,
    appId: row.app_id,
    createdAt: row.created_at,
    lastActivityAt: row.last_activity_at,
    lastSeq: row.last_seq,
    eventSeq: row.event_seq,
  }
}

/** The `state` column. A field that is undefined is left out. */
export function stateText(session: Session): string {
  return JSON.stringify(Object.fromEntries(Object.entries(session).filter(([field]) => !STORED_ELSEWHERE.has(field))))
}

/** The `setup` column. */
export function setupText(session: Session): string {
  return JSON.stringify(Object.fromEntries(SETUP_FIELDS.map((field) => [field, session[field]])))
}

/** Whether the setup differs from the one that was read. Compares fields, because writing the large text only to compare it is slow. */
export function setupChanged(session: Session, known: KnownSetup): boolean {
  const { fields, policyText } = known
  return SETUP_FIELDS.some((field) =>
    field === 'policy' ? JSON.stringify(session.policy) !== policyText : session[field] !== fields[field],
  )
}

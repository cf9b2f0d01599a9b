import { usedTokens } from '../../domain/session/budget.js'
import type { Compression } from '../../domain/compression/compression.js'
import type { Mode } from '../../domain/session/policy.js'
import { requireSensiblePolicy } from '../../domain/session/policy-bounds.js'
import { applyOverrides, type PolicyOverrides } from '../../domain/session/policy-overrides.js'
import { usedModelTokens } from '../../domain/session/model-tokens.js'
import type { Session } from '../../domain/session/session.js'
import { checkBudget } from '../compression/check-budget.js'
import { enqueueCompression } from '../compression/enqueue.js'
import { commitCut } from '../cut/commit-cut.js'
import { snapshotNearlyFull } from '../cut/snapshot-before-cut.js'
import { updateReliability } from '../cut/update-reliability.js'
import { countFixed } from '../ingest/count-fixed.js'
import type { Ports, SessionTx, SessionAddress } from '../../ports/ports.js'
import { changePrompt } from './change-prompt.js'
import { auditEntry } from '../shared/audit-entry.js'
import { requireVersion, type VersionTag } from '../shared/require-version.js'

export interface UpdateSessionInput extends SessionAddress {
  /** Expected version of the context. Any other version is rejected. */
  ifMatch?: VersionTag
  mode?: Mode
  /** Overrides for the session's current policy. */
  policy?: PolicyOverrides
  systemPrompt?: string | null
  /** Exact JSON text. */
  tools?: string | null
  /** Exact JSON text; replaces the previous metadata. */
  metadata?: string
}

type Needs = Pick<Ports, 'store' | 'tokenizer' | 'ids' | 'clock' | 'queue' | 'actor'>

/** Names of what a cut `prompt-changed` may have changed, for its reason. */
const CUT_FIELDS: Readonly<Record<string, string>> = { systemPrompt: 'system prompt', tools: 'tools', policy: 'policy' }

/** Changes a session. A new system prompt, new tools or a new policy is a recorded cut and may make a compression
 * pending. Model, limit, and reserve are fixed, except as described in `adoptModelWindow`. [PATCH]
 * Throws session_not_found, version_mismatch, and invalid_request for a policy that makes no sense. Throws
 * system_prompt_exceeds_window if the new system prompt and tools leave too few tokens for the current context. */
export async function updateSession(ports: Needs, input: UpdateSessionInput): Promise<Session> {
  // Count before locking: a long system prompt must not delay appends.
  const counted = await countFixed(ports, input.systemPrompt ?? null, input.tools ?? null)
  const { session, pending } = await ports.store.change(input.sessionId, input.appId, async (tx) => {
    return { pending: await apply(tx, ports, input, counted), session: tx.session }
  })
  if (pending) await enqueueCompression(ports, pending)
  return session
}

async function apply(
  tx: SessionTx,
  ports: Needs,
  input: UpdateSessionInput,
  counted: { system: number; tools: number },
): Promise<Compression | null> {
  const { session } = tx
  requireVersion(session, input.ifMatch)
  const tokensBefore = usedTokens(session.tokenCounts)
  const usedBefore = usedModelTokens(session)
  const settings = settingsOf(input)
  tx.change(settings)
  const changed = Object.keys(settings)
  const rewritten = [...changePolicy(tx, input), ...(await changePrompt(tx, input, counted))]
  if (changed.length + rewritten.length === 0) return null
  if (rewritten.length > 0) {
    const reason = `changed by the app: ${rewritten.map((field) => CUT_FIELDS[field] ?? field).join(', ')}`
    await commitCut(tx, ports, { kind: 'prompt-changed', reason }, null, tokensBefore)
    tx.change({ reducedAtTokens: 0 })
  } else {
    tx.change({ version: session.version + 1 })
  }
  tx.emit({ type: 'session-updated', data: { changed: [...changed, ...rewritten], version: session.version } })
  if (rewritten.includes('policy')) {
    const details = { policy: Object.keys(input.policy ?? {}) }
    tx.audit(auditEntry(ports, { action: 'session-updated', appId: session.appId, target: session.id, details }))
  }
  if (rewritten.length === 0) return null
  const pending = await checkBudget(tx, ports)
  await snapshotNearlyFull(tx, ports, usedBefore)
  return pending
}

/** Returns the requested settings that no context depends on. */
function settingsOf({ mode, metadata }: UpdateSessionInput): Partial<Pick<Session, 'mode' | 'metadata'>> {
  return { ...(mode !== undefined && { mode }), ...(metadata !== undefined && { metadata }) }
}

function changePolicy(tx: SessionTx, { policy: overrides }: UpdateSessionInput): string[] {
  const { session } = tx
  if (overrides === undefined) return []
  const policy = applyOverrides(session.policy, overrides)
  requireSensiblePolicy(policy, session.limit)
  if (JSON.stringify(policy) === JSON.stringify(session.policy)) return []
  updateReliability(tx, { policy })
  return ['policy']
}

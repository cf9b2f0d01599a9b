import { conversationTokens, budgetLevelFor } from '../../domain/session/budget.js'
import { usedModelTokens } from '../../domain/session/model-tokens.js'
import { DomainError } from '../../domain/errors.js'
import type { Mode } from '../../domain/session/policy.js'
import { TIERS, type Session } from '../../domain/session/session.js'
import { overBudget } from './create-session.js'
import { countFixed } from '../ingest/count-fixed.js'
import { updateReliability } from '../cut/update-reliability.js'
import { applyOverrides, type PolicyOverrides } from '../../domain/session/policy-overrides.js'
import type { Ports, SessionTx } from '../ports/ports.js'
import { requireFreeTokens } from '../../domain/session/session-size.js'

export interface UpdateSessionInput {
  appId: string | null
  sessionId: string
  /** Expected version of the context. Any other version is rejected. */
  ifMatch?: number
  mode?: Mode
  /** Overrides for the session's current policy. */
  policy?: PolicyOverrides
  systemPrompt?: string | null
  /** Exact JSON text. */
  tools?: string | null
  /** Exact JSON text; replaces the previous metadata. */
  metadata?: string
}

/** Changes a session. Its model, limit, and reserve are fixed, except as described in `adoptModelWindow`.
 * Throws session_not_found and version_mismatch. Throws system_prompt_exceeds_window if the new system prompt and tools
 * leave too few tokens for the current context. */
export async function updateSession(
  ports: Pick<Ports, 'store' | 'tokenizer'>,
  input: UpdateSessionInput,
): Promise<Session> {
  // Count before locking: a long system prompt must not delay appends.
  const fixed = await countFixed(ports, input.systemPrompt ?? null, input.tools ?? null)
  return ports.store.change(input.sessionId, input.appId, (tx) => Promise.resolve(apply(tx, input, fixed)))
}

function apply(tx: SessionTx, input: UpdateSessionInput, fixed: { system: number; tools: number }): Session {
  const { session } = tx
  if (input.ifMatch !== undefined && input.ifMatch !== session.version)
    throw versionMismatch(input.ifMatch, session.version)
  const changed: string[] = []
  if (input.mode !== undefined) {
    session.mode = input.mode
    changed.push('mode')
  }
  if (input.policy !== undefined) {
    const policy = applyOverrides(session.policy, input.policy)
    updateReliability(tx, (judged) => (judged.policy = policy))
    changed.push('policy')
  }
  if (input.metadata !== undefined) {
    session.metadata = input.metadata
    changed.push('metadata')
  }
  if (input.systemPrompt !== undefined || input.tools !== undefined) {
    changed.push(...changeFixed(tx, input, fixed))
  }
  if (changed.length === 0) return session
  session.version += 1
  tx.emit({ type: 'session-updated', data: { changed, version: session.version } })
  return session
}

function changeFixed(tx: SessionTx, input: UpdateSessionInput, fixed: { system: number; tools: number }): string[] {
  const { session } = tx
  const others = session.tokenCounts.goals + session.tokenCounts.checkpoints + conversationTokens(session.tokenCounts)
  const system = input.systemPrompt === undefined ? session.tokenCounts.system : fixed.system
  const tools = input.tools === undefined ? session.tokenCounts.tools : fixed.tools
  requireFreeTokens(session, system + tools, others)
  const changed: string[] = []
  if (input.systemPrompt !== undefined) {
    session.systemPrompt = input.systemPrompt
    session.tokenCounts = { ...session.tokenCounts, system }
    changed.push('systemPrompt')
    const tier = TIERS.find((candidate) => candidate.name === session.tier)
    for (const event of tier ? overBudget(session, system, tier.systemBudget) : []) tx.emit(event)
  }
  if (input.tools !== undefined) {
    session.tools = input.tools
    session.tokenCounts = { ...session.tokenCounts, tools }
    changed.push('tools')
  }
  session.level = budgetLevelFor(usedModelTokens(session), session.limit, session.level)
  return changed
}

function versionMismatch(expected: number, version: number): DomainError {
  return new DomainError('version_mismatch', `The session is at version ${version}, not ${expected}.`, {
    expected,
    version,
  })
}

import { createHash } from 'node:crypto'
import type { ContextEntry } from '../../domain/context/context.js'
import { describeEntry } from '../../domain/context/explain.js'
import { reductionsBySeq } from '../../domain/context/reduction.js'
import { inModelTokens, modelShares } from '../../domain/session/model-tokens.js'
import type { Session } from '../../domain/session/session.js'
import type { SessionRecords } from '../ports/ports.js'

/** Returns the entries of a context with the rule and reason of each, fixed parts first. Their model tokens add up to those of
 * the context. `digest` is equal where the text is; messages and checkpoints never change, so they have none.
 * @param counts messages of the reply that show each entry of the context; without it, entries do not say */
export function explainEntries(
  session: Session,
  context: readonly ContextEntry[],
  { entries, reductions }: Pick<SessionRecords, 'entries' | 'reductions'>,
  counts?: readonly number[],
): object[] {
  const fixed = fixedEntries(session, entries)
  const bySeq = reductionsBySeq(reductions)
  const shown = context.map((entry, index) => {
    const text = textOf(entry)
    return {
      ...inModelTokens(session, describeEntry(entry, bySeq)),
      ...(text !== null && { digest: digestOf(text) }),
      ...(counts && { messages: counts[index] }),
    }
  })
  const tokens = modelShares(
    session,
    [...fixed, ...context].map((entry) => entry.tokens),
  )
  return [...fixed, ...shown].map((entry, index) => ({ ...entry, tokens: tokens[index] }))
}

function fixedEntries({ systemPrompt, tools, tokenCounts }: Session, entries: SessionRecords['entries']) {
  const logged = entries.filter(({ role }) => role === 'system').reduce((sum, { viewTokens }) => sum + viewTokens, 0)
  const system = { kind: 'system', tokens: tokenCounts.system - logged, rule: 'P4', reason: 'system prompt, verbatim' }
  const schemas = { kind: 'tools', tokens: tokenCounts.tools, rule: 'T3', reason: 'tool schemas sent to the model' }
  return [
    ...(systemPrompt === null ? [] : [{ ...system, digest: digestOf(systemPrompt) }]),
    ...(tools === null ? [] : [{ ...schemas, digest: digestOf(tools) }]),
  ]
}

/** Returns what determines the text of an entry that may change under the same name; null: nothing. */
function textOf(entry: ContextEntry): string | null {
  switch (entry.kind) {
    case 'message':
    case 'checkpoint':
      return null
    case 'goal':
    case 'progress':
    case 'ledger':
      return `${entry.role} ${entry.text}`
    case 'goal-note':
    case 'recall':
    case 'standing':
      return entry.text
    case 'missing-results':
      return JSON.stringify(entry.calls)
  }
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

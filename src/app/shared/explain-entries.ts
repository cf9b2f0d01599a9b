import { createHash } from 'node:crypto'
import type { ContextEntry } from '../../domain/context/context.js'
import { describeEntry } from '../../domain/reports/explain.js'
import { reductionsBySeq } from '../../domain/context/reduction.js'
import { inModelTokens, modelShares } from '../../domain/session/model-tokens.js'
import type { Session } from '../../domain/session/session.js'
import type { SessionRecords } from '../../ports/ports.js'

/** Returns the entries of a context with the rule and reason of each, fixed parts first. Their model tokens add up to those of
 * the context. `digest` is equal where the text is; messages and checkpoints never change, so they have none.
 * @param counts messages of the reply that show each entry of the context; without it, entries do not say. With it, an entry
 * of the system text has `chars`, its length there: the prompt and blocks of that text are joined by two line ends. */
export function explainEntries(
  session: Session,
  context: readonly ContextEntry[],
  { entries, reductions }: Pick<SessionRecords, 'entries' | 'reductions'>,
  counts?: readonly number[],
): object[] {
  const fixed = fixedEntries(session, entries, counts !== undefined)
  const bySeq = reductionsBySeq(reductions)
  const shown = context.map((entry, index) => {
    const text = textOf(entry)
    return {
      ...inModelTokens(session, describeEntry(entry, bySeq)),
      ...(text !== null && { digest: digestOf(text) }),
      ...(counts && { messages: counts[index], ...systemChars(entry, counts[index]!) }),
    }
  })
  const tokens = modelShares(
    session,
    [...fixed, ...context].map((entry) => entry.tokens),
  )
  return [...fixed, ...shown].map((entry, index) => ({ ...entry, tokens: tokens[index] }))
}

/** A block without a message of its own is in the system text. */
function systemChars(entry: ContextEntry, messages: number): { chars?: number } {
  const isBlock = entry.kind === 'goal' || entry.kind === 'progress' || entry.kind === 'ledger'
  return isBlock && messages === 0 ? { chars: entry.text.length } : {}
}

function fixedEntries(
  { systemPrompt, tools, tokenCounts }: Session,
  entries: SessionRecords['entries'],
  hasChars: boolean,
) {
  const logged = entries.filter(({ role }) => role === 'system').reduce((sum, { viewTokens }) => sum + viewTokens, 0)
  const system = { kind: 'system', tokens: tokenCounts.system - logged, rule: 'P4', reason: 'system prompt, verbatim' }
  const schemas = { kind: 'tools', tokens: tokenCounts.tools, rule: 'T3', reason: 'tool schemas sent to the model' }
  return [
    ...(systemPrompt === null
      ? []
      : [{ ...system, digest: digestOf(systemPrompt), ...(hasChars && { chars: systemPrompt.length }) }]),
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

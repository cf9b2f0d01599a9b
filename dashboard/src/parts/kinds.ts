import type { SessionSummary } from '@palimpsest/client'

/** Kinds of content of a context, as the bar and the chart of the budget show them. */

type Breakdown = SessionSummary['contextStatus']['breakdown']

/** In the order of the bar, and from the bottom of the chart. Each has a color and a pattern in parts.css. */
export const KINDS = ['system', 'goals', 'checkpoints', 'recall', 'user', 'assistant', 'tool'] as const
export type Kind = (typeof KINDS)[number]

export const KIND_TITLES: Record<Kind, string> = {
  system: 'System prompt and tools',
  goals: 'Goals, ledger, standing',
  checkpoints: 'Checkpoints',
  recall: 'Recalled words',
  user: 'User',
  assistant: 'Assistant',
  tool: 'Tool results',
}

/** Returns the tokens of each kind, in the order of KINDS. They add up to the whole context. */
export function tokensByKind({ system, tools, goals, standing = 0, recall = 0, ...own }: Breakdown): number[] {
  return [system + tools, goals + standing, own.checkpoints, recall, own.user, own.assistant, own.tool]
}

import type { Entry } from '../strip/cells.js'

const BLOCK_TITLES: Record<string, string> = {
  system: 'System prompt',
  tools: 'Tools',
  goal: 'Goals and locked decisions',
  progress: 'Progress of the goal',
  ledger: 'Ledger',
  standing: 'Said in this scope before',
  'goal-note': 'Goal changes',
}

/** Returns what people call an entry: `#12 tool`, `Recalled for #12`. */
export function titleOf({ kind, seq, role, checkpointId }: Entry): string {
  if (kind === 'message') return `#${seq} ${role}`
  if (kind === 'recall') return `Recalled for #${seq}`
  if (kind === 'missing-results') return `#${seq} results that never came`
  return checkpointId === undefined ? (BLOCK_TITLES[kind] ?? kind) : 'Checkpoint'
}

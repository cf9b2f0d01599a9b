/** The views of a session, and the tabs that people choose them by. */

export const TABS = [
  'strip',
  'budget',
  'context',
  'cuts',
  'checkpoints',
  'memory',
  'recall',
  'offloads',
  'snapshots',
  'savings',
  'log',
] as const
export type Tab = (typeof TABS)[number]
export const TAB_TITLES: Record<Tab, string> = {
  strip: 'Messages',
  budget: 'Over time',
  context: 'Context',
  cuts: 'Cuts',
  checkpoints: 'Checkpoints',
  memory: 'Goals and ledger',
  recall: 'Search',
  offloads: 'Shortened parts',
  snapshots: 'Snapshots',
  savings: 'Savings',
  log: 'Log',
}
/** The tabs of a session as people choose them: at most seven, some with several views. The first view is the one that a tab
 * opens. */
export const TAB_GROUPS: readonly { title: string; tabs: readonly [Tab, ...Tab[]] }[] = [
  { title: 'Messages', tabs: ['strip'] },
  { title: 'Context', tabs: ['context'] },
  { title: 'Budget', tabs: ['budget', 'cuts'] },
  { title: 'Memory', tabs: ['checkpoints', 'memory'] },
  { title: 'Search', tabs: ['recall', 'offloads'] },
  { title: 'Savings', tabs: ['savings'] },
  { title: 'History', tabs: ['log', 'snapshots'] },
]

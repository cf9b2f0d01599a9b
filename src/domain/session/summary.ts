/** What a person needs to know to go on with a session: facts only, each with where it comes from. [R5] */
import type { Checkpoint, LineKind } from '../compression/checkpoint.js'
import type { Reduction } from '../context/reduction.js'
import { textKey, type Goal, type GoalItem, type ItemKind } from '../goal/goal.js'
import type { LedgerEntry } from '../ledger/ledger.js'
import type { Session } from './session.js'
import type { ContextStatus } from './status.js'

export interface SessionSummary {
  sessionId: string
  intent: { source: 'goal' | 'first-human-message' | 'none'; text: string }
  status: string
  messages: number
  lastActivityAt: Date
  /** Newest last. */
  decisions: string[]
  /** Each path once, with its last action. */
  files: { path: string; action: string }[]
  openQuestions: string[]
  nextSteps: string[]
  /** Where the originals are. */
  references: {
    checkpoints: { id: string; from: number; to: number; path: string }[]
    offloads: { id: string; seq: number; toolName: string; path: string }[]
  }
}

export interface SummaryRecords {
  session: Pick<Session, 'id' | 'lastSeq' | 'lastActivityAt'>
  status: Pick<ContextStatus, 'display' | 'level'>
  intent: SessionSummary['intent']
  goals: readonly Goal[]
  /** Open entries. */
  ledger: readonly LedgerEntry[]
  /** Live ones. */
  checkpoints: readonly Checkpoint[]
  /** Of messages in the context. */
  reductions: readonly Reduction[]
}

/** Maximum entries of each list. The newest stay. */
const MAX_ENTRIES = 50
/** Maximum characters of the intent. The history has the full text. */
const INTENT_CHARS = 2_000

/** Returns what is known of a session in one document: intent, goals, decisions, files, and lines of checkpoints. */
export function summaryOf(records: SummaryRecords): SessionSummary {
  const { session, status, intent, goals, ledger, checkpoints, reductions } = records
  const inOrder = [...checkpoints].sort((a, b) => a.range.to - b.range.to)
  const linesOf = (kind: LineKind) =>
    inOrder.flatMap(({ lines }) => lines.filter((line) => line.kind === kind).map(({ text }) => text))
  const entriesOf = (kind: LedgerEntry['kind']) =>
    [...ledger].filter((entry) => entry.kind === kind).sort((a, b) => a.seq - b.seq || a.n - b.n)
  const items = goals.flatMap((goal) => goal.items)
  const path = `/v1/sessions/${session.id}`
  return {
    sessionId: session.id,
    intent: { ...intent, text: intent.text.slice(0, INTENT_CHARS) },
    status: `${status.level}: ${status.display}`,
    messages: session.lastSeq,
    lastActivityAt: session.lastActivityAt,
    decisions: distinct([
      ...linesOf('decision'),
      ...entriesOf('decision').map(({ text }) => text),
      ...itemsOf(items, 'decision').flatMap((one) => (one.supersededBy === null ? [one.text] : [])),
    ]),
    files: filesOf(entriesOf('artifact'), itemsOf(items, 'artifact')),
    openQuestions: distinct(linesOf('question')),
    nextSteps: distinct([
      ...linesOf('next'),
      ...itemsOf(items, 'step').flatMap((one) => (one.status === 'completed' ? [] : [one.text])),
      ...itemsOf(items, 'next').flatMap((one) => (one.status === 'open' ? [one.text] : [])),
    ]),
    references: {
      checkpoints: inOrder.map(({ id, range: { from, to } }) => {
        return { id, from, to, path: `${path}/checkpoints/${id}/messages` }
      }),
      offloads: reductions.slice(-MAX_ENTRIES).flatMap(({ id, seq, toolName, placeholder }) => {
        return placeholder === null || placeholder === '' ? [] : [{ id, seq, toolName, path: `${path}/offloads/${id}` }]
      }),
    },
  }
}

function itemsOf<K extends ItemKind>(items: readonly GoalItem[], kind: K): Extract<GoalItem, { kind: K }>[] {
  return items.filter((item): item is Extract<GoalItem, { kind: K }> => item.kind === kind)
}

function filesOf(
  entries: readonly LedgerEntry[],
  items: readonly Extract<GoalItem, { kind: 'artifact' }>[],
): SessionSummary['files'] {
  const actions = new Map<string, string>()
  const touch = (path: string, action: string) => {
    actions.delete(path)
    actions.set(path, action)
  }
  for (const { text, action } of items) touch(text, action)
  for (const { text, action } of entries) touch(text, action ?? 'modified')
  return [...actions].slice(-MAX_ENTRIES).map(([path, action]) => ({ path, action }))
}

/** Keeps the last of equal texts. */
function distinct(texts: readonly string[]): string[] {
  const found = new Map<string, string>()
  for (const text of texts) {
    found.delete(textKey(text))
    found.set(textKey(text), text)
  }
  return [...found.values()].slice(-MAX_ENTRIES)
}

/** What a person needs to know to go on with a session: facts only, each with where it comes from. [R5] */
import { exactStrings } from '../anchors/exact-strings.js'
import type { Checkpoint, CheckpointLine } from '../checkpoint/checkpoint.js'
import type { LineKind } from '../source/types.js'
import type { Reduction } from '../context/reduction.js'
import { textKey, type Goal, type GoalItem, type ItemKind } from '../goal/goal.js'
import type { LedgerEntry } from '../ledger/ledger.js'
import type { Session } from '../session/session.js'
import type { ContextStatus } from '../session/status.js'

export interface SessionSummary {
  sessionId: string
  intent: { source: 'goal' | 'first-human-message' | 'none'; text: string }
  status: string
  messages: number
  lastActivityAt: Date
  /** What the user asked to keep to. Newest last, like all lists. */
  rules: string[]
  /** A locked one ends with “(locked)”. */
  decisions: string[]
  /** Each path once, with its last action. */
  files: { path: string; action: string }[]
  /** Failures that nothing after them settled. */
  openFailures: string[]
  /** How turns ended, what calls came to, and steps of goals that are done. */
  completed: string[]
  nextSteps: string[]
  openQuestions: string[]
  /** Facts that name an exact string, and what people state about themselves and the project. */
  facts: string[]
  tokensSaved: number
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
  /** Of the whole session, raw messages included. */
  knowledge: { ledger: readonly LedgerEntry[]; lines: readonly CheckpointLine[] }
  tokensSaved: number
  /** Live ones. */
  checkpoints: readonly Checkpoint[]
  /** Of messages in the context. */
  reductions: readonly Reduction[]
}

/** Maximum entries of each list. The newest stay. */
const MAX_ENTRIES = 50
/** Maximum characters of the intent. The history has the full text. */
const INTENT_CHARS = 2_000

/** Returns what is known of a session in one document. Nothing is listed twice. [C12] */
export function summaryOf(records: SummaryRecords): SessionSummary {
  const { session, status, intent, goals, knowledge, tokensSaved, checkpoints, reductions } = records
  const { ledger, lines } = knowledge
  const inOrder = [...checkpoints].sort((a, b) => a.range.to - b.range.to)
  const textsOf = (is: (line: CheckpointLine) => boolean) => lines.filter(is).map(({ text }) => text)
  const linesOf = (kind: LineKind) => textsOf((line) => line.kind === kind)
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
    rules: distinct([...linesOf('constraint'), ...entriesOf('constraint').map(({ text }) => text)]),
    decisions: decisionsOf([...linesOf('decision'), ...entriesOf('decision').map(({ text }) => text)], items),
    files: filesOf(entriesOf('artifact'), itemsOf(items, 'artifact')),
    openFailures: distinct(linesOf('error')),
    completed: distinct([
      ...textsOf(
        ({ kind, about = '' }) => kind === 'progress' && about !== '' && !DETAILS.includes(about.split(' ', 1)[0]!),
      ),
      ...itemsOf(items, 'step').flatMap((one) => (one.status === 'completed' ? [one.text] : [])),
    ]),
    nextSteps: distinct([
      ...linesOf('next'),
      ...itemsOf(items, 'step').flatMap((one) => (one.status === 'completed' ? [] : [one.text])),
      ...itemsOf(items, 'next').flatMap((one) => (one.status === 'open' ? [one.text] : [])),
    ]),
    openQuestions: distinct(linesOf('question')),
    facts: distinct([
      ...textsOf((line) => line.kind === 'fact' && exactStrings(line.text).length > 0),
      ...entriesOf('preference').map(({ text }) => text),
    ]),
    tokensSaved,
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

/** Returns each decision once: a line that records a decision of a goal, with marker and lock, is the same. */
function decisionsOf(texts: readonly string[], items: readonly GoalItem[]): SessionSummary['decisions'] {
  const ofGoals = itemsOf(items, 'decision').filter(({ supersededBy }) => supersededBy === null)
  const found = new Map<string, { text: string; locked: boolean }>()
  for (const text of texts) {
    const bare = text.replace(MARKER, '').replace(LOCK, '').trim()
    const known = found.get(textKey(bare))
    found.delete(textKey(bare))
    found.set(textKey(bare), { text: bare, locked: (known?.locked ?? false) || LOCK.test(text) })
  }
  for (const { text, locked } of ofGoals) found.set(textKey(text), { text, locked })
  return [...found.values()].slice(-MAX_ENTRIES).map(({ text, locked }) => (locked ? `${text} (locked)` : text))
}

/** Progress that says only a part: the rest of a statement, what was looked at, rows of an edit, quoted talk. */
const DETAILS = ['rest', 'read', 'edit', 'said']
/** How a marker begins, and how its lock ends. */
const MARKER = /^\s*\[DECISION\]\s*/i
const LOCK = /[-–—]\s{0,8}LOCKED\s{0,8}$/i

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

/** Renders goals for the context, as two blocks. The goal block has the active goal and every locked decision; it
 * rarely changes and follows the system prompt. The progress block has steps, decisions, files and next steps; it
 * changes often and appears beside the ledger. [G2] [P12] */
import { fillBlock, type BlockLine } from '../context/verbatim-block.js'
import type { ExactBlock } from '../session/exact-block.js'
import type { CountTokens } from '../source/types.js'
import { MESSAGE_OVERHEAD } from '../tokens.js'
import { activeGoal, locksOf, textKey, type Decision, type Goal, type GoalItem } from './goal.js'

const KEPT = 'exact, kept by the context service'
const LOCKS = 'Locked decisions, never to be changed:'
const STEPS = 'Steps:'
const DECIDED = 'Decided:'
const FILES = 'Files:'
const NEXT = 'Next:'
const OTHERS = 'Other goals:'
const TITLES = [STEPS, DECIDED, FILES, NEXT, OTHERS]

/** Renders the description of the active goal and all locks, never shortened. Returns null if there is neither. */
export function renderGoal(goals: readonly Goal[], count: CountTokens): ExactBlock | null {
  const active = activeGoal(goals)
  const locks = locksOf(goals)
  if (!active && locks.length === 0) return null
  const heading = active
    ? [`[Goal · ${active.priority} priority · ${KEPT}]`, active.description]
    : [`[Goal · none is active · ${KEPT}]`]
  const lines = locks.length === 0 ? [] : [LOCKS, ...locks.map((decision) => `- ${decisionText(decision)}`)]
  const text = [...heading, ...lines].join('\n')
  return { text, tokens: count(text) + MESSAGE_OVERHEAD, shown: locks.map(({ id }) => id) }
}

/** Renders as much progress of the active goal as fits. Open items come before completed ones, newest first. */
export function renderProgress(goals: readonly Goal[], maxTokens: number, count: CountTokens): ExactBlock | null {
  const active = activeGoal(goals)
  const items = active ? openItems(active) : []
  const lines = [
    ...items.map((item, place): BlockLine => ({
      id: item.id,
      text: lineOf(item),
      position: place,
      ...sectionOf(item),
    })),
    ...goals
      .filter((goal) => goal !== active)
      .map((goal, place): BlockLine => ({
        id: goal.id,
        title: OTHERS,
        text: `- [${goal.status}] ${goal.description}`,
        group: 5,
        position: place,
      })),
  ]
  lines.sort((a, b) => a.group - b.group || b.position - a.position)
  return fillBlock({ heading: `[Progress of the goal · ${KEPT}]`, titles: TITLES, lines }, maxTokens, count)
}

/** Drops next steps that are done, superseded decisions, and locks, which the goal block shows. */
function openItems({ items }: Goal): GoalItem[] {
  const done = new Set(
    items.flatMap((item) => (item.kind === 'step' && item.status === 'completed' ? [textKey(item.text)] : [])),
  )
  return items.filter((item) => {
    switch (item.kind) {
      case 'decision':
        return !item.locked && item.supersededBy === null
      case 'next':
        return item.status === 'open' && !done.has(textKey(item.text))
      default:
        return true
    }
  })
}

/** Returns the title of an item and its priority group for tokens. */
function sectionOf(item: GoalItem): Pick<BlockLine, 'title' | 'group'> {
  switch (item.kind) {
    case 'step':
      return { title: STEPS, group: item.status === 'completed' ? 3 : 0 }
    case 'next':
      return { title: NEXT, group: 1 }
    case 'decision':
      return { title: DECIDED, group: 2 }
    case 'artifact':
      return { title: FILES, group: 4 }
  }
}

function lineOf(item: GoalItem): string {
  switch (item.kind) {
    case 'step':
      return `- [${item.status}] ${item.text}`
    case 'decision':
      return `- ${decisionText(item)}`
    case 'artifact':
      return `- ${item.action} ${item.text}`
    case 'next':
      return `- ${item.text}`
  }
}

export function decisionText({ text, reason }: Pick<Decision, 'text' | 'reason'>): string {
  return reason === null ? text : `${text} (${reason})`
}

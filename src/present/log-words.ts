/** Words of the session log for codes and ids: levels, reasons, and what a goal or an item says. */
import { percent } from '../domain/number-format.js'
import type { GoalChangeData, GoalEventData, GoalRefusalData } from '../domain/goal/event-data.js'
import type { Goal } from '../domain/goal/goal.js'
import { levelStart, type BudgetLevel } from '../domain/session/budget.js'
import { cutAtWord, oneLine } from '../domain/texts.js'

/** Texts of goals and their items by id. Events carry only ids. */
export type LogNames = ReadonlyMap<string, string>
export const NO_NAMES: LogNames = new Map()

/** Characters of a name in a line. */
const NAME_MAX = 120

export function namesOf(goals: readonly Goal[]): LogNames {
  return new Map(
    goals.flatMap(({ id, description, items }): [string, string][] => [
      [id, description],
      ...items.map((item): [string, string] => [item.id, item.text]),
    ]),
  )
}

/** Says which share of the limit a context passed, up or down. */
export function levelText(from: BudgetLevel, to: BudgetLevel): string {
  const [start, before] = [levelStart(to), levelStart(from)]
  return start > before ? `Passed ${percent(start)} of the limit` : `Fell below ${percent(nextStart(to))} of the limit`
}

const nextStart = (level: BudgetLevel): number => levelStart(level, 1)

/** Codes of the reasons in events, as people read them. An unknown code stays as it is. */
const REASONS: Record<string, string> = {
  budget: 'the context reached its trigger',
  manual: 'it was asked for',
  emergency: 'the context did not fit',
  upgrade: 'a model can rewrite copied lines now',
  aging: 'an older checkpoint is to shrink',
  'nothing-to-compress': 'nothing is old enough',
  'gain-too-small': 'it would free too little',
  'below-trigger': 'the conversation is below its trigger',
  'already-covered': 'another cut covered these messages meanwhile',
  'session-restored': 'a snapshot was restored meanwhile',
  'not-better': 'no summary was better than what is there',
  'session-active': 'new messages arrived meanwhile',
  'model-unavailable': 'the model does not answer',
  'summary-refused': 'the summaries failed their check',
  'source-changed': 'the messages changed meanwhile',
  'gave-up': 'every attempt failed',
  'validation-failed': 'the new context did not fit, so the old one stays',
  internal: 'an error of the service',
  off: 'the request asked for none',
  'nothing-found': 'nothing earlier is close enough',
  'no-free-tokens': 'no tokens are free',
  late: 'the search took too long',
  failed: 'the search failed',
}

export const reasonText = (code: string): string => REASONS[code] ?? code

/** Says what changed in the goals, in their own words where they are known. */
export function goalsText({ by, afterSeq, changes, refused }: GoalEventData['goal-updated'], names: LogNames): string {
  const who = by === 'app' ? 'the app' : `the assistant in message ${afterSeq}`
  return `Goals changed by ${who}: ${[...changes.map((one) => changeText(one, names)), ...refused.map(refusalText)].join(', ')}`
}

function changeText({ change, kind, status, goalId, itemId }: GoalChangeData, names: LogNames): string {
  const [, verb = ''] = change.split('-')
  const state = status === undefined ? '' : ` (${status.replaceAll('-', ' ')})`
  return `${kind === 'next' ? 'next step' : (kind ?? 'goal')} ${quoted(names, itemId ?? goalId)}${verb}${state}`
}

function refusalText({ kind, reason }: GoalRefusalData): string {
  return `${kind} refused (${reason})`
}

/** Returns `“words” `; nothing if they are not known any more. */
function quoted(names: LogNames, id: string): string {
  const name = names.get(id)
  return name === undefined ? '' : `“${shortened(name)}” `
}

export function lockText(itemId: string, names: LogNames): string {
  const name = names.get(itemId)
  return name === undefined ? `Locked decision ${itemId}` : `Locked decision “${shortened(name)}”`
}

const shortened = (text: string): string => cutAtWord(oneLine(text).trim(), NAME_MAX)

/** Chooses the cheapest set of steps that frees enough tokens. [R4] */
import { GROUPS, type Group, type Need, type Step } from './step.js'
import { Tally } from './tally.js'

/** Groups that leave only as far as the context fits: what must stay if anything can, what no model has seen, and the exact
 * entries. */
const LEAVES_AS_LITTLE: ReadonlySet<Group> = new Set(['ledger', 'unread', 'last'])

/** Returns the steps to make. Takes the smallest loss per token first, then drops every step that turned out to be
 * unnecessary, the greatest loss first. Without any one of the steps returned, the goal would not be reached.
 * @param viewTokens tokens of each message in the context, by seq */
export function chooseSteps(steps: readonly Step[], viewTokens: ReadonlyMap<number, number>, need: Need): Step[] {
  const tally = new Tally(viewTokens)
  const chosen: Step[] = []
  let goal = 0
  for (const group of GROUPS) {
    if (tally.freed >= enoughBefore(group, need)) break
    goal = LEAVES_AS_LITTLE.has(group) ? need.fit : need.target
    for (const step of sorted(steps.filter((one) => one.group === group))) {
      if (tally.freed >= goal) break
      if (tally.gain(step) <= 0 || tally.overlaps(step)) continue
      tally.add(step)
      chosen.push(step)
    }
  }
  return pruned(chosen, tally, goal)
}

/** Returns the freed tokens from which steps of the group are not needed. Costly steps also follow cheap ones that would
 * leave no tokens for the next messages: the next cut would come at once. [P12] */
function enoughBefore(group: Group, { fit, target }: Need): number {
  if (group === 'cheap') return Infinity
  return group === 'costly' ? (fit + target) / 2 : fit
}

function sorted(steps: readonly Step[]): Step[] {
  return steps.toSorted((a, b) => a.loss / a.tokens - b.loss / b.tokens)
}

/** Drops the steps without which the goal is reached too. */
function pruned(chosen: readonly Step[], tally: Tally, goal: number): Step[] {
  const enough = Math.min(goal, tally.freed)
  const dropped = new Set<Step>()
  for (const group of GROUPS.toReversed()) {
    const steps = chosen.filter((step) => step.group === group)
    const inOrder = steps.filter(({ ordered }) => ordered).toReversed()
    // Ordered steps are dropped from the newest, so that what leaves is always the oldest.
    for (const step of inOrder) {
      if (!isDroppable(step, tally, enough)) break
      dropped.add(step)
    }
    const others = steps.filter(({ ordered }) => !ordered).toSorted((a, b) => b.loss - a.loss)
    for (const step of others) {
      if (isDroppable(step, tally, enough)) dropped.add(step)
    }
  }
  return chosen.filter((step) => !dropped.has(step))
}

/** Drops the step from the tally if enough tokens are freed without it. */
function isDroppable(step: Step, tally: Tally, enough: number): boolean {
  tally.remove(step)
  if (tally.freed >= enough) return true
  tally.add(step)
  return false
}

/** Turns requests of the app and of markers into changes of a goal. Existing items are not added again. [G1] [G3] */
import { DomainError } from '../errors.js'
import type { GoalChange } from './act.js'
import {
  textKey,
  type Decision,
  type FileAction,
  type Goal,
  type GoalItem,
  type ItemKind,
  type StepStatus,
} from './goal.js'

export type ItemInput =
  | { kind: 'step'; text: string; status?: StepStatus }
  | {
      kind: 'decision'
      text: string
      locked?: boolean
      reason?: string | null
      /** Id of the decision that it replaces. */ supersedes?: string
    }
  | { kind: 'artifact'; path: string; action: FileAction }
  | { kind: 'next'; text: string; status?: 'open' | 'done' }

export interface ItemPatch {
  text?: string
  status?: StepStatus | 'open' | 'done'
  locked?: boolean
  reason?: string | null
  action?: FileAction
}

export interface Put {
  itemId: string
  changes: GoalChange[]
}

/** Adds an item, or updates the state of the matching one. Steps and next steps match by text, files by path.
 * A decision that repeats an existing one can only lock it or change its reason.
 * Throws not_found and decision_locked for `supersedes`.
 * @param id id of the item if it is new */
export function putItem(goal: Goal, input: ItemInput, { id, seq }: Pick<GoalItem, 'id' | 'seq'>): Put {
  const change = (item: GoalItem): Put => ({
    itemId: item.id,
    changes: [{ type: 'item-changed', goalId: goal.id, item }],
  })
  const add = (item: GoalItem): Put => ({ itemId: id, changes: [{ type: 'item-added', goalId: goal.id, item }] })
  const same = (item: GoalItem): Put => ({ itemId: item.id, changes: [] })
  switch (input.kind) {
    case 'step': {
      const found = withText(goal, input.kind, input.text)
      if (!found) return add({ id, seq, kind: input.kind, text: input.text, status: input.status ?? 'pending' })
      return input.status === undefined || input.status === found.status
        ? same(found)
        : change({ ...found, seq, status: input.status })
    }
    case 'next': {
      const found = withText(goal, input.kind, input.text)
      const status = input.status ?? 'open'
      if (!found) return add({ id, seq, kind: input.kind, text: input.text, status })
      return status === found.status ? same(found) : change({ ...found, seq, status })
    }
    case 'artifact': {
      const found = goal.items.find((item) => item.kind === 'artifact' && item.text === input.path)
      if (found?.kind !== 'artifact') return add({ id, seq, kind: input.kind, text: input.path, action: input.action })
      return found.action === input.action ? same(found) : change({ ...found, seq, action: input.action })
    }
    case 'decision': {
      const { text, locked = false, reason = null, supersedes } = input
      const found = withText(goal, input.kind, text)
      const older = supersedes === undefined ? null : openDecision(goal, supersedes)
      if (!found || found.supersededBy !== null || (older && older.id !== found.id)) {
        const added = add({ id, seq, kind: input.kind, text, locked, reason, supersededBy: null })
        return older
          ? { itemId: id, changes: [...added.changes, ...change({ ...older, supersededBy: id }).changes] }
          : added
      }
      if (found.locked || (!locked && (reason === null || reason === found.reason))) return same(found)
      return change({ ...found, seq, locked, reason: reason ?? found.reason })
    }
  }
}

/** Changes an item. Throws not_found, decision_locked, and invalid_request for a field that its kind does not have. */
export function patchItem(goal: Goal, itemId: string, patch: ItemPatch): Put {
  const found = goal.items.find(({ id }) => id === itemId)
  if (!found) throw new DomainError('not_found', `Item ${itemId} not found in this goal.`, { id: itemId })
  const item = patched(found, patch)
  const changed = JSON.stringify(item) !== JSON.stringify(found)
  return { itemId, changes: changed ? [{ type: 'item-changed', goalId: goal.id, item }] : [] }
}

function patched(item: GoalItem, { text = item.text, status, locked, reason, action }: ItemPatch): GoalItem {
  const refuse = (field: string, expected: string) => {
    const fault = { path: field, expected, received: `a value not valid for ${item.kind} items` }
    return new DomainError('invalid_request', `${field}: expected ${expected}, received ${fault.received}.`, {}, [
      fault,
    ])
  }
  if (item.kind !== 'decision' && (locked !== undefined || reason !== undefined))
    throw refuse(locked === undefined ? 'reason' : 'locked', 'a decision item')
  if (item.kind !== 'artifact' && action !== undefined) throw refuse('action', 'an artifact item')
  switch (item.kind) {
    case 'step':
      if (status === 'open' || status === 'done') throw refuse('status', 'pending, in-progress or completed')
      return { ...item, text, status: status ?? item.status }
    case 'next':
      if (status !== undefined && status !== 'open' && status !== 'done') throw refuse('status', 'open or done')
      return { ...item, text, status: status ?? item.status }
    case 'artifact':
      if (status !== undefined) throw refuse('status', 'a step or next item')
      return { ...item, text, action: action ?? item.action }
    case 'decision': {
      if (status !== undefined) throw refuse('status', 'a step or next item')
      const content = { text, reason: reason === undefined ? item.reason : reason }
      const changesContent = content.text !== item.text || content.reason !== item.reason
      // Unlocking and rewriting in one call would make the lock a formality, so unlocking is a separate call.
      if (item.locked && changesContent) throw decisionLocked(item)
      return { ...item, ...content, locked: locked ?? item.locked }
    }
  }
}

function withText<K extends ItemKind>(goal: Goal, kind: K, text: string): Extract<GoalItem, { kind: K }> | undefined {
  const key = textKey(text)
  const isKind = (item: GoalItem): item is Extract<GoalItem, { kind: K }> => item.kind === kind
  return goal.items.filter(isKind).findLast((item) => textKey(item.text) === key)
}

function openDecision(goal: Goal, id: string): Decision {
  const found = goal.items.find((item) => item.id === id)
  if (found?.kind !== 'decision') throw new DomainError('not_found', `Decision ${id} not found in this goal.`, { id })
  if (found.locked) throw decisionLocked(found)
  return found
}

function decisionLocked({ id }: Pick<Decision, 'id'>): DomainError {
  return new DomainError('decision_locked', `Decision ${id} is locked. Unlock it first.`, { id })
}

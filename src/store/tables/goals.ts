import type { Store } from '../../ports/ports.js'
import type { GoalAct } from '../../domain/goal/act.js'
import type { Goal } from '../../domain/goal/goal.js'
import { batches, insertRows, type Database, type Statement, type Transaction } from '../database.js'

/** Current goals, one row each with their items, and the acts that changed them. */
interface BodyRow {
  body: string
}
type Dated<T, K extends keyof T> = Omit<T, K> & Record<K, string>

/** Writes an act and the goals it changed. Sends without waiting. */
export function recordGoals(tx: Transaction, sessionId: string, act: GoalAct, changed: readonly Goal[]): void {
  tx.send(insertRows('goal_acts', ['session_id', 'n', 'body'], [[sessionId, act.n, JSON.stringify(act)]]))
  const removed = act.changes.flatMap((change) => (change.type === 'goal-removed' ? [change.goalId] : []))
  if (removed.length > 0)
    tx.send({ text: 'DELETE FROM goals WHERE session_id = $1 AND id = ANY($2::text[])', values: [sessionId, removed] })
  writeGoals(tx, sessionId, changed)
}

/** Writes goals as they are now. Sends without waiting. */
export function writeGoals(tx: Transaction, sessionId: string, changed: readonly Goal[]): void {
  for (const batch of batches(changed)) {
    const rows = batch.map((goal) => [sessionId, goal.id, JSON.stringify(goal)])
    tx.send(
      insertRows(
        'goals',
        ['session_id', 'id', 'body'],
        rows,
        'ON CONFLICT (session_id, id) DO UPDATE SET body = excluded.body',
      ),
    )
  }
}

/** Records an act that returns to earlier goals, and writes these in their order. Sends without waiting. [R2] */
export function replaceGoals(tx: Transaction, sessionId: string, act: GoalAct, goals: readonly Goal[]): void {
  tx.send({ text: 'DELETE FROM goals WHERE session_id = $1', values: [sessionId] })
  recordGoals(tx, sessionId, act, goals)
}

export async function readGoals(from: Pick<Database | Transaction, 'query'>, sessionId: string): Promise<Goal[]> {
  return (await from.query<BodyRow>({ ...GOALS, values: [sessionId] })).map(({ body }) => {
    const { createdAt, changedAt, ...goal }: Dated<Goal, 'createdAt' | 'changedAt'> = JSON.parse(body)
    return { ...goal, createdAt: new Date(createdAt), changedAt: new Date(changedAt) }
  })
}

const GOALS: Statement = { name: 'goals', text: 'SELECT body FROM goals WHERE session_id = $1 ORDER BY n' }

export async function readGoalActs(from: Pick<Database | Transaction, 'query'>, sessionId: string): Promise<GoalAct[]> {
  const text = 'SELECT body FROM goal_acts WHERE session_id = $1 ORDER BY n'
  return (await from.query<BodyRow>({ text, values: [sessionId] })).map(({ body }) => {
    const { at, ...act }: Dated<GoalAct, 'at'> = JSON.parse(body)
    return { ...act, at: new Date(at) }
  })
}

export function goalTables(db: Database): Pick<Store, 'goals' | 'goalActs'> {
  return {
    goals: (sessionId) => readGoals(db, sessionId),
    goalActs: (sessionId) => readGoalActs(db, sessionId),
  }
}

import { addGoal } from '../../app/goals/add-goal.js'
import type { ChangedGoals } from '../../app/goals/change-goals.js'
import { listGoals } from '../../app/goals/list-goals.js'
import { statusOf } from '../../app/models/model-health.js'
import type { Ports } from '../../ports/ports.js'
import { addGoalItem, updateGoal, updateGoalItem } from '../../app/goals/update-goal.js'
import { modelTokens } from '../../domain/session/model-tokens.js'
import { completionTimes } from '../../domain/goal/completed.js'
import { blockTokens, exactShare, inView, noteTokens } from '../../domain/goal/view.js'
import type { Reply } from '../input/json-text.js'
import { listPage } from '../list-page.js'
import { created, ok } from '../answer.js'
import { operationsOf } from '../operation.js'
import { requireItem } from '../require-item.js'
import { pageOf, pageQuery } from '../schemas/common.js'
import { AddGoalBody, AddGoalItemBody, NewGoalItem, UpdateGoalBody, UpdateGoalItemBody } from '../schemas/goal-input.js'
import { ChangedGoalReply, GoalListReply } from '../schemas/goal.js'
import { parseAs } from '../input/validation.js'
import { goalView, sessionEtag } from '../views.js'

const operation = operationsOf('Goals')
const changes = { role: 'app', headers: ['Idempotency-Key', 'If-Match'] } as const
const errors = ['not_found', 'goal_exceeds_budget', 'idempotency_conflict', 'version_mismatch'] as const

export const goalOperations = [
  operation('addGoal', 'POST /v1/sessions/{sessionId}/goals', {
    ...changes,
    summary: 'Add a goal. It becomes the active goal unless `status` is `paused` or `completed`.',
    description:
      'Every context contains the active goal and all locked decisions verbatim. Goals set before the first ' +
      'message are included at once. Later changes appear as notes in time order until the next cut.',
    body: AddGoalBody,
    replies: { 201: { description: 'The created goal.', schema: ChangedGoalReply } },
    errors,
    async handle({ ports, at, body, idempotency, headers }) {
      const changed = await addGoal(ports, { ...at, idempotency, ifMatch: headers.ifMatch, goal: body })
      return created(await reply(ports, changed), { ETag: sessionEtag(changed.session) })
    },
  }),
  operation('listGoals', 'GET /v1/sessions/{sessionId}/goals', {
    summary: 'List the goals of a session with all their items, oldest first.',
    role: 'viewer',
    query: pageQuery('goal'),
    replies: { 200: { description: 'A page of goals.', schema: GoalListReply } },
    async handle({ ports, at, query }) {
      const { session, goals } = await listGoals(ports, at)
      const { limit, after } = pageOf(query)
      await requireItem(after, (id) => goals.find((goal) => goal.id === id))
      const from = after === undefined ? 0 : goals.findIndex(({ id }) => id === after) + 1
      const page = goals.slice(from, from + limit)
      const shown = inView(session.goals, goals)
      const completed = completionTimes(await ports.store.goalActs(session.id))
      const { items, nextAfter } = await listPage(page, limit, (goal) => goalView(goal, shown, completed))
      return ok({
        goals: items,
        tokens: modelTokens(session, blockTokens(session.goals) + noteTokens(session.goals)),
        share: exactShare(session.limit),
        nextAfter,
        contextStatus: await statusOf(ports, session),
      })
    },
  }),
  operation('updateGoal', 'PATCH /v1/sessions/{sessionId}/goals/{goalId}', {
    ...changes,
    summary:
      'Update the description, priority or status of a goal. A goal that becomes active pauses the previous one.',
    body: UpdateGoalBody,
    replies: { 200: { description: 'The updated goal.', schema: ChangedGoalReply } },
    errors,
    async handle({ ports, at, body, idempotency, headers }) {
      const changed = await updateGoal(ports, { ...at, idempotency, ifMatch: headers.ifMatch, patch: body })
      return ok(await reply(ports, changed), { ETag: sessionEtag(changed.session) })
    },
  }),
  operation('addGoalItem', 'POST /v1/sessions/{sessionId}/goals/{goalId}/items', {
    ...changes,
    summary: 'Add a step, decision, artifact or next step to a goal.',
    description:
      'If the goal already has the same item (same text, or same path for an artifact), that item is updated ' +
      'instead. A lock that does not fit beside the existing locks is refused, with the token counts.',
    body: AddGoalItemBody,
    replies: { 201: { description: 'The goal with the added item.', schema: ChangedGoalReply } },
    errors: [...errors, 'decision_locked'],
    async handle({ ports, at, bodyValue, idempotency, headers }) {
      const item = parseAs(NewGoalItem, bodyValue, 'body')
      const changed = await addGoalItem(ports, { ...at, idempotency, ifMatch: headers.ifMatch, item })
      return created(await reply(ports, changed), { ETag: sessionEtag(changed.session) })
    },
  }),
  operation('updateGoalItem', 'PATCH /v1/sessions/{sessionId}/goals/{goalId}/items/{itemId}', {
    ...changes,
    summary: 'Update an item. A locked decision must be unlocked before its text can change.',
    body: UpdateGoalItemBody,
    replies: { 200: { description: 'The goal with the updated item.', schema: ChangedGoalReply } },
    errors: [...errors, 'decision_locked'],
    async handle({ ports, at, body, idempotency, headers }) {
      const changed = await updateGoalItem(ports, { ...at, idempotency, ifMatch: headers.ifMatch, patch: body })
      return ok(await reply(ports, changed), { ETag: sessionEtag(changed.session) })
    },
  }),
]

async function reply(
  ports: Pick<Ports, 'store' | 'settings' | 'quotas'>,
  { session, goals, goalId, itemId }: ChangedGoals,
): Promise<Reply> {
  const goal = goals.find(({ id }) => id === goalId)
  if (!goal) throw new Error(`changed goal ${goalId} is missing from the session`)
  const completed = completionTimes(await ports.store.goalActs(session.id))
  return {
    goal: goalView(goal, inView(session.goals, goals), completed),
    itemId,
    contextStatus: await statusOf(ports, session),
  }
}

import { z } from 'zod'
import { addGoal } from '../../app/goals/add-goal.js'
import type { ChangedGoals } from '../../app/goals/change-goals.js'
import { listGoals } from '../../app/goals/list-goals.js'
import { modelHealthIssues } from '../../app/models/model-health.js'
import type { Ports } from '../../app/ports/ports.js'
import { addGoalItem, updateGoal, updateGoalItem } from '../../app/goals/update-goal.js'
import { modelTokens } from '../../domain/session/model-tokens.js'
import { completionTimes } from '../../domain/goal/completed.js'
import { blockTokens, exactShare, inView, noteTokens } from '../../domain/goal/view.js'
import { contextStatus } from '../../domain/session/status.js'
import type { Reply } from '../input/json-text.js'
import { listPage } from '../list-page.js'
import { created, ok, operation } from '../operation.js'
import { requireItem } from '../require-item.js'
import { Nothing, pageOf, pageQuery, SessionPath } from '../schemas/common.js'
import { AddGoalBody, AddGoalItemBody, NewGoalItem, UpdateGoalBody, UpdateGoalItemBody } from '../schemas/goal-input.js'
import { ChangedGoalReply, GoalListReply } from '../schemas/goal.js'
import { parseAs } from '../input/validation.js'
import { goalView, sessionEtag } from '../views.js'

const tag = 'Goals'
const GoalPath = SessionPath.extend({ goalId: z.string() })
const ItemPath = GoalPath.extend({ itemId: z.string() })
const changes = { query: Nothing, role: 'app', headers: ['Idempotency-Key', 'If-Match'], tag } as const
const errors = [
  'session_not_found',
  'not_found',
  'goal_exceeds_budget',
  'idempotency_conflict',
  'version_mismatch',
] as const

export const goalOperations = [
  operation({
    ...changes,
    id: 'addGoal',
    method: 'post',
    path: '/v1/sessions/{sessionId}/goals',
    summary: 'Add a goal. It becomes the active goal unless `status` is `paused` or `completed`.',
    description:
      'Every context contains the active goal and all locked decisions verbatim. Goals set before the first ' +
      'message are included at once. Later changes appear as notes in time order until the next cut.',
    params: SessionPath,
    body: AddGoalBody,
    replies: { 201: { description: 'The created goal.', schema: ChangedGoalReply } },
    errors,
    async handle({ ports, principal, params, body, idempotency, headers }) {
      const at = { sessionId: params.sessionId, appId: principal.scope, idempotency, ifMatch: headers.ifMatch }
      const changed = await addGoal(ports, { ...at, goal: body })
      return created(await reply(ports, changed), { ETag: sessionEtag(changed.session) })
    },
  }),
  operation({
    id: 'listGoals',
    tag,
    method: 'get',
    path: '/v1/sessions/{sessionId}/goals',
    summary: 'List the goals of a session with all their items, oldest first.',
    role: 'viewer',
    params: SessionPath,
    query: pageQuery('goal'),
    body: Nothing,
    replies: { 200: { description: 'A page of goals.', schema: GoalListReply } },
    errors: ['session_not_found'],
    async handle({ ports, principal, params, query }) {
      const { session, goals } = await listGoals(ports, { sessionId: params.sessionId, appId: principal.scope })
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
        contextStatus: contextStatus(session, await modelHealthIssues(ports, session)),
      })
    },
  }),
  operation({
    ...changes,
    id: 'updateGoal',
    method: 'patch',
    path: '/v1/sessions/{sessionId}/goals/{goalId}',
    summary:
      'Update the description, priority or status of a goal. A goal that becomes active pauses the previous one.',
    params: GoalPath,
    body: UpdateGoalBody,
    replies: { 200: { description: 'The updated goal.', schema: ChangedGoalReply } },
    errors,
    async handle({ ports, principal, params, body, idempotency, headers }) {
      const at = { ...params, appId: principal.scope, idempotency, ifMatch: headers.ifMatch }
      const changed = await updateGoal(ports, { ...at, patch: body })
      return ok(await reply(ports, changed), { ETag: sessionEtag(changed.session) })
    },
  }),
  operation({
    ...changes,
    id: 'addGoalItem',
    method: 'post',
    path: '/v1/sessions/{sessionId}/goals/{goalId}/items',
    summary: 'Add a step, decision, artifact or next step to a goal.',
    description:
      'If the goal already has the same item (same text, or same path for an artifact), that item is updated ' +
      'instead. A lock that does not fit beside the existing locks is refused, with the token counts.',
    params: GoalPath,
    body: AddGoalItemBody,
    replies: { 201: { description: 'The goal with the added item.', schema: ChangedGoalReply } },
    errors: [...errors, 'decision_locked'],
    async handle({ ports, principal, params, bodyValue, idempotency, headers }) {
      const at = { ...params, appId: principal.scope, idempotency, ifMatch: headers.ifMatch }
      const changed = await addGoalItem(ports, { ...at, item: parseAs(NewGoalItem, bodyValue, 'body') })
      return created(await reply(ports, changed), { ETag: sessionEtag(changed.session) })
    },
  }),
  operation({
    ...changes,
    id: 'updateGoalItem',
    method: 'patch',
    path: '/v1/sessions/{sessionId}/goals/{goalId}/items/{itemId}',
    summary: 'Update an item. A locked decision must be unlocked before its text can change.',
    params: ItemPath,
    body: UpdateGoalItemBody,
    replies: { 200: { description: 'The goal with the updated item.', schema: ChangedGoalReply } },
    errors: [...errors, 'decision_locked'],
    async handle({ ports, principal, params, body, idempotency, headers }) {
      const at = { ...params, appId: principal.scope, idempotency, ifMatch: headers.ifMatch }
      const changed = await updateGoalItem(ports, { ...at, patch: body })
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
  const status = contextStatus(session, await modelHealthIssues(ports, session))
  const completed = completionTimes(await ports.store.goalActs(session.id))
  return { goal: goalView(goal, inView(session.goals, goals), completed), itemId, contextStatus: status }
}

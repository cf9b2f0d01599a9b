import { openSession } from '../../app/sessions/open-session.js'
import { deleteSession } from '../../app/deletions/delete-session.js'
import type { PolicyOverrides } from '../../domain/session/policy-overrides.js'
import { readSession } from '../../app/shared/read-session.js'
import { forkSession } from '../../app/time/fork-session.js'
import { updateSession } from '../../app/sessions/update-session.js'
import type { MemberTexts } from '../input/json-scan.js'
import { listPage } from '../list-page.js'
import { created, ok } from '../answer.js'
import { operationsOf } from '../operation.js'
import { DeletedReply } from '../schemas/app.js'
import { pageOf } from '../schemas/common.js'
import {
  CreateSessionBody,
  ForkSessionBody,
  metadataFilters,
  SessionListQuery,
  SessionListReply,
  SessionReply,
  UpdateSessionBody,
} from '../schemas/session.js'
import { sessionEtag, sessionSummaryView, sessionView } from '../views.js'

const operation = operationsOf('Sessions')

export const sessionOperations = [
  operation('createSession', 'POST /v1/sessions', {
    summary: 'Open a session for a model.',
    description:
      'The limit is 85% of the context size, cannot exceed the real window of the model, and is fixed for the life ' +
      'of the session. There is one exception. While no model server reports the window size, `window` is ' +
      '`unverified`. Once a server reports it, the next append adopts the window and the model size, lowers the ' +
      'limit if necessary, and emits `session-updated`. If the app already has a session with the given ' +
      '`externalId`, that session is returned with 200 and nothing is changed.',
    role: 'app',
    headers: ['Idempotency-Key'],
    body: CreateSessionBody,
    replies: {
      200: { description: 'The existing session with this `externalId`, unchanged.', schema: SessionReply },
      201: { description: 'The session.', schema: SessionReply },
    },
    errors: [
      'window_exceeded',
      'system_prompt_exceeds_window',
      'goal_exceeds_budget',
      'idempotency_conflict',
      'storage_quota_exceeded',
    ],
    async handle({ ports, principal, body, bodyTexts, idempotency }) {
      const goal = typeof body.goal === 'string' ? { description: body.goal } : body.goal
      const request = { ...body, goal, policy: policyWithScope(body), ...exactTexts(body, bodyTexts) }
      const { session, isNew } = await openSession(ports, { ...request, appId: principal.home, idempotency })
      const headers = { Location: `/v1/sessions/${session.id}`, ETag: sessionEtag(session) }
      return (isNew ? created : ok)(await sessionView(ports, session), headers)
    },
  }),
  operation('listSessions', 'GET /v1/sessions', {
    summary: 'List sessions, newest first, or find them by external id or metadata.',
    description:
      '`metadata.<key>=<value>` selects sessions whose metadata has this top-level member as text, number or boolean. ' +
      'Up to 5 such parameters are combined. Up to 100 members of metadata up to 64 KiB are indexed.',
    role: 'viewer',
    query: SessionListQuery,
    replies: { 200: { description: 'A page of sessions.', schema: SessionListReply } },
    async handle({ ports, principal, query }) {
      const page = pageOf(query)
      const { sessions, more } = await ports.store.sessions(principal.scope, {
        ...page,
        externalId: query.externalId,
        metadata: metadataFilters(query),
      })
      const { items, nextAfter } = await listPage(sessions, more, (session) => sessionSummaryView(ports, session))
      return ok({ sessions: items, nextAfter })
    },
  }),
  operation('getSession', 'GET /v1/sessions/{sessionId}', {
    summary: 'Get a session with its policy and context status.',
    role: 'viewer',
    replies: { 200: { description: 'The session.', schema: SessionReply } },
    async handle({ ports, at }) {
      const session = await readSession(ports, at)
      return ok(await sessionView(ports, session), { ETag: sessionEtag(session) })
    },
  }),
  operation('updateSession', 'PATCH /v1/sessions/{sessionId}', {
    summary: 'Update the mode, policy, system prompt, tools or metadata.',
    description:
      'Policy overrides are merged into the current policy of the session. Every other field replaces the previous ' +
      'value. A new system prompt, new tools or a new policy is a recorded cut (`prompt-changed`). Model, sizes, ' +
      'preset and first goal cannot be changed.',
    role: 'app',
    headers: ['If-Match'],
    body: UpdateSessionBody,
    replies: { 200: { description: 'The updated session.', schema: SessionReply } },
    errors: ['version_mismatch', 'system_prompt_exceeds_window'],
    async handle({ ports, at, body, bodyTexts, headers }) {
      const { mode, systemPrompt } = body
      const change = { mode, policy: policyWithScope(body), systemPrompt, ...exactTexts(body, bodyTexts) }
      const session = await updateSession(ports, { ...at, ...change, ifMatch: headers.ifMatch })
      return ok(await sessionView(ports, session), { ETag: sessionEtag(session) })
    },
  }),
  operation('forkSession', 'POST /v1/sessions/{sessionId}/fork', {
    summary: 'Make a session that continues from an earlier state of this one.',
    description:
      'From a snapshot, from the context at a message, or by default from the state now. The fork has the history up to ' +
      'there, and every context before it can be read in the fork as well. It shares the messages of its parent, and either session can ' +
      'be deleted. Policy, mode and preset are those of the parent now. Snapshots and compressions are not copied.',
    role: 'app',
    headers: ['Idempotency-Key'],
    body: ForkSessionBody,
    replies: { 201: { description: 'The fork.', schema: SessionReply } },
    errors: [
      'session_not_found',
      'not_found',
      'state_not_recorded',
      'external_id_taken',
      'idempotency_conflict',
      'window_exceeded',
      'system_prompt_exceeds_window',
      'storage_quota_exceeded',
    ],
    async handle({ ports, at, body, bodyTexts, idempotency }) {
      const { metadata } = exactTexts(body, bodyTexts)
      const session = await forkSession(ports, { ...at, ...body, metadata, idempotency })
      const headers = { Location: `/v1/sessions/${session.id}`, ETag: sessionEtag(session) }
      return created(await sessionView(ports, session), headers)
    },
  }),
  operation('deleteSession', 'DELETE /v1/sessions/{sessionId}', {
    summary: 'Delete a session and its whole history.',
    role: 'app',
    replies: { 200: { description: 'The session is deleted. What was removed with it.', schema: DeletedReply } },
    async handle({ ports, principal, params: { sessionId } }) {
      const removed = await deleteSession(ports, sessionId, principal.scope)
      return ok({ sessionId, removed: { ...removed } })
    },
  }),
]

/** Returns tools and metadata as exact body text, which preserves numbers, key order and escapes. */
function exactTexts(
  body: { tools?: unknown[] | null; metadata?: object },
  bodyTexts: MemberTexts,
): {
  tools: string | null | undefined
  metadata: string | undefined
} {
  return {
    tools: body.tools === undefined || body.tools === null ? body.tools : (bodyTexts.member('tools') ?? undefined),
    metadata: body.metadata === undefined ? undefined : (bodyTexts.member('metadata') ?? undefined),
  }
}

/** A scope is part of the policy. */
function policyWithScope<P extends PolicyOverrides>({
  policy,
  memoryScope,
}: {
  policy?: P | undefined
  memoryScope?: string | undefined
}): P | PolicyOverrides | undefined {
  return memoryScope === undefined ? policy : { ...policy, recall: { ...policy?.recall, scope: memoryScope } }
}

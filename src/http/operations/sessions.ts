import { createSession } from '../../app/sessions/create-session.js'
import { deleteSession } from '../../app/sessions/delete-session.js'
import { readSession } from '../../app/shared/read-session.js'
import { updateSession } from '../../app/sessions/update-session.js'
import type { MemberTexts } from '../input/json-scan.js'
import { created, NO_CONTENT, ok, operation } from '../operation.js'
import { nextAfter, Nothing, pageOf, PageQuery, SessionPath } from '../schemas/common.js'
import { CreateSessionBody, SessionListReply, SessionReply, UpdateSessionBody } from '../schemas/session.js'
import { sessionEtag, sessionSummaryView, sessionView } from '../views.js'

const tag = 'Sessions'

export const sessionOperations = [
  operation({
    id: 'createSession',
    tag,
    method: 'post',
    path: '/v1/sessions',
    summary: 'Open a session for a model.',
    description:
      'The limit is 85 % of the context size, never more than the window the model really has, and fixed for the life of the session. Only while no server can say how large the window is (`window` is `unverified`) it may still shrink: the first message after one can takes the window, the size of the model and, if it must, a smaller limit (`session-updated`).',
    role: 'app',
    headers: ['Idempotency-Key'],
    params: Nothing,
    query: Nothing,
    body: CreateSessionBody,
    replies: { 201: { description: 'The session.', schema: SessionReply } },
    errors: ['window_exceeded', 'system_prompt_exceeds_window', 'goal_exceeds_budget', 'idempotency_conflict'],
    async handle({ ports, principal, body, bodyTexts, idempotency }) {
      const goal = typeof body.goal === 'string' ? { description: body.goal } : body.goal
      const request = { ...body, goal, ...exactTexts(body, bodyTexts) }
      const session = await createSession(ports, { ...request, appId: principal.home, idempotency })
      return created(await sessionView(ports, session), {
        Location: `/v1/sessions/${session.id}`,
        ETag: sessionEtag(session),
      })
    },
  }),
  operation({
    id: 'listSessions',
    tag,
    method: 'get',
    path: '/v1/sessions',
    summary: 'List sessions, newest first.',
    role: 'viewer',
    params: Nothing,
    query: PageQuery,
    body: Nothing,
    replies: { 200: { description: 'A page of sessions.', schema: SessionListReply } },
    errors: [],
    async handle({ ports, principal, query }) {
      const page = pageOf(query)
      const sessions = await ports.store.sessions(principal.scope, page)
      return ok({
        sessions: await Promise.all(sessions.map((session) => sessionSummaryView(ports, session))),
        nextAfter: nextAfter(sessions, page.limit),
      })
    },
  }),
  operation({
    id: 'getSession',
    tag,
    method: 'get',
    path: '/v1/sessions/{sessionId}',
    summary: 'One session with its policy and context status.',
    role: 'viewer',
    params: SessionPath,
    query: Nothing,
    body: Nothing,
    replies: { 200: { description: 'The session.', schema: SessionReply } },
    errors: ['session_not_found'],
    async handle({ ports, principal, params }) {
      const session = await readSession(ports, params.sessionId, principal.scope)
      return ok(await sessionView(ports, session), { ETag: sessionEtag(session) })
    },
  }),
  operation({
    id: 'updateSession',
    tag,
    method: 'patch',
    path: '/v1/sessions/{sessionId}',
    summary: 'Change mode, policy, system prompt, tools or metadata.',
    description:
      'Policy overrides are laid over the policy the session has; everything else takes the place of what was.',
    role: 'app',
    headers: ['If-Match'],
    params: SessionPath,
    query: Nothing,
    body: UpdateSessionBody,
    replies: { 200: { description: 'The session as it is now.', schema: SessionReply } },
    errors: ['session_not_found', 'version_mismatch', 'system_prompt_exceeds_window'],
    async handle({ ports, principal, params, body, bodyTexts, headers }) {
      const { mode, policy, systemPrompt } = body
      const change = { mode, policy, systemPrompt, ...exactTexts(body, bodyTexts), ifMatch: headers.ifMatch }
      const session = await updateSession(ports, { ...change, appId: principal.scope, sessionId: params.sessionId })
      return ok(await sessionView(ports, session), { ETag: sessionEtag(session) })
    },
  }),
  operation({
    id: 'deleteSession',
    tag,
    method: 'delete',
    path: '/v1/sessions/{sessionId}',
    summary: 'Delete a session with its whole history.',
    role: 'app',
    params: SessionPath,
    query: Nothing,
    body: Nothing,
    replies: { 204: { description: 'It is gone.', schema: null } },
    errors: ['session_not_found'],
    async handle({ ports, principal, params }) {
      await deleteSession(ports, params.sessionId, principal.scope)
      return NO_CONTENT
    },
  }),
]

/** Tools and metadata as they stand in the body, so that numbers, key order and escapes come back as they were. */
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

import { realign } from '../../app/realign/realign.js'
import { detectDrift } from '../../app/drift/detect-drift.js'
import { created, ok, operation } from '../operation.js'
import { Nothing, SessionPath } from '../schemas/common.js'
import { DriftBody, DriftReply, RealignReply } from '../schemas/reports/drift.js'
import { driftView } from '../views.js'
import { withStatus } from '../with-status.js'

export const driftOperations = [
  operation({
    id: 'detectDrift',
    tag: 'Drift',
    method: 'post',
    path: '/v1/sessions/{sessionId}/drift',
    summary: 'Check whether an action, or the newest assistant step, still serves the intent of the session.',
    description:
      'Compares the action with the intent (the active goal, else the first human message) and with the content of ' +
      'the session. The service also checks for drift after every compression. Drift emits `drift-detected`.',
    role: 'app',
    params: SessionPath,
    query: Nothing,
    body: DriftBody,
    replies: { 200: { description: 'The verdict, with each indicator and its reason.', schema: DriftReply } },
    errors: ['session_not_found'],
    async handle({ ports, principal, params, body }) {
      const at = { sessionId: params.sessionId, appId: principal.scope }
      const report = await detectDrift(ports, { ...at, action: body.action })
      return ok(await withStatus({ ports, principal, params }, driftView(report)))
    },
  }),
  operation({
    id: 'realign',
    tag: 'Drift',
    method: 'post',
    path: '/v1/sessions/{sessionId}/realign',
    summary:
      'Repeat the intent of the session, and the sentences of its history closest to it, at the end of the context.',
    description:
      'Adds a message with the role `user` and the origin `app`, so that nothing before it changes. It is part of the ' +
      'history, and a later compression may cover it. The intent is the active goal, else the first human message.',
    role: 'app',
    headers: ['Idempotency-Key', 'If-Match'],
    params: SessionPath,
    query: Nothing,
    body: Nothing,
    replies: { 201: { description: 'The message that was added.', schema: RealignReply } },
    errors: ['session_not_found', 'version_mismatch', 'message_exceeds_window', 'idempotency_conflict'],
    async handle({ ports, principal, params, headers, idempotency }) {
      const at = { sessionId: params.sessionId, appId: principal.scope, ifMatch: headers.ifMatch, idempotency }
      return created({ ...(await realign(ports, at)) })
    },
  }),
]

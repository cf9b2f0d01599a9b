import { detectDrift } from '../../app/drift/detect-drift.js'
import { ok, operation } from '../operation.js'
import { Nothing, SessionPath } from '../schemas/common.js'
import { DriftBody, DriftReply } from '../schemas/reports/drift.js'
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
]

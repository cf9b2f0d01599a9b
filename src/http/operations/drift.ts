import { detectDrift } from '../../app/drift/detect-drift.js'
import { ok, operation } from '../operation.js'
import { Nothing, SessionPath } from '../schemas/common.js'
import { DriftBody, DriftReply } from '../schemas/drift.js'
import { driftView } from '../views.js'

export const driftOperations = [
  operation({
    id: 'detectDrift',
    tag: 'Drift',
    method: 'post',
    path: '/v1/sessions/{sessionId}/drift',
    summary: 'Does an action, or the newest step of the assistant, still belong to this session?',
    description:
      'Compares it with the intent (the active goal, or the first words of a person) and with what the session has talked about. Drift is also told as an event, and looked for after every compression.',
    role: 'app',
    params: SessionPath,
    query: Nothing,
    body: DriftBody,
    replies: { 200: { description: 'The verdict, with each indicator and its reason.', schema: DriftReply } },
    errors: ['session_not_found'],
    async handle({ ports, principal, params, body }) {
      return ok(
        driftView(
          await detectDrift(ports, { sessionId: params.sessionId, appId: principal.scope, action: body.action }),
        ),
      )
    },
  }),
]

import { realign } from '../../app/realign/realign.js'
import { detectDrift } from '../../app/drift/detect-drift.js'
import { created, ok } from '../answer.js'
import { operationsOf } from '../operation.js'
import { DriftBody, DriftReply, RealignReply } from '../schemas/reports/drift.js'
import { driftView } from '../views.js'
import { withStatus } from '../with-status.js'

const operation = operationsOf('Drift')

export const driftOperations = [
  operation('detectDrift', 'POST /v1/sessions/{sessionId}/drift', {
    summary: 'Check whether an action, or the newest assistant step, still serves the intent of the session.',
    description:
      'Compares the action with the intent (the active goal, else the first human message) and with the content of ' +
      'the session. The service also checks for drift after every compression. Drift emits `drift-detected`.',
    role: 'app',
    body: DriftBody,
    replies: { 200: { description: 'The verdict, with each indicator and its reason.', schema: DriftReply } },
    async handle({ ports, at, body }) {
      const report = await detectDrift(ports, { ...at, action: body.action })
      return ok(await withStatus(ports, at, driftView(report)))
    },
  }),
  operation('realign', 'POST /v1/sessions/{sessionId}/realign', {
    summary:
      'Repeat the intent of the session, and the sentences of its history closest to it, at the end of the context.',
    description:
      'Adds a message with the role `user` and the origin `app`, so that nothing before it changes. It is part of the ' +
      'history, and a later compression may cover it. The intent is the active goal, else the first human message.',
    role: 'app',
    headers: ['Idempotency-Key', 'If-Match'],
    replies: { 201: { description: 'The message that was added.', schema: RealignReply } },
    errors: ['version_mismatch', 'message_exceeds_window', 'idempotency_conflict', 'storage_quota_exceeded'],
    async handle({ ports, at, idempotency, headers }) {
      return created({ ...(await realign(ports, { ...at, ifMatch: headers.ifMatch, idempotency })) })
    },
  }),
]

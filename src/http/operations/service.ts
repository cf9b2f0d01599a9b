import { readAlerts } from '../../app/alerts/alert-state.js'
import { z } from 'zod'
import { listModels } from '../../app/models/list-models.js'
import { PAGE_POLICY } from '../pages/html-page.js'
import { ok, type Answer } from '../answer.js'
import { operationsOf } from '../operation.js'
import { ModelsReply } from '../schemas/model.js'
import { Timestamp } from '../schemas/common.js'

const operation = operationsOf('Service')
const JobCounts = z.strictObject({ waiting: z.int(), active: z.int(), failed: z.int() })
/** What became of the alerts to the webhook of the operator. */
const AlertsReply = z
  .strictObject({
    host: z.string().nullable().describe('Host of the webhook. Null: none is configured.'),
    delivered: z.int(),
    lost: z.int().describe('Alerts that no try delivered.'),
    lastDeliveredAt: Timestamp.nullable(),
    failing: z
      .strictObject({ since: Timestamp, tries: z.int(), fault: z.string(), nextTryAt: Timestamp })
      .nullable()
      .describe('The alert that waits for its next try; those after it wait, too. Null: none.'),
  })
  .meta({ id: 'Alerts' })
/** Returns an answer with a document rendered at startup. All responses share its buffer. */
const page = (bytes: Buffer): Answer => ({
  kind: 'bytes',
  status: 200,
  bytes,
  contentType: 'text/html; charset=utf-8',
  headers: { 'Content-Security-Policy': PAGE_POLICY },
})

export const serviceOperations = [
  operation('home', 'GET /', {
    summary: 'Name and version of the service, with links to its documentation.',
    role: 'public',
    replies: {
      200: {
        description: 'An HTML page for browsers, JSON for other clients.',
        schema: z.looseObject({ name: z.string(), version: z.string(), signIn: z.string().optional() }),
        otherTypes: ['text/html'],
      },
    },
    async handle({ server, headers }) {
      if (headers.accept.includes('text/html')) return page(server.documents.home)
      return ok({
        name: 'palimpsest',
        version: server.version,
        docs: '/docs',
        openapi: '/openapi.yaml',
        health: '/healthz',
        ...(server.signIn !== null && { signIn: server.signIn }),
      })
    },
  }),
  operation('health', 'GET /healthz', {
    summary: 'Check that the process is alive.',
    role: 'public',
    replies: {
      200: {
        description: 'The process is alive.',
        schema: z.strictObject({ status: z.literal('ok'), version: z.string() }),
      },
    },
    async handle({ server }) {
      return ok({ status: 'ok', version: server.version })
    },
  }),
  operation('readiness', 'GET /readyz', {
    summary: 'Check that the process can serve requests: it reaches the database and is not shutting down.',
    role: 'public',
    replies: {
      200: { description: 'The process is ready.', schema: z.strictObject({ ready: z.boolean(), store: z.boolean() }) },
      503: {
        description: 'The process is not ready.',
        schema: z.strictObject({ ready: z.boolean(), store: z.boolean() }),
      },
    },
    async handle({ server }) {
      const store = await server.isReady()
      const ready = store && !server.closing.aborted
      return { kind: 'json', status: ready ? 200 : 503, body: { ready, store } }
    },
  }),
  operation('listModels', 'GET /v1/models', {
    summary: 'List the models of the model server, with their availability and the record of their summaries.',
    description:
      'Records, breakers of models, and names of models that the server does not have are those of the app. The breaker of ' +
      'the server is shared by all apps.',
    role: 'viewer',
    replies: {
      200: {
        description: 'The models.',
        schema: ModelsReply,
      },
    },
    async handle({ ports, principal }) {
      return ok(await listModels(ports, principal.home))
    },
  }),
  operation('readAlerts', 'GET /v1/alerts', {
    summary: 'Report what became of the alerts to the webhook.',
    description: 'Alerts are the events `compression-stuck`, `audit-failed` and `model-unavailable` of all apps.',
    role: 'admin',
    replies: { 200: { description: 'The state of the alerts.', schema: AlertsReply } },
    async handle({ ports }) {
      return ok({ ...(await readAlerts(ports)) })
    },
  }),
  operation('queueDepth', 'GET /v1/queue', {
    summary: 'Count waiting, active and failed jobs across all apps.',
    role: 'admin',
    replies: {
      200: {
        description: 'Counts by job type.',
        schema: z.strictObject({
          jobs: z.strictObject({ compression: JobCounts, aging: JobCounts, upkeep: JobCounts }),
        }),
      },
    },
    async handle({ ports }) {
      return ok({ jobs: await ports.queue.depth() })
    },
  }),
  operation('metrics', 'GET /metrics', {
    summary: 'Read the metrics of this process and the service, in the text format of Prometheus.',
    description: 'An admin key or METRICS_TOKEN reads them. Each metric has a line of help.',
    role: 'admin',
    replies: { 200: { description: 'The metrics.', schema: z.string(), contentType: 'text/plain' } },
    async handle({ ports }) {
      return { kind: 'text', status: 200, ...(await ports.telemetry.render()) }
    },
  }),
  operation('openapi', 'GET /openapi.yaml', {
    summary: 'Get this API as an OpenAPI 3.1 document.',
    role: 'public',
    replies: {
      200: {
        description: 'The OpenAPI document.',
        schema: z.looseObject({ openapi: z.string() }),
        contentType: 'application/yaml',
      },
    },
    async handle({ server }) {
      return {
        kind: 'bytes',
        status: 200,
        bytes: await server.documents.openapi(),
        contentType: 'application/yaml; charset=utf-8',
      }
    },
  }),
  operation('docs', 'GET /docs', {
    summary: 'Get the API reference as an HTML page.',
    role: 'public',
    replies: { 200: { description: 'The page.', schema: z.string(), contentType: 'text/html' } },
    async handle({ server }) {
      return page(await server.documents.docs())
    },
  }),
]

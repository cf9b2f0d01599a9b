import { z } from 'zod'
import { listModels } from '../../app/models/list-models.js'
import { isReady } from '../../app/models/readiness.js'
import { PAGE_POLICY } from '../pages/html-page.js'
import { ok, operation, type Answer } from '../operation.js'
import { Nothing } from '../schemas/common.js'
import { ModelsReply } from '../schemas/model.js'

const tag = 'Service'
const JobCounts = z.strictObject({ waiting: z.int(), active: z.int(), failed: z.int() })
/** Sends a document made at the start. Every response shares its buffer. */
const page = (bytes: Buffer): Answer => ({
  kind: 'bytes',
  status: 200,
  bytes,
  contentType: 'text/html; charset=utf-8',
  headers: { 'Content-Security-Policy': PAGE_POLICY },
})
const common = { tag, method: 'get', params: Nothing, query: Nothing, body: Nothing, errors: [] } as const

export const serviceOperations = [
  operation({
    ...common,
    id: 'home',
    path: '/',
    summary: 'What this is and where to go on.',
    role: 'public',
    replies: {
      200: {
        description: 'A page for browsers, JSON for everyone else.',
        schema: z.looseObject({ name: z.string(), version: z.string() }),
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
      })
    },
  }),
  operation({
    ...common,
    id: 'health',
    path: '/healthz',
    summary: 'The process is alive.',
    role: 'public',
    replies: {
      200: { description: 'It is.', schema: z.strictObject({ status: z.literal('ok'), version: z.string() }) },
    },
    async handle({ server }) {
      return ok({ status: 'ok', version: server.version })
    },
  }),
  operation({
    ...common,
    id: 'readiness',
    path: '/readyz',
    summary: 'The process can do its work: it reaches the store and is not about to close.',
    role: 'public',
    replies: {
      200: { description: 'It can.', schema: z.strictObject({ ready: z.boolean(), store: z.boolean() }) },
      503: { description: 'It cannot.', schema: z.strictObject({ ready: z.boolean(), store: z.boolean() }) },
    },
    async handle({ ports, server }) {
      const store = await isReady(ports)
      const ready = store && !server.closing.aborted
      return { kind: 'json', status: ready ? 200 : 503, body: { ready, store } }
    },
  }),
  operation({
    ...common,
    id: 'listModels',
    path: '/v1/models',
    summary: 'Models the model server has, what their summaries were worth so far, and whether they may be asked now.',
    role: 'viewer',
    replies: {
      200: {
        description: 'The models.',
        schema: ModelsReply,
      },
    },
    async handle({ ports }) {
      return ok(await listModels(ports))
    },
  }),
  operation({
    ...common,
    id: 'queueDepth',
    path: '/v1/queue',
    summary: 'How many jobs wait, run and have failed, over all apps.',
    role: 'admin',
    replies: {
      200: {
        description: 'Counts by kind of job.',
        schema: z.strictObject({
          jobs: z.strictObject({ compression: JobCounts, aging: JobCounts, upkeep: JobCounts }),
        }),
      },
    },
    async handle({ ports }) {
      return ok({ jobs: await ports.queue.depth() })
    },
  }),
  operation({
    ...common,
    id: 'openapi',
    path: '/openapi.yaml',
    summary: 'This API as OpenAPI 3.1.',
    role: 'public',
    replies: { 200: { description: 'The document.', schema: z.string(), contentType: 'application/yaml' } },
    async handle({ server }) {
      return {
        kind: 'bytes',
        status: 200,
        bytes: server.documents.openapi,
        contentType: 'application/yaml; charset=utf-8',
      }
    },
  }),
  operation({
    ...common,
    id: 'docs',
    path: '/docs',
    summary: 'This API as a page to read.',
    role: 'public',
    replies: { 200: { description: 'The page.', schema: z.string(), contentType: 'text/html' } },
    async handle({ server }) {
      return page(server.documents.docs)
    },
  }),
]

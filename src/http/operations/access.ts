import { z } from 'zod'
import { issueTicket } from '../../app/access/issue-ticket.js'
import { createApp, createKey, deleteKey } from '../../app/access/keys.js'
import { created, NO_CONTENT, ok, operation } from '../operation.js'
import {
  AppListReply,
  AppReply,
  AppsQuery,
  CreateAppBody,
  CreateKeyBody,
  KeyListReply,
  KeysQuery,
  NewKeyReply,
  TicketReply,
} from '../schemas/access.js'
import { nextAfter, Nothing, pageOf } from '../schemas/common.js'

const tag = 'Access'

export const accessOperations = [
  operation({
    id: 'createApp',
    tag,
    method: 'post',
    path: '/v1/apps',
    summary: 'Register an app: a program with its own keys and sessions.',
    role: 'admin',
    params: Nothing,
    query: Nothing,
    body: CreateAppBody,
    replies: { 201: { description: 'The created app.', schema: AppReply } },
    errors: [],
    async handle({ ports, body }) {
      return created(await createApp(ports, body.name))
    },
  }),
  operation({
    id: 'listApps',
    tag,
    method: 'get',
    path: '/v1/apps',
    summary: 'List apps.',
    role: 'admin',
    params: Nothing,
    query: AppsQuery,
    body: Nothing,
    replies: { 200: { description: 'A page of apps.', schema: AppListReply } },
    errors: [],
    async handle({ ports, query }) {
      const page = pageOf(query)
      const apps = await ports.store.apps(page)
      return ok({ apps, nextAfter: nextAfter(apps, page.limit) })
    },
  }),
  operation({
    id: 'createKey',
    tag,
    method: 'post',
    path: '/v1/keys',
    summary: 'Create a key for an app. The secret is returned only once; the service stores its hash.',
    role: 'admin',
    params: Nothing,
    query: Nothing,
    body: CreateKeyBody,
    replies: { 201: { description: 'The created key.', schema: NewKeyReply } },
    errors: ['not_found'],
    async handle({ ports, body }) {
      const { key, secret } = await createKey(ports, body)
      return created({ ...key, key: secret })
    },
  }),
  operation({
    id: 'listKeys',
    tag,
    method: 'get',
    path: '/v1/keys',
    summary: 'List keys (secrets omitted).',
    role: 'admin',
    params: Nothing,
    query: KeysQuery,
    body: Nothing,
    replies: { 200: { description: 'A page of keys.', schema: KeyListReply } },
    errors: [],
    async handle({ ports, query }) {
      const page = pageOf(query)
      const keys = await ports.store.keys(query.appId ?? null, page)
      return ok({ keys, nextAfter: nextAfter(keys, page.limit) })
    },
  }),
  operation({
    id: 'deleteKey',
    tag,
    method: 'delete',
    path: '/v1/keys/{keyId}',
    summary: 'Delete a key. Other daemons on the same database may accept it for up to 5 more seconds.',
    role: 'admin',
    params: z.strictObject({ keyId: z.string() }),
    query: Nothing,
    body: Nothing,
    replies: { 204: { description: 'The key is deleted.', schema: null } },
    errors: ['not_found'],
    async handle({ ports, server, params }) {
      await deleteKey(ports, params.keyId)
      server.keyring.forget()
      return NO_CONTENT
    },
  }),
  operation({
    id: 'createTicket',
    tag,
    method: 'post',
    path: '/v1/tickets',
    summary: 'Create a single-use ticket for an event stream, valid for one minute.',
    description:
      'For browsers, which cannot set headers on a WebSocket or EventSource. Pass the ticket as `?ticket=`. It has ' +
      'the rights of the key that created it.',
    role: 'viewer',
    params: Nothing,
    query: Nothing,
    body: Nothing,
    replies: { 201: { description: 'The created ticket.', schema: TicketReply } },
    errors: [],
    async handle({ ports, principal }) {
      return created(await issueTicket(ports, principal))
    },
  }),
]

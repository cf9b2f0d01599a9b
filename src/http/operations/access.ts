import { issueTicket } from '../../app/access/issue-ticket.js'
import { createApp, createKey, deleteKey, rotateKey } from '../../app/access/keys.js'
import { readApp, updateApp } from '../../app/apps/app-settings.js'
import { created, NO_CONTENT, ok } from '../answer.js'
import { operationsOf } from '../operation.js'
import {
  AppListReply,
  AppReply,
  AppsQuery,
  CreateAppBody,
  CreateKeyBody,
  KeyListReply,
  KeysQuery,
  NewKeyReply,
  RotateKeyBody,
  TicketReply,
} from '../schemas/access.js'
import { AppDetailReply, UpdateAppBody } from '../schemas/app.js'
import { appView } from '../views.js'
import { nextAfter, pageOf } from '../schemas/common.js'

const operation = operationsOf('Access')

export const accessOperations = [
  operation('createApp', 'POST /v1/apps', {
    summary: 'Register an app: a program with its own keys and sessions.',
    role: 'admin',
    body: CreateAppBody,
    replies: { 201: { description: 'The created app.', schema: AppReply } },
    async handle({ ports, body }) {
      return created(await createApp(ports, body.name))
    },
  }),
  operation('listApps', 'GET /v1/apps', {
    summary: 'List apps.',
    role: 'admin',
    query: AppsQuery,
    replies: { 200: { description: 'A page of apps.', schema: AppListReply } },
    async handle({ ports, query }) {
      const page = pageOf(query)
      const apps = await ports.store.apps(page)
      return ok({ apps, nextAfter: nextAfter(apps, page.limit) })
    },
  }),
  operation('getApp', 'GET /v1/apps/{appId}', {
    summary: 'Get an app: its defaults for sessions, how long it keeps idle ones, its quotas, and what it uses.',
    role: 'viewer',
    replies: { 200: { description: 'The app.', schema: AppDetailReply } },
    errors: ['not_found'],
    async handle({ ports, principal, params }) {
      return ok(appView(await readApp(ports, { ...params, scope: principal.scope }), principal.scope))
    },
  }),
  operation('updateApp', 'PATCH /v1/apps/{appId}', {
    summary: 'Change the defaults for new sessions of an app, how long it keeps idle ones, and its quotas.',
    description:
      'Open sessions keep their policy. The retention applies to all sessions of the app: an idle one is named by ' +
      '`session-expiring` and deleted a day later, whole, unless it becomes active again. Only an admin key changes ' +
      'quotas; those that are not given stay.',
    role: 'app',
    body: UpdateAppBody,
    replies: { 200: { description: 'The app.', schema: AppDetailReply } },
    errors: ['not_found'],
    async handle({ ports, principal, params, body }) {
      const isAdmin = principal.role === 'admin'
      return ok(
        appView(await updateApp(ports, { ...params, ...body, scope: principal.scope, isAdmin }), principal.scope),
      )
    },
  }),
  operation('createKey', 'POST /v1/keys', {
    summary: 'Create a key for an app. The secret is returned only once; the service stores its hash.',
    role: 'admin',
    body: CreateKeyBody,
    replies: { 201: { description: 'The created key.', schema: NewKeyReply } },
    errors: ['not_found'],
    async handle({ ports, body }) {
      const { key, secret } = await createKey(ports, body)
      return created({ ...key, key: secret })
    },
  }),
  operation('listKeys', 'GET /v1/keys', {
    summary: 'List keys (secrets omitted).',
    role: 'admin',
    query: KeysQuery,
    replies: { 200: { description: 'A page of keys.', schema: KeyListReply } },
    async handle({ ports, query }) {
      const page = pageOf(query)
      const keys = await ports.store.keys(query.appId ?? null, page)
      return ok({ keys, nextAfter: nextAfter(keys, page.limit) })
    },
  }),
  operation('deleteKey', 'DELETE /v1/keys/{keyId}', {
    summary: 'Delete a key. Its event streams and tickets end at once, in all processes.',
    role: 'admin',
    replies: { 204: { description: 'The key is deleted.', schema: null } },
    errors: ['not_found'],
    async handle({ ports, params }) {
      await deleteKey(ports, params.keyId)
      return NO_CONTENT
    },
  }),
  operation('rotateKey', 'POST /v1/keys/{keyId}/rotate', {
    summary: 'Give a key a new secret. The present one ends at once, or after `graceSeconds`.',
    description:
      'Id, app and role of the key stay. When a secret ends, its event streams and tickets end with it, in all ' +
      'processes. A second rotation ends the secret before the first one, whatever its grace.',
    role: 'admin',
    body: RotateKeyBody,
    replies: { 200: { description: 'The key with its new secret, which is returned only once.', schema: NewKeyReply } },
    errors: ['not_found'],
    async handle({ ports, params, body }) {
      const { key, secret } = await rotateKey(ports, { id: params.keyId, ...body })
      return ok({ ...key, key: secret })
    },
  }),
  operation('createTicket', 'POST /v1/tickets', {
    summary: 'Create a single-use ticket for an event stream, valid for one minute.',
    description:
      'For browsers, which cannot set headers on a WebSocket or EventSource. Pass the ticket as `?ticket=`. It has ' +
      'the rights of the key that created it, and ends with it.',
    role: 'viewer',
    replies: { 201: { description: 'The created ticket.', schema: TicketReply } },
    async handle({ ports, principal }) {
      return created(await issueTicket(ports, principal))
    },
  }),
]

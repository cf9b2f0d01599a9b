import { DEFAULT_APP_ID } from '../../../app/access/keys.js'
import { deleteApp, deleteOf } from '../../../app/deletions/start-deletion.js'
import type { Deletion } from '../../../ports/app-port.js'
import { required } from '../../../app/shared/read-session.js'
import { ok, type Answer } from '../../answer.js'
import { operationsOf } from '../../operation.js'
import { nextAfter, pageOf, pageQuery } from '../../schemas/common.js'
import { DeletionBody, DeletionListReply, DeletionReply } from '../../schemas/reports/deletion.js'

const operation = operationsOf('Deletion')
const running = { description: 'It goes on in the background.', schema: DeletionReply }

export const deletionOperations = [
  operation('deleteApp', 'DELETE /v1/apps/{appId}', {
    summary: 'Delete an app with its sessions, keys, index, scopes and standing entries.',
    description:
      'The keys end at once, and the app is unknown from then on. The rest goes step by step; `GET /v1/deletions/{deletionId}` shows ' +
      'progress and the report. It cannot be undone. The app `default` cannot be deleted.',
    role: 'admin',
    replies: { 202: running },
    errors: ['not_found'],
    async handle({ ports, params }) {
      return answer(await deleteApp(ports, params.appId, DEFAULT_APP_ID))
    },
  }),
  operation('createDeletion', 'POST /v1/deletions', {
    summary: 'Delete everything about a user, or of a memory scope, that exists now.',
    description:
      '`user`: the sessions whose `metadata.user` it is or whose client sent it as the id of its user, what they stated for their scope, ' +
      'and what other sessions recalled from them. If the default policy of the app gives each user a scope, that scope, too. ' +
      '`memoryScope`: the sessions of the scope and its standing entries. Sessions opened later stay.',
    role: 'app',
    body: DeletionBody,
    replies: { 200: { description: 'It is done. What was removed.', schema: DeletionReply }, 202: running },
    async handle({ ports, principal, body: { user, memoryScope } }) {
      const what = user === undefined ? { kind: 'scope', name: memoryScope! } : { kind: 'user', name: user }
      return answer(await deleteOf(ports, principal.home, what as { kind: 'user' | 'scope'; name: string }))
    },
  }),
  operation('listDeletions', 'GET /v1/deletions', {
    summary: 'List deletions of apps, users and scopes, newest first.',
    role: 'viewer',
    query: pageQuery('del'),
    replies: { 200: { description: 'A page of deletions.', schema: DeletionListReply } },
    async handle({ ports, principal, query }) {
      const page = pageOf(query)
      const deletions = (await ports.store.deletions(principal.scope, page)).map(view)
      return ok({ deletions, nextAfter: nextAfter(deletions, page.limit) })
    },
  }),
  operation('getDeletion', 'GET /v1/deletions/{deletionId}', {
    summary: 'Get the progress of a deletion, and its report when it is done.',
    role: 'viewer',
    replies: { 200: { description: 'The deletion.', schema: DeletionReply } },
    errors: ['not_found'],
    async handle({ ports, principal, params: { deletionId } }) {
      return ok(view(required(await ports.store.deletion(deletionId, principal.scope), 'deletion', deletionId)))
    },
  }),
]

/** The name of a user or scope is not returned: it may be that of a person, and is forgotten at the end. */
function view({ name: _, removed, ...deletion }: Deletion) {
  return { ...deletion, removed: { ...removed } }
}

function answer(deletion: Deletion): Answer {
  return { kind: 'json', status: deletion.state === 'done' ? 200 : 202, body: view(deletion) }
}

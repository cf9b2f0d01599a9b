import { deleteScope, deleteStanding } from '../../app/standing/delete.js'
import { addStanding, editStanding, listStanding } from '../../app/standing/entries.js'
import { DomainError } from '../../domain/errors.js'
import { standingMarkdown } from '../../present/standing-markdown.js'
import { listPage } from '../list-page.js'
import { created, NO_CONTENT, ok, operation } from '../operation.js'
import { Nothing, pageOf } from '../schemas/common.js'
import {
  DeletedScopeReply,
  EditEntryBody,
  EntryPath,
  NewEntryBody,
  ScopePath,
  StandingEntryReply,
  StandingQuery,
  StandingReply,
} from '../schemas/standing.js'

const tag = 'Standing entries'

export const standingOperations = [
  operation({
    id: 'listStanding',
    tag,
    method: 'get',
    path: '/v1/scopes/{scope}/entries',
    summary:
      'List the rules, preferences, decisions and facts that people stated in the sessions of a scope, newest first.',
    description:
      'What the service keeps about a person, in their own words. `format=markdown` or `Accept: text/markdown` returns a page to read.',
    role: 'viewer',
    params: ScopePath,
    query: StandingQuery,
    body: Nothing,
    replies: { 200: { description: 'A page of entries.', schema: StandingReply, otherTypes: ['text/markdown'] } },
    errors: ['not_found'],
    async handle({ ports, principal, params: { scope }, query, headers }) {
      const page = { ...pageOf(query), state: query.state }
      const appId = query.appId ?? principal.home
      if (principal.scope !== null && appId !== principal.scope)
        throw new DomainError('not_found', 'No app with this id.', { appId })
      const entries = await listStanding(ports, { appId, scope }, page)
      const { items, nextAfter } = await listPage(entries, page.limit, (entry) => ({ ...entry }))
      const isText = query.format === 'markdown' || (!query.format && headers.accept.includes('text/markdown'))
      if (!isText) return ok({ scope, entries: items, nextAfter })
      const text = standingMarkdown(scope, entries, nextAfter)
      return { kind: 'text', status: 200, text, contentType: 'text/markdown; charset=utf-8' }
    },
  }),
  operation({
    id: 'addStanding',
    tag,
    method: 'post',
    path: '/v1/scopes/{scope}/entries',
    summary: 'Add a rule, preference, decision or fact to a scope. It supersedes an older one on the same subject.',
    role: 'app',
    params: ScopePath,
    query: Nothing,
    body: NewEntryBody,
    replies: { 201: { description: 'The entry, or the one with the same words.', schema: StandingEntryReply } },
    errors: ['session_not_found'],
    async handle({ ports, principal, params: { scope }, body }) {
      return created({ ...(await addStanding(ports, { appId: principal.home, scope }, { ...body, source: 'api' })) })
    },
  }),
  operation({
    id: 'editStanding',
    tag,
    method: 'patch',
    path: '/v1/scopes/{scope}/entries/{entryId}',
    summary: 'Edit, end or open an entry. Running sessions show the change at their next cut.',
    role: 'app',
    params: EntryPath,
    query: Nothing,
    body: EditEntryBody,
    replies: { 200: { description: 'The entry; with another text, the new one.', schema: StandingEntryReply } },
    errors: ['not_found'],
    async handle({ ports, principal, params: { scope, entryId }, body }) {
      return ok({ ...(await editStanding(ports, { appId: principal.home, scope }, entryId, body)) })
    },
  }),
  operation({
    id: 'deleteStanding',
    tag,
    method: 'delete',
    path: '/v1/scopes/{scope}/entries/{entryId}',
    summary: 'Delete an entry and take it out of every context that shows it, snapshots and earlier moments included.',
    role: 'app',
    params: EntryPath,
    query: Nothing,
    body: Nothing,
    replies: { 204: { description: 'It is deleted.', schema: null } },
    errors: ['not_found'],
    async handle({ ports, principal, params: { scope, entryId } }) {
      await deleteStanding(ports, { appId: principal.home, scope }, entryId)
      return NO_CONTENT
    },
  }),
  operation({
    id: 'deleteScope',
    tag,
    method: 'delete',
    path: '/v1/scopes/{scope}',
    summary: 'Delete all entries of a scope and everything that its sessions recalled from each other.',
    description:
      'The messages stay in their sessions until those are deleted. Sessions that exist now are no longer recalled from.',
    role: 'app',
    params: ScopePath,
    query: Nothing,
    body: Nothing,
    replies: { 200: { description: 'What was deleted.', schema: DeletedScopeReply } },
    errors: [],
    async handle({ ports, principal, params: { scope } }) {
      return ok(await deleteScope(ports, { appId: principal.home, scope }))
    },
  }),
]

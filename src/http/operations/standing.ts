import { deleteScope, deleteStanding } from '../../app/standing/delete.js'
import { addStanding, editStanding, listStanding } from '../../app/standing/entries.js'
import { DomainError } from '../../domain/errors.js'
import type { Principal } from '../../app/access/authenticate.js'
import { readScope } from '../../app/standing/scope.js'
import type { Session } from '../../domain/session/session.js'
import type { StandingEntry } from '../../domain/standing/entry.js'
import { scopeMarkdown, standingMarkdown } from '../../present/standing-markdown.js'
import { listPage } from '../list-page.js'
import { created, NO_CONTENT, ok, type Answer } from '../answer.js'
import { operationsOf } from '../operation.js'
import { PAGE_DEFAULT, pageOf } from '../schemas/common.js'
import {
  DeletedScopeReply,
  EditEntryBody,
  EntryPath,
  NewEntryBody,
  ScopePath,
  ScopeQuery,
  ScopeReply,
  ScopesQuery,
  ScopesReply,
  StandingEntryReply,
  StandingQuery,
  StandingReply,
} from '../schemas/standing.js'

const operation = operationsOf('Standing entries')

/** Returns the app that a query names, else that of the key. Throws not_found for one that the key may not read. */
function appIn({ appId: asked }: { appId?: string | undefined }, { scope, home }: Principal): string {
  const appId = asked ?? home
  if (scope !== null && appId !== scope) throw new DomainError('not_found', 'No app with this id.', { appId })
  return appId
}

function wantsMarkdown({ format }: { format?: string | undefined }, { accept }: { accept: string }): boolean {
  return format === 'markdown' || (format === undefined && accept.includes('text/markdown'))
}

function markdown(text: string): Answer {
  return { kind: 'text', status: 200, text, contentType: 'text/markdown; charset=utf-8' }
}

function listedSession({ id, externalId, lastSeq, createdAt, lastActivityAt }: Session) {
  const times = { createdAt: createdAt.toISOString(), lastActivityAt: lastActivityAt.toISOString() }
  return { id, externalId, messageCount: lastSeq, ...times }
}

export const standingOperations = [
  operation('listScopes', 'GET /v1/scopes', {
    summary: 'List the memory scopes that have sessions or entries, in no meaningful order.',
    role: 'viewer',
    query: ScopesQuery,
    replies: { 200: { description: 'A page of scopes.', schema: ScopesReply } },
    errors: ['not_found'],
    async handle({ ports, principal, query }) {
      const limit = query.limit ?? PAGE_DEFAULT
      const scopes = await ports.store.scopes(appIn(query, principal), { limit, after: query.after })
      return ok({ scopes, nextAfter: scopes.length < limit ? null : (scopes.at(-1)?.scope ?? null) })
    },
  }),
  operation('getScope', 'GET /v1/scopes/{scope}', {
    summary: 'Answer "what do you keep about me?": entries, sessions, and counts of a scope on one page.',
    description:
      'A scope without anything has empty lists. `format=markdown` or `Accept: text/markdown` returns a page to read.',
    role: 'viewer',
    params: ScopePath,
    query: ScopeQuery,
    replies: { 200: { description: 'What is kept.', schema: ScopeReply, otherTypes: ['text/markdown'] } },
    errors: ['not_found'],
    async handle({ ports, principal, params: { scope }, query, headers }) {
      const page = await readScope(ports, { appId: appIn(query, principal), scope })
      const { counts, open, superseded, ended } = page
      const sessions = page.sessions.map(listedSession)
      if (wantsMarkdown(query, headers))
        return markdown(scopeMarkdown(scope, counts, { entries: [...open, ...superseded, ...ended], sessions }))
      const view = (entry: StandingEntry) => ({ ...entry })
      const lists = { open: open.map(view), superseded: superseded.map(view), ended: ended.map(view) }
      return ok({ scope, counts: { ...counts }, ...lists, sessions })
    },
  }),
  operation('listStanding', 'GET /v1/scopes/{scope}/entries', {
    summary:
      'List the rules, preferences, decisions and facts that people stated in the sessions of a scope, newest first.',
    description:
      'What the service keeps about a person, in their own words. `format=markdown` or `Accept: text/markdown` returns a page to read.',
    role: 'viewer',
    params: ScopePath,
    query: StandingQuery,
    replies: { 200: { description: 'A page of entries.', schema: StandingReply, otherTypes: ['text/markdown'] } },
    errors: ['not_found'],
    async handle({ ports, principal, params: { scope }, query, headers }) {
      const page = { ...pageOf(query), state: query.state }
      const appId = appIn(query, principal)
      const entries = await listStanding(ports, { appId, scope }, page)
      const { items, nextAfter } = await listPage(entries, page.limit, (entry) => ({ ...entry }))
      if (!wantsMarkdown(query, headers)) return ok({ scope, entries: items, nextAfter })
      return markdown(standingMarkdown(scope, entries, nextAfter))
    },
  }),
  operation('addStanding', 'POST /v1/scopes/{scope}/entries', {
    summary: 'Add a rule, preference, decision or fact to a scope. It supersedes an older one on the same subject.',
    role: 'app',
    params: ScopePath,
    body: NewEntryBody,
    replies: { 201: { description: 'The entry, or the one with the same words.', schema: StandingEntryReply } },
    errors: ['session_not_found'],
    async handle({ ports, principal, params: { scope }, body }) {
      return created({ ...(await addStanding(ports, { appId: principal.home, scope }, { ...body, source: 'api' })) })
    },
  }),
  operation('editStanding', 'PATCH /v1/scopes/{scope}/entries/{entryId}', {
    summary: 'Edit, end or open an entry. Running sessions show the change at their next cut.',
    role: 'app',
    params: EntryPath,
    body: EditEntryBody,
    replies: { 200: { description: 'The entry; with another text, the new one.', schema: StandingEntryReply } },
    errors: ['not_found'],
    async handle({ ports, principal, params: { scope, entryId }, body }) {
      return ok({ ...(await editStanding(ports, { appId: principal.home, scope }, entryId, body)) })
    },
  }),
  operation('deleteStanding', 'DELETE /v1/scopes/{scope}/entries/{entryId}', {
    summary: 'Delete an entry and take it out of every context that shows it, snapshots and earlier moments included.',
    role: 'app',
    params: EntryPath,
    replies: { 204: { description: 'It is deleted.', schema: null } },
    errors: ['not_found'],
    async handle({ ports, principal, params: { scope, entryId } }) {
      await deleteStanding(ports, { appId: principal.home, scope }, entryId)
      return NO_CONTENT
    },
  }),
  operation('deleteScope', 'DELETE /v1/scopes/{scope}', {
    summary: 'Delete all entries of a scope and everything that its sessions recalled from each other.',
    description:
      'The sessions stay in the scope with their messages: `keptSessions` counts them, and `POST /v1/deletions {"memoryScope": …}` deletes ' +
      'them, before or after this. No session recalls from those that exist now.',
    role: 'app',
    params: ScopePath,
    replies: { 200: { description: 'What was deleted.', schema: DeletedScopeReply } },
    async handle({ ports, principal, params: { scope } }) {
      return ok(await deleteScope(ports, { appId: principal.home, scope }))
    },
  }),
]

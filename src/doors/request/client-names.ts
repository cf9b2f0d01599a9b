import type { IncomingHttpHeaders } from 'node:http'
import { hasControl } from '../../domain/texts.js'
import type { ConversationName } from '../../app/doors/conversation.js'
import { invalidRequest } from '../../domain/errors.js'
import { isAddressable, OWN_SCOPE } from '../../domain/recall/scope.js'
import type { BodyId, RequestFacts } from '../protocol.js'

/** Finds the name of the conversation that a request gives: our header, the headers of known clients, ids in the body. */

interface HeaderRule {
  header: string
  /** Known client that sends the header; null: any. */
  client: string | null
  /** Header with the id of an agent within the conversation. */
  agent?: string
  /** Header with the conversation, or the agent, that started this one. */
  parent?: string
  /** Form of the values that name a conversation. Others are of a whole program, or of a person. */
  form?: RegExp
  /** The parent is a conversation, also where the request names an agent. */
  isParentWhole?: true
}

/** In order of rank. */
const RULES: readonly HeaderRule[] = [
  { header: 'x-session-id', client: null, parent: 'x-parent-session-id' },
  {
    header: 'x-claude-code-session-id',
    client: 'claude-code',
    agent: 'x-claude-code-agent-id',
    parent: 'x-claude-code-parent-agent-id',
  },
  // Routers ask for it. opencode and Kilo send the id of the conversation, others one value as long as they run.
  { header: 'x-session-affinity', client: 'opencode', parent: 'x-parent-session-id', form: /^ses_/ },
  { header: 'x-opencode-session', client: 'opencode', parent: 'x-parent-session-id' },
  { header: 'x-openwebui-chat-id', client: 'open-webui' },
  { header: 'x-librechat-conversation-id', client: 'librechat' },
  { header: 'x-kilocode-taskid', client: 'kilo' },
  { header: 'x-client-session-id', client: 'copilot-cli' },
  { header: 'x-interaction-id', client: 'vscode-copilot' },
  { header: 'x-litellm-session-id', client: 'litellm' },
  { header: 'helicone-session-id', client: 'helicone' },
  { header: 'x-sm-conversation-id', client: 'supermemory' },
  { header: 'x-headroom-session-id', client: 'headroom' },
  // Codex. After the others, because the names are general.
  {
    header: 'thread-id',
    client: 'codex',
    agent: 'x-openai-subagent',
    parent: 'x-codex-parent-thread-id',
    isParentWhole: true,
  },
  { header: 'session-id', client: 'codex', agent: 'x-openai-subagent' },
  { header: 'conversation_id', client: 'codex', agent: 'x-openai-subagent' },
  { header: 'session_id', client: 'codex', agent: 'x-openai-subagent' },
]

/** Our own header. A session id of ours, or any name. */
export const OWN_HEADER = 'x-palimpsest-session'
/** A second name for the session that another header names. */
const ALIAS_HEADER = 'x-palimpsest-alias'
/** The scope that the session shares with others. */
export const SCOPE_HEADER = 'x-palimpsest-scope'
/** The person who uses the client, where it sends no id of them in the body. */
const USER_HEADER = 'x-palimpsest-user'
const MAX_NAME_CHARS = 200
const OWN_ID = /^ses_[\w-]+$/

/** Returns the name with the highest rank. The header for the user goes before the id in the body. Throws invalid_request for a name that is too long or holds control
 * characters. */
export function conversationName(
  headers: IncomingHttpHeaders,
  { ids, user }: Pick<RequestFacts, 'ids' | 'user'>,
): ConversationName {
  const found = nameFound(headers, ids)
  // A sub-agent talks beside the conversation that the program was started for.
  const alias = found.parent === null ? read(headers, ALIAS_HEADER) : null
  const scope = read(headers, SCOPE_HEADER)
  if (scope !== null && !isAddressable(scope))
    throw invalidRequest(SCOPE_HEADER, 'a name, but no dots alone', JSON.stringify(scope))
  return { ...found, alias, scope: scope === OWN_SCOPE ? null : scope, user: read(headers, USER_HEADER) ?? user }
}

type Found = Omit<ConversationName, 'alias' | 'scope' | 'user'>

function nameFound(headers: IncomingHttpHeaders, ids: readonly BodyId[]): Found {
  const own = read(headers, OWN_HEADER)
  if (own !== null) {
    const sessionId = OWN_ID.test(own) ? own : null
    return { name: own, matchedBy: OWN_HEADER, client: null, parent: null, sessionId }
  }
  for (const rule of RULES) {
    const id = read(headers, rule.header)
    if (id !== null && (rule.form?.test(id) ?? true)) return byRule(headers, rule, id)
  }
  const [id] = ids
  const name = id ? checked(id.source, id.id) : null
  return {
    name,
    matchedBy: id ? id.source : 'history',
    client: clientOf(headers['user-agent']),
    parent: id?.parent ?? null,
    sessionId: null,
  }
}

/** A sub-agent keeps the conversation of its parent and adds an id of its own, or has its own and names the parent. */
function byRule(headers: IncomingHttpHeaders, rule: HeaderRule, id: string): Found {
  const agent = rule.agent === undefined ? null : read(headers, rule.agent)
  const parentId = rule.parent === undefined ? null : read(headers, rule.parent)
  const base = { matchedBy: rule.header, client: rule.client ?? clientOf(headers['user-agent']), sessionId: null }
  if (agent === null) return { ...base, name: id, parent: parentId === id ? null : parentId }
  if (rule.isParentWhole && parentId !== null && parentId !== id) return { ...base, name: id, parent: parentId }
  return { ...base, name: `${id}/${agent}`, parent: parentId === null ? id : `${id}/${parentId}` }
}

/** Product name at the beginning of the User-Agent, such as `opencode` of `opencode/1.2`. */
function clientOf(userAgent: string | undefined): string | null {
  return /^([a-z][\w.-]{1,40})\//i.exec(userAgent ?? '')?.[1]?.toLowerCase() ?? null
}

function read(headers: IncomingHttpHeaders, name: string): string | null {
  const value = headers[name]
  const text = (Array.isArray(value) ? value[0] : value)?.trim()
  return text === undefined || text === '' ? null : checked(name, text)
}

function checked(path: string, name: string): string {
  if (name.length <= MAX_NAME_CHARS && !hasControl(name)) return name
  throw invalidRequest(path, `a name of at most ${MAX_NAME_CHARS} characters`, `${name.length} characters`)
}

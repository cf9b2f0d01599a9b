import { McpServer, ProtocolError, ProtocolErrorCode, ResourceTemplate } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { DomainError } from '../domain/errors.js'
import { sessionOf, type Caller } from './caller.js'
import { statusNow, type Tool } from './tool.js'
import { BOUNDARY_TOOLS } from './tools/boundary.js'
import { GOAL_TOOLS } from './tools/goals.js'
import { READING_TOOLS } from './tools/reading.js'
import { SNAPSHOT_TOOLS } from './tools/snapshots.js'
import { STANDING_TOOLS } from './tools/standing.js'
import { isNumeral } from '../domain/texts.js'
import { readHistory } from '../app/history/read-history.js'

const MESSAGE_URI = 'palimpsest://session/{id}/message/{seq}'
/** Key of the context status in the `_meta` of a result. Clients do not pass `_meta` to the model. */
const STATUS_META = 'palimpsest/contextStatus'

const INSTRUCTIONS =
  'Palimpsest keeps this conversation complete while its context stays small. Placeholders and checkpoints in the ' +
  'context name what left it: read an offload with read_offload, and messages with recall.'

const Session = z
  .string()
  .min(1)
  .max(255)
  .optional()
  .describe('Id or external id of the session. Default: the session that the connection names in its headers.')

/** Every tool of the server, in the order of the list, with `session` among its arguments. The schemas are made once,
 * because every request has a server of its own. */
export const TOOLS = [...READING_TOOLS, ...GOAL_TOOLS, ...BOUNDARY_TOOLS, ...SNAPSHOT_TOOLS, ...STANDING_TOOLS].map(
  (tool: Tool) => ({
    ...tool,
    inputSchema: z.strictObject({ ...tool.input.shape, session: Session }),
  }),
)

/** Returns the server for one request. It has the tools that the caller's key may call. */
export function mcpServer(caller: Caller): McpServer {
  const { version } = caller.server
  const server = new McpServer(
    { name: 'palimpsest', title: 'Palimpsest', version },
    { instructions: INSTRUCTIONS, capabilities: { tools: { listChanged: false }, resources: { listChanged: false } } },
  )
  const canWrite = caller.principal.role !== 'viewer'
  for (const tool of TOOLS) if (canWrite || tool.role === 'viewer') register(server, tool, caller)
  server.registerResource(
    'message',
    new ResourceTemplate(MESSAGE_URI, { list: undefined }),
    { title: 'Message', description: 'A message exactly as it was received.', mimeType: 'application/json' },
    async (uri, { id, seq }) => {
      const text = await failingSafely(caller, () => messageText(caller, String(id), String(seq)))
      return { contents: [{ uri: uri.href, mimeType: 'application/json', text }] }
    },
  )
  return server
}

function register(server: McpServer, tool: (typeof TOOLS)[number], caller: Caller): void {
  const { name, title, description, role, isDestructive = false, inputSchema } = tool
  const annotations = { readOnlyHint: role === 'viewer', destructiveHint: isDestructive, openWorldHint: false }
  server.registerTool(name, { title, description, inputSchema, annotations }, async ({ session: named, ...args }) => {
    try {
      const session = await sessionOf(caller, named)
      const at = { sessionId: session.id, appId: caller.principal.scope }
      const call = { caller, ports: caller.server.ports, session, at }
      const { text, isError = false } = await tool.run({ ...call, args })
      // A mistake of the model costs no further read.
      const meta = isError ? {} : { _meta: { [STATUS_META]: { ...(await statusNow(call)) } } }
      return { content: [{ type: 'text', text }], isError, ...meta }
    } catch (error) {
      return { content: [{ type: 'text', text: failureText(caller, error) }], isError: true }
    }
  })
}

/** Runs a read whose failures are protocol errors. */
async function failingSafely<T>(caller: Caller, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    const isBug = !(error instanceof DomainError)
    throw new ProtocolError(
      isBug ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams,
      failureText(caller, error),
    )
  }
}

/** Returns the text of a failure for the model. The message of an unexpected error is logged, never sent. */
function failureText({ server: { ports } }: Caller, error: unknown): string {
  if (error instanceof DomainError) return error.message
  ports.log.error({ err: error }, 'MCP call failed')
  return 'An unexpected error occurred in the service and was logged.'
}

/** Returns the exact JSON of a message. Throws session_not_found, not_found. [P8] */
async function messageText(caller: Caller, session: string, seqText: string): Promise<string> {
  const { server, principal } = caller
  const { id, lastSeq } = await sessionOf(caller, session)
  const seq = isNumeral(seqText) ? Number(seqText) : 0
  const { admit, release } = server.replies.open(principal.scope ?? 'admin')
  try {
    const at = { appId: principal.scope, sessionId: id, admit }
    const page = seq > 0 ? await readHistory(server.ports, { ...at, from: seq, to: seq, limit: 1 }) : null
    const [message] = page?.messages ?? []
    if (!message) throw new DomainError('not_found', `No message ${seqText} in this session; the last is ${lastSeq}.`)
    return message.stored.raw
  } finally {
    release()
  }
}

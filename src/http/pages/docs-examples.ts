import { PATH_PARAMETER } from '../operation.js'
import type { Operation } from '../operation.js'
import { hasBody } from './openapi.js'

/** A request of each operation as a command for a shell, with the variables of the README: URL, KEY and ID. */

const MESSAGES = [{ role: 'user', content: 'Which file holds the port?' }]

/** Bodies by operation. A test sends each through the schema of its operation. */
export const EXAMPLE_BODIES: Readonly<Record<string, object>> = {
  createSession: { model: 'qwen2.5:7b', contextSize: '16K', externalId: 'thread-1', systemPrompt: 'You are terse.' },
  updateSession: { policy: { priority: 'cache' } },
  forkSession: { seq: 40, externalId: 'thread-1-b' },
  createSnapshot: { name: 'before the release' },
  appendMessages: { format: 'openai', messages: MESSAGES },
  withdrawMessages: { fromSeq: 12 },
  requestCompression: { waitMs: 10_000 },
  compact: { format: 'openai', messages: MESSAGES, contextSize: '8K' },
  markBoundary: { toolName: 'finish_task' },
  addGoal: { description: 'Ship the importer', items: [{ kind: 'decision', text: 'Keep the format', locked: true }] },
  updateGoal: { status: 'completed' },
  addGoalItem: { kind: 'step', text: 'Write the parser' },
  updateGoalItem: { status: 'completed' },
  addStanding: { text: 'Answer in German.', kind: 'rule' },
  editStanding: { text: 'Answer in French.' },
  detectDrift: { action: 'Rewrite the importer in Rust' },
  createApp: { name: 'chat' },
  updateApp: { retentionDays: 90 },
  createKey: { appId: 'default', role: 'app' },
  rotateKey: { graceSeconds: 3_600 },
  createDeletion: { user: 'jane' },
  callReadingTool: { name: 'recall', arguments: { from: 1, to: 3 } },
}

/** Query parameters without which an operation refuses a request. */
export const EXAMPLE_QUERIES: Readonly<Record<string, string>> = { searchMessages: 'q=port', searchOffload: 'q=port' }

/** Variables of the shell for parameters of paths. */
const VARIABLES: Record<string, string> = { sessionId: '$ID', seq: '12', scope: 'user:42', version: '23' }

export function curlOf(operation: Operation): string {
  const { id, method, path, role } = operation
  const query = EXAMPLE_QUERIES[id]
  const address = path.replace(PATH_PARAMETER, (_, name: string) => VARIABLES[name] ?? `$${shellName(name)}`)
  const lines = [
    `curl -s${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} "$URL${address}${query ? `?${query}` : ''}"`,
  ]
  if (role !== 'public') lines.push('-H "Authorization: Bearer $KEY"')
  if (operation.upload) lines.push(`-H 'content-type: ${operation.upload[0]}'`, '--data-binary @FILE')
  else if (hasBody(operation))
    lines.push("-H 'content-type: application/json'", `-d '${JSON.stringify(EXAMPLE_BODIES[id] ?? {})}'`)
  return lines.join(' \\\n  ')
}

/** `checkpointId` → `CHECKPOINT`. */
function shellName(name: string): string {
  return name.replace(/Id$/, '').replace(/[A-Z]/g, '_$&').toUpperCase()
}

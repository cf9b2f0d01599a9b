import { windowsOf, type DoorCall, type DoorsContext } from './door.js'
import { countReplies, countTokens } from './count-tokens.js'

/** Endpoints beside the messages that Claude Code and other clients of Anthropic ask for. */

export type Extra = (context: DoorsContext, call: DoorCall) => Promise<void>

/** Whether the request only asks if the address exists. Claude Code does before its first message. */
export function isProbe(method: string, path: string): boolean {
  return (method === 'HEAD' || method === 'GET') && plain(path) === '/api/hello'
}

/** Returns the endpoint; null: the request passes through. @param isOllama whether the upstream is a local model server */
export function anthropicExtras(): (method: string, path: string, isOllama: boolean) => Extra | null {
  const replies = countReplies()
  return (method, path, isOllama) => {
    if (method === 'POST' && plain(path) === '/v1/messages/count_tokens')
      return (context, call) => countTokens(context, call, replies)
    return method === 'GET' && plain(path) === '/v1/models' && isOllama ? listLocalModels : null
  }
}

function plain(path: string): string {
  return path.split('?')[0] ?? path
}

/** Lists the models of the local server as Anthropic lists its own. */
async function listLocalModels({ ports }: DoorsContext, { response, door }: DoorCall): Promise<void> {
  const models = (await windowsOf(ports, door.upstream)?.models()) ?? []
  const data = models.map(({ name }) => ({ type: 'model', id: name, display_name: name, created_at: UNKNOWN_TIME }))
  const ends = { first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ data, has_more: false, ...ends }))
}

const UNKNOWN_TIME = '1970-01-01T00:00:00Z'

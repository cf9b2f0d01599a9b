import { ADMIN_KEY } from './admin-key.js'
import { type Daemon, type Reply } from './daemon.js'

/** Sends a file to `POST /v1/sessions/import`. */
export function upload(
  daemon: Pick<Daemon, 'call'>,
  file: string,
  { type = 'application/json', query = '', key }: { type?: string; query?: string; key?: string } = {},
): Promise<Reply> {
  const headers = { 'content-type': type }
  return daemon.call('POST', `/v1/sessions/import${query}`, { body: file, headers, ...(key !== undefined && { key }) })
}

/** Returns the text of `GET …/export`. JSON Lines are no JSON, so the typed client cannot read them. */
export async function download(daemon: Pick<Daemon, 'url'>, sessionId: string, format: string): Promise<string> {
  const headers = { authorization: `Bearer ${ADMIN_KEY}` }
  const reply = await fetch(`${daemon.url}/v1/sessions/${sessionId}/export?format=${format}`, { headers })
  const text = await reply.text()
  if (reply.status !== 200) throw new Error(`export: ${reply.status} ${text}`)
  return text
}

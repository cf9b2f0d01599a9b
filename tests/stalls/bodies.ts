import type { WatchedDaemon, Stall } from '../support/event-loop-watchdog.js'

/** Appends a body, exactly as given, to a new session. Returns the reply and the longest stall meanwhile. */
export async function postBody(
  daemon: WatchedDaemon,
  body: string,
): Promise<{ status: number; json: Record<string, unknown>; stall: Stall }> {
  const { id } = await daemon.client.call('createSession', { body: { model: 'm', contextSize: '16K' } })
  await daemon.longestStall()
  const response = await fetch(`${daemon.url}/v1/sessions/${id}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${daemon.key}`, 'content-type': 'application/json' },
    body,
  })
  const json = (await response.json()) as Record<string, unknown>
  return { status: response.status, json, stall: await daemon.longestStall() }
}

/** Repeats a text up to at least so many bytes. */
export function filled(piece: string, bytes: number): string {
  return piece.repeat(Math.ceil(bytes / piece.length))
}

/** A body with one message of the assistant, whose content is given as JSON. */
export function bodyWith(content: string): string {
  return `{"format":"openai","messages":[{"role":"assistant","content":${content}}]}`
}

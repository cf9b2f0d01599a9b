import type { DoorCall, DoorsContext } from '../door.js'

/** Keeps a client waiting that would give up on silence. */
export interface EarlyAnswer {
  stop(): void
}

/** After a silence, commits the status 200 and sends pings, until `stop`. A later error can only be an event. */
export function answerEarly(
  { times }: DoorsContext,
  { response, door }: DoorCall,
  headers: Readonly<Record<string, string>>,
): EarlyAnswer | null {
  const { ping } = door.protocol
  if (ping === null) return null
  const timer = setInterval(() => {
    if (response.destroyed) return
    if (!response.headersSent)
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-cache',
        ...headers,
      })
    response.write(ping)
  }, times.pingMs)
  return { stop: () => clearInterval(timer) }
}

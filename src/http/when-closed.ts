import type { ServerResponse } from 'node:http'

/** Calls a function when the client has gone: at once if it has already, because then nothing reports it any more. Returns a function that
 * ends the wait. */
export function whenClosed(response: ServerResponse, then: () => void): () => void {
  if (response.destroyed) {
    then()
    return () => {}
  }
  response.once('close', then)
  return () => void response.off('close', then)
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AnswerReader, AnswerTranslator } from '../protocol.js'

/** Passes an answer to the client while it is read. */

export interface RelayInput {
  upstream: IncomingMessage
  response: ServerResponse
  reader: AnswerReader | null
  translator: AnswerTranslator | null
  /** Text that keeps a silent stream alive; null: none. */
  ping: string | null
  pingMs: number
  /** Writes the status and the headers. */
  head(): void
  /** Answers with an error instead, while the status is not written: a whole answer that is translated failed. */
  refuse(failure: string): void
  /** Called before the response ends, so that the client's next request finds the answer stored. */
  onEnd(how: 'complete' | 'interrupted'): Promise<void>
  /** Text for a stream that breaks off. */
  brokenStream(): string
}

/** Ends when the answer is passed on and stored, or the client is gone. Never throws. */
export async function relay(input: RelayInput): Promise<void> {
  const { upstream, response, reader, translator, onEnd } = input
  const isWhole = translator !== null && input.ping === null
  if (!isWhole) input.head()
  const pings = new Pings(input)
  let how: 'complete' | 'interrupted' = 'complete'
  try {
    for await (const chunk of upstream as AsyncIterable<Buffer>) {
      const shown = translator ? translator.push(chunk) : chunk
      if (shown.length > 0) {
        reader?.push(shown)
        // A client may take anything after the end as an error.
        if (reader?.hasEnded()) pings.stop()
        else pings.passed(shown)
        if (!response.write(shown)) await drained(response)
      }
      if (response.destroyed) break
    }
    if (response.destroyed || !upstream.complete) how = 'interrupted'
  } catch {
    how = 'interrupted'
  }
  pings.stop()
  const rest = translator?.end(how)
  const failure = translator?.failure() ?? null
  if (failure !== null) how = 'interrupted'
  if (isWhole && failure !== null) {
    await onEnd(how)
    return response.destroyed ? undefined : input.refuse(failure)
  }
  if (isWhole && !response.destroyed) input.head()
  if (rest && rest.length > 0) {
    reader?.push(rest)
    if (!response.destroyed) response.write(rest)
  }
  // Many clients hang up as soon as they have read the end mark.
  await onEnd(failure === null && reader?.hasEnded() ? 'complete' : how)
  if (response.destroyed) return
  if (how === 'complete') response.end()
  else endBroken(input)
}

/** A stream ends with an error event, which a translator has written. Another answer is cut off, so that the client
 * notices. */
function endBroken({ response, translator, ping, brokenStream }: RelayInput): void {
  if (ping === null) return void response.destroy()
  response.end(translator ? '' : brokenStream())
}

async function drained(response: ServerResponse): Promise<void> {
  // Neither event comes any more.
  if (response.destroyed) return
  await new Promise<void>((resolve) => {
    const done = () => {
      response.off('drain', done)
      response.off('close', done)
      resolve()
    }
    response.once('drain', done)
    response.once('close', done)
  })
}

/** Writes a ping after silence, but never inside an event. */
class Pings {
  private readonly timer: NodeJS.Timeout | null
  private tail = '\n\n'

  constructor({ ping, pingMs, response }: RelayInput) {
    this.timer =
      ping === null
        ? null
        : setInterval(() => {
            if (this.tail.endsWith('\n\n') && !response.destroyed) response.write(ping)
          }, pingMs)
  }

  passed(chunk: Uint8Array): void {
    if (!this.timer) return
    this.timer.refresh()
    const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString(
      'latin1',
      Math.max(0, chunk.length - 4),
    )
    this.tail = (this.tail + text).replaceAll('\r', '').slice(-2)
  }

  stop(): void {
    if (this.timer) clearInterval(this.timer)
  }
}

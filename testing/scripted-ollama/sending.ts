import type { ServerResponse } from 'node:http'
import { setImmediate as nextTick, setTimeout as sleep } from 'node:timers/promises'
import { randomChunks } from '../upstreams/script.js'
import type { ToolAnswer } from './tool-model.js'
import { pieces } from './pieces.js'
import { head, type Call, type Reply } from './reply.js'
import type { AnyScenario } from './scenarios.js'

/** Sends answers, whole or as a stream, and breaks off where the scenario says so. */

export const CRASHED = 'llama runner process has terminated: exit status 2'
const MIDWAY = 'an error was encountered while running the model: unexpected EOF'

/** Sends an answer of the summarizing model, one line per token. */
export async function sendTokens(
  response: ServerResponse,
  { scenario, call, answer, tokenMs }: { scenario: AnyScenario; call: Call; answer: Reply; tokenMs: number },
): Promise<void> {
  const { written, thinking, ending } = answer
  const breaksAt = Math.min(3, written.length - 1)
  response.writeHead(200, { 'content-type': 'application/x-ndjson' })
  for (const piece of pieces(thinking)) response.write(jsonLine({ ...head(call, '', piece), done: false }))
  for (const [i, piece] of written.entries()) {
    if (response.destroyed) return
    if (i === breaksAt && scenario === 'reset') return void response.destroy()
    if (i === breaksAt && scenario === 'error-midway') response.write(jsonLine({ error: MIDWAY }))
    const flushed = response.write(jsonLine({ ...head(call, piece), done: false }))
    if (tokenMs > 0) await sleep(tokenMs)
    // Unread data accumulates, and a disconnected client never drains it, so check again after 1 ms.
    else if (!flushed) await sleep(1)
  }
  if (!response.destroyed) response.end(jsonLine({ ...head(call, ''), ...ending }))
}

/** Sends an answer of the model with tools as a stream of chunks that end anywhere, even inside a character.
 * @param chunkMs reads the delay before each chunk: a test may change it meanwhile */
export async function sendChunks(
  response: ServerResponse,
  { lines }: ToolAnswer,
  { scenario, random, chunkMs }: { scenario: AnyScenario; random: () => number; chunkMs: () => number },
): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/x-ndjson' })
  if (scenario === 'no-json') return void response.end('<html>not an answer</html>\n{"half": ')
  const isBroken = scenario === 'half' || scenario === 'reset' || scenario === 'error-midway'
  const sent = isBroken ? lines.slice(0, Math.max(1, Math.floor(lines.length / 2))) : lines
  if (scenario === 'error-midway') sent.push({ error: CRASHED })
  for (const chunk of randomChunks(Buffer.from(sent.map(jsonLine).join('')), random)) {
    await new Promise((resolve) => response.write(chunk, resolve))
    if (chunkMs() > 0) await sleep(chunkMs())
    else await nextTick()
    if (response.destroyed) return
  }
  if (scenario === 'reset') response.destroy()
  else response.end()
}

/** Sends an answer of the model with tools in one piece; half of it where the scenario breaks off. */
export function sendWhole(response: ServerResponse, { whole }: ToolAnswer, scenario: AnyScenario): void {
  const text = scenario === 'no-json' ? '<html>not an answer</html>' : JSON.stringify(whole)
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
  if (scenario !== 'half' && scenario !== 'reset' && scenario !== 'error-midway') return void response.end(text)
  response.write(text.slice(0, text.length / 2), () => {
    if (scenario === 'reset') response.destroy()
    else response.end()
  })
}

const jsonLine = (value: object): string => `${JSON.stringify(value)}\n`

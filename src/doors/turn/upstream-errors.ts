import type { IncomingMessage } from 'node:http'
import { problem, type Problem } from '../../http/problem.js'
import type { Door } from '../door.js'
import type { UpstreamFailure } from '../upstream/send.js'

/** Bytes of an error of the upstream that are read to find out whether the prompt was too long. */
const ERROR_BYTES = 65_536

/** Reads the beginning of an error, which is normally all of it. */
export async function firstBytes(upstream: IncomingMessage): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of upstream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size > ERROR_BYTES) return { bytes: Buffer.concat(chunks), isWhole: false }
    }
  } catch {
    // What arrived is passed on.
  }
  return { bytes: Buffer.concat(chunks), isWhole: true }
}

/** Returns the problem of an upstream that gave no answer. A door of another provider may lead to the local Ollama only because
 * nothing names its server, so the variable that does is part of the answer. */
export function upstreamProblem(
  { reason }: UpstreamFailure,
  { upstream: { url }, protocol, translation }: Door,
): Problem {
  const upstream = `The upstream ${new URL(url).origin}`
  const variable = protocol.id === 'anthropic' ? 'ANTHROPIC_BASE_URL' : 'OPENAI_BASE_URL'
  const hint = translation === null ? '' : ` To use another server, start the daemon with ${variable}.`
  return reason === 'timeout'
    ? problem('upstream_timeout', `${upstream} did not answer in time.`)
    : problem('upstream_unavailable', `${upstream} is not available, or closed the connection.${hint}`)
}

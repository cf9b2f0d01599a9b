import type { IncomingMessage } from 'node:http'
import { problem, type Problem } from '../../http/problem.js'
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

/** Returns the problem of an upstream that gave no answer. */
export function upstreamProblem({ reason }: UpstreamFailure, url: string): Problem {
  const upstream = `The upstream ${new URL(url).origin}`
  return reason === 'timeout'
    ? problem('upstream_timeout', `${upstream} did not answer in time.`)
    : problem('upstream_unavailable', `${upstream} is not available, or closed the connection.`)
}

import type { Config } from '../../config.js'
import { CHECK_TIMEOUT_MS, degraded, ok, reasonOf, type Finding } from './finding.js'

/** Says where the doors lead, and asks hosted upstreams whether they answer.
 * @param own variables that lead to a door of the daemon: right for programs, and left out of all checks */
export async function doors({ openai, anthropic, ollama }: Config, own: readonly string[]): Promise<Finding> {
  const lead = async (door: string, upstream: Config['openai']) => {
    const failure = upstream && (await failureOf(upstream.url))
    const where = upstream?.url ?? `Ollama at ${ollama.url}`
    return {
      failure,
      text: `the ${door} door leads to ${where}${failure ? `, which does not answer (${failure})` : ''}`,
    }
  }
  const found = await Promise.all([lead('OpenAI', openai), lead('Anthropic', anthropic)])
  const text = found.map((one) => one.text).join(', ')
  if (own.length > 0) {
    const [verb, it] = own.length === 1 ? ['is the address of a door', 'it'] : ['are addresses of doors', 'them']
    return degraded(
      `${own.join(', ')} ${verb} of this daemon: right for programs, but the daemon does not start with ${it}`,
      `Unset ${it} in the shell that starts the daemon. Checked without ${it}: ${text}`,
    )
  }
  if (found.every(({ failure }) => failure === null)) return ok(text)
  return degraded(text, 'Correct OPENAI_BASE_URL or ANTHROPIC_BASE_URL. Until it answers, requests to the door get 502')
}

/** Returns why a server does not answer; null: it does, whatever it says to a request without a key. */
async function failureOf(url: string): Promise<string | null> {
  const init: RequestInit = { redirect: 'manual', signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) }
  try {
    await (await fetch(url, init)).body?.cancel()
    return null
  } catch (error) {
    return reasonOf(error)
  }
}

import { isLoopback } from '../../domain/addresses.js'
import { ConfigError, readClientConfig, readConfig, type Environment } from '../../config.js'

/** Programs find a door by the same variables that name the upstreams of the daemon, so a shell that is set up for programs names the
 * daemon as its own upstream. */

/** Returns the environment without the variables that lead to a door of the daemon, and their names. */
export function withoutOwnDoors(env: Environment): { env: Environment; doors: string[] } {
  const { upstreams, daemons } = addressesOf(env)
  const doors = upstreams.flatMap(([name, url]) => (daemons.some((daemon) => isSameServer(url, daemon)) ? [name] : []))
  const isDoor = new Set(doors)
  return { env: Object.fromEntries(Object.entries(env).filter(([name]) => !isDoor.has(name))), doors }
}

/** Returns the given upstreams, and where the daemon of this environment listens and the one that commands use. Empty if one cannot be
 * read: that is reported where the settings are read. */
function addressesOf(env: Environment): { upstreams: [name: string, url: URL][]; daemons: URL[] } {
  const { OPENAI_BASE_URL, ANTHROPIC_BASE_URL, OLLAMA_HOST } = env
  try {
    // No address has this port, so none is refused here.
    const read = readConfig({ OPENAI_BASE_URL, ANTHROPIC_BASE_URL, OLLAMA_HOST, PORT: '0' })
    const urls = {
      OPENAI_BASE_URL: read.openai?.url,
      ANTHROPIC_BASE_URL: read.anthropic?.url,
      OLLAMA_HOST: OLLAMA_HOST && read.ollama.url,
    }
    return {
      upstreams: Object.entries(urls).flatMap(([name, url]) => (url ? [[name, new URL(url)]] : [])),
      daemons: [env, { ...env, PALIMPSEST_URL: '' }].map((one) => new URL(readClientConfig(one).url)),
    }
  } catch (error) {
    if (error instanceof ConfigError) return { upstreams: [], daemons: [] }
    throw error
  }
}

/** All names of this machine are one server. */
function isSameServer(a: URL, b: URL): boolean {
  const port = ({ port, protocol }: URL) => port || (protocol === 'https:' ? '443' : '80')
  return port(a) === port(b) && (a.hostname === b.hostname || (isLoopback(a.hostname) && isLoopback(b.hostname)))
}

import { claude } from './claude.js'
import { codex } from './codex.js'
import { generic } from './generic.js'
import { aider, goose, qwen } from './openai-programs.js'
import { opencode } from './opencode.js'
import { pi } from './pi.js'
import { doorsOf, type Client, type Environment, type Settings, type Wrapping } from './wrapping.js'

/** What each program needs to use the doors of a daemon: its environment and its first arguments. */

const CLIENTS: Record<string, Client> = { claude, codex, opencode, pi, qwen, aider, goose, cline }
export const KNOWN_CLIENTS = Object.keys(CLIENTS)

/** Returns the settings for a program, by the name of its file. Other programs get the variables of the common SDKs. */
export function settingsFor(
  program: string,
  wrapping: Wrapping,
  given: { args: readonly string[]; env: Environment },
): Settings {
  const name = program.replace(/^.*[/\\]/, '').replace(/\.(exe|cmd)$/i, '')
  const client = Object.hasOwn(CLIENTS, name) ? CLIENTS[name]! : generic
  const settings = client(wrapping, given.args, given.env)
  const { url, key } = wrapping
  const common = {
    PALIMPSEST_URL: url,
    ...(key !== null && { PALIMPSEST_KEY: key }),
    ...(settings.session !== null && { PALIMPSEST_SESSION: settings.session }),
  }
  return { ...settings, env: { ...common, ...settings.env } }
}

function cline(wrapping: Wrapping, args: readonly string[], env: Environment): Settings {
  const url = doorsOf(wrapping)
  const hint =
    'Cline reads its provider from its own settings. Choose "OpenAI Compatible" with the base URL ' +
    `${url}/openai/v1, "Anthropic" with the custom base URL ${url}/anthropic, or "Ollama" with ${url}/ollama.`
  return { ...generic(wrapping, args, env), hint }
}

import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { z } from 'zod'
import type { Config } from '../../config.js'
import { formatInteger } from '../../domain/number-format.js'
import { CHECK_TIMEOUT_MS, degraded, ok, type Finding } from './finding.js'

/** Programs that `palimpsest wrap` sets up. */
const PROGRAMS = ['claude', 'codex', 'opencode']
/** Smallest window that leaves Claude Code tokens for a conversation: with every request it sends 11,000 to 25,000 tokens of system prompt and tools,
 * as measured with 2.1. */
export const CLAUDE_MIN_WINDOW = 24_000
/** Models asked for their window. */
const MAX_MODELS = 20

const NEED =
  'Claude Code sends 11,000 to 25,000 tokens before the first word, ' +
  'so its smallest window is 24K, and 32K leaves it tokens to work'

const Tags = z.object({ models: z.array(z.object({ name: z.string() })) })
const Shown = z.object({ model_info: z.record(z.string(), z.unknown()) })

/** Names the window that a client needs, and the models of the model server that have less.
 * @param path the folders of programs, as in PATH */
export async function clients(config: Config, path = process.env.PATH ?? ''): Promise<Finding> {
  const found: string[] = []
  for (const program of PROGRAMS) if (await isInPath(program, path)) found.push(program)
  const what = `${found.length === 0 ? 'no coding agent in PATH' : `${found.join(', ')} in PATH`}; ${NEED}`
  if (!found.includes('claude')) return ok(what)
  const windows = await modelWindows(config)
  const large = windows.filter(({ tokens }) => tokens >= CLAUDE_MIN_WINDOW)
  if (windows.length === 0 || large.length > 0) return ok(what)
  const list = windows.map(({ name, tokens }) => `${name} ${formatInteger(tokens)}`).join(', ')
  return degraded(
    `${what}; no local model has such a window (${list})`,
    'Use Claude Code with its own provider, or pull a model with a larger window, such as qwen3:8b',
  )
}

async function isInPath(program: string, path: string): Promise<boolean> {
  for (const folder of path.split(delimiter).filter((name) => name !== '')) {
    for (const suffix of process.platform === 'win32' ? ['.exe', '.cmd'] : ['']) {
      const isProgram = await access(join(folder, program + suffix), constants.X_OK).then(
        () => true,
        () => false,
      )
      if (isProgram) return true
    }
  }
  return false
}

/** Returns the windows of the models on the model server. Empty if it does not answer: another check reports that. */
async function modelWindows({ ollama }: Config): Promise<{ name: string; tokens: number }[]> {
  const headers: Record<string, string> = ollama.authorization === null ? {} : { authorization: ollama.authorization }
  const ask = async (address: string, body?: object): Promise<unknown> => {
    const init: RequestInit = { headers, redirect: 'error', signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) }
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    return (await fetch(ollama.url + address, { ...init, ...sent })).json()
  }
  try {
    const { models } = Tags.parse(await ask('/api/tags'))
    const windows = await Promise.all(
      models.slice(0, MAX_MODELS).map(async ({ name }) => {
        const shown = Shown.safeParse(await ask('/api/show', { model: name }).catch(() => null))
        const lengths = Object.entries(shown.data?.model_info ?? {}).filter(([key]) => key.endsWith('.context_length'))
        const tokens = lengths.map(([, value]) => value).find((value) => typeof value === 'number')
        return tokens === undefined ? [] : [{ name, tokens }]
      }),
    )
    return windows.flat()
  } catch {
    return []
  }
}

// What every example needs: the daemon and the model server, from the environment.
import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { end, use } from './packages.mjs'

const { createClient } = await use('@palimpsest/client')
const {
  PALIMPSEST_URL = 'http://127.0.0.1:7420',
  PALIMPSEST_KEY,
  DATA_DIR = join(homedir(), '.palimpsest'),
} = process.env

export const OLLAMA = process.env.OLLAMA_HOST ?? 'http://127.0.0.1:11434'
export const MODEL = process.env.MODEL ?? 'qwen2.5:7b'
export const CONTEXT_SIZE = process.env.CONTEXT_SIZE ?? '8K'

/** Connects with PALIMPSEST_KEY, else with the admin key of a daemon on this machine. */
export async function connect() {
  const file = join(DATA_DIR, 'admin-key')
  const key = PALIMPSEST_KEY ?? (await readFile(file, 'utf8').catch(() => null))?.trim()
  if (key === undefined) end(`There is no ${file}. Start a daemon with: npm start. Or set PALIMPSEST_URL and PALIMPSEST_KEY.`)
  return createClient({ baseUrl: PALIMPSEST_URL, apiKey: key })
}

/** Sends one chat to Ollama. Returns its message and the prompt tokens it counted.
 * @param request.options for example `num_ctx`, as a context in the format `ollama` names it */
export async function chat(request) {
  const response = await fetch(`${OLLAMA}/api/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: MODEL, stream: false, ...request }),
    signal: AbortSignal.timeout(300_000),
  }).catch((error) => {
    const reason = error.cause?.code ?? error.message
    throw new Error(`No answer from Ollama at ${OLLAMA} (${reason}). Start it with: ollama serve, or set OLLAMA_HOST.`)
  })
  if (!response.ok) throw new Error(`Ollama answered ${response.status}: ${await response.text()}`)
  const { message, prompt_eval_count: promptTokens } = await response.json()
  return { message, promptTokens }
}

// What every example needs: the daemon and the model server, from the environment.
import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@palimpsest/client'

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
  const key = PALIMPSEST_KEY ?? (await readFile(join(DATA_DIR, 'admin-key'), 'utf8')).trim()
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
  })
  if (!response.ok) throw new Error(`Ollama answered ${response.status}: ${await response.text()}`)
  const { message, prompt_eval_count: promptTokens } = await response.json()
  return { message, promptTokens }
}

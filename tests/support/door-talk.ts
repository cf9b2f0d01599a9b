import { scriptedOllama, type ScriptedOllamaOptions } from '../../testing/scripted-ollama.js'
import { workingScript } from '../../testing/upstreams/script.js'
import { scriptedOpenai } from '../../testing/upstreams/scripted-openai.js'
import type { Loose, ScriptedUpstreamOptions } from '../../testing/upstreams/scripted-upstream.js'
import { startDaemon, type Daemon, type DaemonOptions, type Reply } from './daemon.js'

/** Daemons with doors in front of scripted servers. */

const opened: (() => Promise<void>)[] = []

/** Closes what the test opened, in reverse order. */
export async function closeDoors(): Promise<void> {
  for (const close of opened.splice(0).reverse()) await close()
}

export async function ollamaDoor(upstream: ScriptedOllamaOptions = {}, options: DaemonOptions = {}) {
  const server = await scriptedOllama({ script: workingScript, contextLength: 32_768, ...upstream })
  opened.push(() => server.close())
  const daemon = await startDaemon({ ...options, env: { OLLAMA_HOST: server.url, ...options.env } })
  opened.push(() => daemon.stop())
  return { server, daemon }
}

export async function openaiDoor(upstream: ScriptedUpstreamOptions = {}, options: DaemonOptions = {}) {
  const server = await scriptedOpenai(upstream)
  opened.push(() => server.close())
  const env = { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: 'sk-configured', ...options.env }
  const daemon = await startDaemon({ ...options, env })
  opened.push(() => daemon.stop())
  return { server, daemon }
}

/** Sends one request that does not stream to the Ollama door. */
export function ask(daemon: Daemon, messages: Loose[], headers: Record<string, string> = {}): Promise<Reply> {
  const body = { model: 'qwen2.5:7b', stream: false, messages }
  return daemon.call('POST', '/ollama/api/chat', { key: null, body, headers })
}

export const user = (content: string) => ({ role: 'user', content })
export const assistant = (content: string) => ({ role: 'assistant', content })

/** Returns the sessions, oldest first, with the text of their messages that are in the context. */
export async function sessionTexts(daemon: Daemon): Promise<{ id: string; metadata: Loose; texts: string[] }[]> {
  const { sessions } = await daemon.client.call('listSessions', { query: { limit: 100 } })
  const all = sessions.toReversed().map(async ({ id, metadata }) => {
    const { messages } = await daemon.client.call('readContext', {
      params: { sessionId: id },
      query: { format: 'ollama' },
    })
    const texts = (messages as Loose[]).filter(({ role }) => role !== 'system').map(({ content }) => String(content))
    return { id, metadata, texts }
  })
  return Promise.all(all)
}

import { doorsOf, LOCAL_WINDOW, windowOf, type Environment, type Settings, type Wrapping } from './wrapping.js'

/** Settings of opencode, as inline configuration. */
export function opencode(wrapping: Wrapping, _args: readonly string[], env: Environment): Settings {
  const { url, key, model, session, withTools } = wrapping
  const windowTokens = windowOf(wrapping)
  // It names its sessions itself, several in one run. A name for all of them only on request.
  const headers = {
    ...(key !== null && { 'X-Palimpsest-Key': '{env:PALIMPSEST_KEY}' }),
    ...(session !== null && { 'X-Palimpsest-Session': '{env:PALIMPSEST_SESSION}' }),
    ...(windowTokens !== null && { 'X-Context-Size': String(windowTokens) }),
  }
  const context = windowTokens ?? LOCAL_WINDOW
  const at = (path: string) => ({ options: { baseURL: `${doorsOf(wrapping)}${path}`, headers } })
  const palimpsest = {
    npm: '@ai-sdk/openai-compatible',
    name: 'Palimpsest',
    options: {
      baseURL: `${doorsOf(wrapping)}/openai/v1`,
      headers,
      ...(key !== null && { apiKey: '{env:PALIMPSEST_KEY}' }),
    },
    models: { [model ?? '']: { limit: { context, output: Math.floor(context / 4) } } },
  }
  const tools = { type: 'remote', url: `${url}/mcp`, headers: { ...headers, ...bearer(key) } }
  const config = {
    provider: model === null ? { anthropic: at('/anthropic/v1'), openai: at('/openai/v1') } : { palimpsest },
    ...(model !== null && { model: `palimpsest/${model}`, small_model: `palimpsest/${model}` }),
    compaction: { auto: false },
    ...(withTools && session !== null && { mcp: { palimpsest: tools } }),
  }
  const hint = env.OPENCODE_CONFIG_CONTENT ? 'OPENCODE_CONFIG_CONTENT was set and is replaced for this run.' : null
  return { env: { OPENCODE_CONFIG_CONTENT: JSON.stringify(config) }, args: [], session, hint }
}

function bearer(key: string | null): Record<string, string> {
  return key === null ? {} : { Authorization: 'Bearer {env:PALIMPSEST_KEY}' }
}

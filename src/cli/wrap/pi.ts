import { PI_EXTENSION } from '../root.js'
import { doorsOf, LOCAL_WINDOW, windowOf, type Settings, type Wrapping } from './wrapping.js'

/** Window that the program believes in, so that it does not shorten its history by itself: the door keeps to the real one. */
const PROGRAM_WINDOW = 1_000_000

/** Settings of pi: an extension with the providers. Its own settings stay as they are. */
export function pi(wrapping: Wrapping): Settings {
  const { key, session, model } = wrapping
  const url = doorsOf(wrapping)
  const windowTokens = windowOf(wrapping)
  const headers = {
    // A value that is the name of a variable is its content.
    ...(key !== null && { 'X-Palimpsest-Key': 'PALIMPSEST_KEY' }),
    ...(session !== null && { 'X-Palimpsest-Session': 'PALIMPSEST_SESSION' }),
    ...(windowTokens !== null && { 'X-Context-Size': String(windowTokens) }),
  }
  const local = {
    baseUrl: `${url}/openai/v1`,
    api: 'openai-completions',
    apiKey: key === null ? 'none' : 'PALIMPSEST_KEY',
    headers,
    compat: { supportsDeveloperRole: false, supportsReasoningEffort: false },
    models: [
      {
        id: model,
        name: model,
        reasoning: false,
        input: ['text'],
        cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
        contextWindow: PROGRAM_WINDOW,
        maxTokens: Math.floor((windowTokens ?? LOCAL_WINDOW) / 4),
      },
    ],
  }
  const providers =
    model === null
      ? {
          openai: { baseUrl: `${url}/openai/v1`, headers },
          anthropic: { baseUrl: `${url}/anthropic`, headers },
        }
      : { palimpsest: local }
  return {
    env: { PALIMPSEST_PI_PROVIDERS: JSON.stringify(providers) },
    args: ['--extension', PI_EXTENSION, ...(model === null ? [] : ['--provider', 'palimpsest', '--model', model])],
    session,
    hint: null,
  }
}

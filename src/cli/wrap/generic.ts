import type { Environment, Settings, Wrapping } from './wrapping.js'

/** The variables that the SDKs of the providers and most programs on them read. */
export function generic({ url, key, session, model }: Wrapping, _args: readonly string[], env: Environment): Settings {
  // Clients of Ollama send no key and no header of ours.
  const ollama = key === null ? `${url}/ollama` : `${url}/with-key/${key}/ollama`
  const ownKey = (name: string) => (model === null && (env[name] ?? '') !== '' ? {} : { [name]: key ?? 'none' })
  return {
    env: {
      OPENAI_BASE_URL: `${url}/openai/v1`,
      OPENAI_API_BASE: `${url}/openai/v1`,
      ...ownKey('OPENAI_API_KEY'),
      ANTHROPIC_BASE_URL: `${url}/anthropic`,
      ...ownKey('ANTHROPIC_API_KEY'),
      OLLAMA_HOST: ollama,
      OLLAMA_API_BASE: ollama,
    },
    args: [],
    session,
    hint: null,
  }
}

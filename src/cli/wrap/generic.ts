import { doorsOf, scopePath, type Environment, type Settings, type Wrapping } from './wrapping.js'

/** The variables that the SDKs of the providers and most programs on them read. */
export function generic(wrapping: Wrapping, _args: readonly string[], env: Environment): Settings {
  const { url, key, session, scope, model } = wrapping
  const doors = doorsOf(wrapping)
  // Clients of Ollama send no key and no header of ours.
  const inScope = scope === null ? '' : scopePath(scope)
  const ollama = key === null ? `${doors}/ollama` : `${url}/with-key/${key}${inScope}/ollama`
  const ownKey = (name: string) => (model === null && (env[name] ?? '') !== '' ? {} : { [name]: key ?? 'none' })
  return {
    env: {
      OPENAI_BASE_URL: `${doors}/openai/v1`,
      OPENAI_API_BASE: `${doors}/openai/v1`,
      ...ownKey('OPENAI_API_KEY'),
      ANTHROPIC_BASE_URL: `${doors}/anthropic`,
      ...ownKey('ANTHROPIC_API_KEY'),
      OLLAMA_HOST: ollama,
      OLLAMA_API_BASE: ollama,
    },
    args: [],
    session,
    hint: null,
  }
}

import { generic } from './generic.js'
import { doorsOf, scopePath, type Environment, type Settings, type Wrapping } from './wrapping.js'

/** Programs that read the address of an OpenAI-compatible server from the environment, each with more variables. */

/** Tokens of history from which aider asks a model to shorten it: never. */
const NO_SUMMARIES = '1000000000'

export function aider(wrapping: Wrapping, args: readonly string[], env: Environment): Settings {
  const { model } = wrapping
  const settings = withWindowHint(wrapping, generic(wrapping, args, env))
  // The prefix makes aider's library use the address for any name.
  const named = model === null ? [] : ['--model', `openai/${model}`, '--no-show-model-warnings']
  return { ...settings, args: ['--max-chat-history-tokens', NO_SUMMARIES, ...named] }
}

export function qwen(wrapping: Wrapping, args: readonly string[], env: Environment): Settings {
  const { model } = wrapping
  const settings = withWindowHint(wrapping, generic(wrapping, args, env))
  return {
    ...settings,
    env: { ...settings.env, ...(model !== null && { OPENAI_MODEL: model }) },
    args: ['--auth-type', 'openai', ...(model === null ? [] : ['--model', model])],
  }
}

export function goose(wrapping: Wrapping, args: readonly string[], env: Environment): Settings {
  const { url, scope, model } = wrapping
  const settings = withWindowHint(wrapping, generic(wrapping, args, env))
  const local: Settings['env'] = model === null ? {} : { GOOSE_PROVIDER: 'openai', GOOSE_MODEL: model }
  const path = scope === null ? '' : `${scopePath(scope).slice(1)}/`
  const openai = { OPENAI_HOST: url, OPENAI_BASE_PATH: `${path}openai/v1/chat/completions` }
  return {
    ...settings,
    env: { ...settings.env, ...openai, ANTHROPIC_HOST: `${doorsOf(wrapping)}/anthropic`, ...local },
  }
}

/** These programs send no header of ours from their environment, so `--window` cannot reach the door. */
function withWindowHint({ windowTokens }: Wrapping, settings: Settings): Settings {
  if (windowTokens === null) return settings
  const hint =
    'This program cannot ask for a window. The session gets the one that its server reports, else DOOR_CONTEXT_SIZE of ' +
    'the daemon.'
  return { ...settings, hint }
}

import { doorsOf, windowOf, type Environment, type Settings, type Wrapping } from './wrapping.js'

/** Tokens at which Codex compacts by itself: never. */
const NO_COMPACTION = '1000000000'

/** Settings of Codex, as `-c` arguments. */
export function codex(wrapping: Wrapping, _args: readonly string[], env: Environment): Settings {
  const { url, key, model, withTools } = wrapping
  const windowTokens = windowOf(wrapping)
  // Codex names its threads itself, and a resumed one as before. The tools find it by an alias.
  const session = wrapping.session ?? `codex-${wrapping.newId()}`
  const nameHeader = wrapping.session === null ? 'X-Palimpsest-Alias' : 'X-Palimpsest-Session'
  // With a key of their own, users pay at their provider; ours then goes beside it.
  const hasOwnKey = model === null && (env.OPENAI_API_KEY ?? '') !== ''
  const headers = {
    [nameHeader]: 'PALIMPSEST_SESSION',
    ...(key !== null && hasOwnKey && { 'X-Palimpsest-Key': 'PALIMPSEST_KEY' }),
  }
  const provider = 'model_providers.palimpsest'
  const settings: [string, string][] = [
    ['model_provider', '"palimpsest"'],
    [`${provider}.name`, '"Palimpsest"'],
    [`${provider}.base_url`, JSON.stringify(`${doorsOf(wrapping)}/openai/v1`)],
    [`${provider}.wire_api`, '"responses"'],
    ...(hasOwnKey || key !== null
      ? [[`${provider}.env_key`, hasOwnKey ? '"OPENAI_API_KEY"' : '"PALIMPSEST_KEY"'] as [string, string]]
      : []),
    [`${provider}.env_http_headers`, inlineTable(headers)],
    ['features.enable_request_compression', 'false'],
    ['model_auto_compact_token_limit', NO_COMPACTION],
    ...(model === null
      ? []
      : ([
          ['model', JSON.stringify(model)],
          ['model_context_window', String(windowTokens)],
        ] as [string, string][])),
    ...(windowTokens === null
      ? []
      : [[`${provider}.http_headers`, inlineTable({ 'X-Context-Size': String(windowTokens) })] as [string, string]]),
    ...(withTools
      ? ([
          ['mcp_servers.palimpsest.url', JSON.stringify(`${url}/mcp`)],
          ...(key === null ? [] : [['mcp_servers.palimpsest.bearer_token_env_var', '"PALIMPSEST_KEY"']]),
          ['mcp_servers.palimpsest.env_http_headers', inlineTable({ 'X-Palimpsest-Session': 'PALIMPSEST_SESSION' })],
        ] as [string, string][])
      : []),
  ]
  return { env: {}, args: settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]), session, hint: null }
}

function inlineTable(values: Readonly<Record<string, string>>): string {
  const members = Object.entries(values).map(([name, value]) => `${JSON.stringify(name)}=${JSON.stringify(value)}`)
  return `{${members.join(', ')}}`
}

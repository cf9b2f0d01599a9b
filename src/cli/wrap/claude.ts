import { wordSet } from '../../domain/texts.js'
import { doorsOf, windowOf, type Environment, type Settings, type Wrapping } from './wrapping.js'

/** Commands of Claude Code that open no conversation. */
const CLAUDE_COMMANDS = wordSet(
  'mcp update upgrade doctor config install setup-token plugin auth agents migrate-installer',
)
/** Options that name or choose a conversation. */
const SESSION_OPTIONS = wordSet('-r --resume -c --continue --session-id --from-pr')
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Window that the program believes in: that of hosted models. */
const PROGRAM_WINDOW = '200000'

/** Settings of Claude Code. */
export function claude(wrapping: Wrapping, args: readonly string[], env: Environment): Settings {
  const { key, model } = wrapping
  const windowTokens = windowOf(wrapping)
  const { session, alias, own } = claudeSession(wrapping, args)
  const headers = [
    env.ANTHROPIC_CUSTOM_HEADERS,
    key === null ? undefined : `X-Palimpsest-Key: ${key}`,
    wrapping.session === null ? undefined : `X-Palimpsest-Session: ${wrapping.session}`,
    alias === null ? undefined : `X-Palimpsest-Alias: ${alias}`,
    windowTokens === null ? undefined : `X-Context-Size: ${windowTokens}`,
  ].filter((line) => line !== undefined && line !== '')
  const name = session ?? alias
  const local: Settings['env'] =
    model === null
      ? {}
      : {
          // Its own login must not go to our model server.
          ANTHROPIC_API_KEY: null,
          ANTHROPIC_AUTH_TOKEN: key ?? 'none',
          ANTHROPIC_MODEL: model,
          ANTHROPIC_SMALL_FAST_MODEL: model,
          ANTHROPIC_DEFAULT_HAIKU_MODEL: model,
          ANTHROPIC_DEFAULT_SONNET_MODEL: model,
          ANTHROPIC_DEFAULT_OPUS_MODEL: model,
          // The door keeps to the window. In one of 32K, the program itself refuses to go on after the first tool.
          CLAUDE_CODE_MAX_CONTEXT_TOKENS: PROGRAM_WINDOW,
          // It changes with every request and would spoil the prompt cache.
          CLAUDE_CODE_ATTRIBUTION_HEADER: '0',
        }
  return {
    env: {
      ANTHROPIC_BASE_URL: `${doorsOf(wrapping)}/anthropic`,
      ...(headers.length > 0 && { ANTHROPIC_CUSTOM_HEADERS: headers.join('\n') }),
      // The door keeps the context small; a compaction of its own would shorten the history.
      DISABLE_AUTO_COMPACT: '1',
      ...local,
    },
    args: [...own, ...(wrapping.withTools && name !== null ? [claudeTools(wrapping)] : [])],
    session: name,
    hint: null,
  }
}

/** A new conversation gets its id from us. The program sends it with every request, also after `--resume` with that id,
 * and the door makes it the external id of the session. Which conversation `--continue` means is not known here: the tools
 * find it by an alias, so that they do not change in the middle of it. */
function claudeSession(
  { session, newId }: Wrapping,
  args: readonly string[],
): { session: string | null; alias: string | null; own: string[] } {
  if (args[0] !== undefined && CLAUDE_COMMANDS.has(args[0])) return { session: null, alias: null, own: [] }
  if (session !== null) return { session, alias: null, own: [] }
  const at = args.findIndex((arg) => SESSION_OPTIONS.has(optionOf(arg).name))
  if (at < 0) {
    const id = newId()
    return { session: id, alias: null, own: [`--session-id=${id}`] }
  }
  const named = optionOf(args[at]!).value ?? args[at + 1] ?? ''
  if (UUID.test(named) && !args.includes('--fork-session'))
    return { session: named.toLowerCase(), alias: null, own: [] }
  return { session: null, alias: `claude-${newId()}`, own: [] }
}

/** `--resume=x` → `--resume` and `x`. */
function optionOf(arg: string): { name: string; value?: string | undefined } {
  const [name = '', ...values] = arg.split('=')
  return { name, value: values.length > 0 ? values.join('=') : undefined }
}

/** The program reads the variables itself, so that no key is on the command line. The `=` keeps the option, which takes
 * several values, from swallowing the arguments of the user. */
function claudeTools({ url, key }: Wrapping): string {
  const headers = {
    ...(key !== null && { Authorization: 'Bearer ${PALIMPSEST_KEY}' }),
    'X-Palimpsest-Session': '${PALIMPSEST_SESSION}',
  }
  return `--mcp-config=${JSON.stringify({ mcpServers: { palimpsest: { type: 'http', url: `${url}/mcp`, headers } } })}`
}

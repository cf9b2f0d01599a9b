/** Determines the kind of result a tool returns from the tool name alone. [D2] */
import { NamePattern, memoized, spellings } from './tool-names.js'

export const RESULT_KINDS = ['search', 'file', 'query', 'api'] as const
export type ResultKind = (typeof RESULT_KINDS)[number]

/** Tool names by kind of result. `*` matches any characters, and spelling variants of a name match. */
export type KindPatterns = Record<ResultKind, string[]>

/** Commands return results of every kind. The shape of the result decides. */
const COMMANDS = [
  ...['bash', 'shell', 'local_shell', 'execute_bash', 'run_command', 'execute_command', 'run_terminal_cmd'],
  'terminal',
]

/** Tool names of Claude Code, pi, SWE-agent, tau-bench, LangChain and common MCP servers, and common naming
 * patterns. */
export const DEFAULT_KINDS: KindPatterns = {
  search: [
    ...[
      ...['grep', 'glob', 'rg', 'ripgrep', 'find', 'ls', 'find_file', 'find_files', 'search', 'search_*', '*_search'],
      '*_search_*',
    ],
    ...['list_files', 'list_dir', 'list_directory', 'google_serper', 'duckduckgo*', 'tavily*', 'serpapi*'],
    ...['wikipedia', 'arxiv', 'retriever', 'retrieve_documents', ...COMMANDS],
  ],
  file: [
    ...['read', 'view', 'open', 'cat', 'goto', 'scroll_*', 'read_*', '*_read', 'view_*', 'open_file', 'get_file_*'],
    ...['notebook_read', 'str_replace_editor', 'str_replace_based_edit_tool', 'fetch', 'web_fetch', 'fetch_url'],
    ...['fetch_page', '*_read_file'],
  ],
  query: [
    'query',
    'query_*',
    '*_query',
    '*_query_*',
    'sql',
    'sql_*',
    '*_sql',
    'psql',
    'select_*',
    'run_sql_*',
    ...COMMANDS,
  ],
  api: [
    ...[
      ...['get_*', 'list_*', 'fetch_*', 'describe_*', 'lookup_*', 'retrieve_*', 'call_*', 'request', 'request_*'],
      ...['requests_*', 'http_*'],
    ],
    ...[
      '*_api',
      'api_*',
      'create_*',
      'update_*',
      'modify_*',
      'cancel_*',
      'book_*',
      'exchange_*',
      'return_*',
      ...COMMANDS,
    ],
  ],
}

/** Returns a function that lists the kinds to try for a tool. The most specific pattern decides. It returns several
 * kinds only if patterns are equally specific. */
export function kindsByName(patterns: KindPatterns): (toolName: string) => ResultKind[] {
  const known = RESULT_KINDS.flatMap((kind) =>
    patterns[kind].map((pattern) => ({ kind, pattern: new NamePattern(pattern) })),
  )
  return memoized((toolName) => {
    const names = spellings(toolName)
    const fitting = known.filter(({ pattern }) => pattern.fits(names))
    const maxWeight = Math.max(...fitting.map(({ pattern }) => pattern.weight))
    return [...new Set(fitting.filter(({ pattern }) => pattern.weight === maxWeight).map(({ kind }) => kind))]
  })
}

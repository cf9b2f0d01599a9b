/** What kind of result a tool gives, from its name alone. [D2] */
import { NamePattern, memoized, spellings } from '../tool-names.js'

export const RESULT_KINDS = ['search', 'file', 'query', 'api'] as const
export type ResultKind = (typeof RESULT_KINDS)[number]

/** Names of tools by the kind of their results; `*` stands for any letters, and how a name is spelled does not matter. */
export type KindPatterns = Record<ResultKind, string[]>

/** Commands give results of every kind; which one shows in the shape of what came. */
const COMMANDS = [
  'bash',
  'shell',
  'local_shell',
  'execute_bash',
  'run_command',
  'execute_command',
  'run_terminal_cmd',
  'terminal',
]

/** Names in Claude Code, pi, SWE-agent, tau-bench, LangChain and the usual MCP servers, and the habits of naming behind them. */
export const DEFAULT_KINDS: KindPatterns = {
  search: [
    ...[
      'grep',
      'glob',
      'rg',
      'ripgrep',
      'find',
      'ls',
      'find_file',
      'find_files',
      'search',
      'search_*',
      '*_search',
      '*_search_*',
    ],
    ...['list_files', 'list_dir', 'list_directory', 'google_serper', 'duckduckgo*', 'tavily*', 'serpapi*'],
    ...['wikipedia', 'arxiv', 'retriever', 'retrieve_documents', ...COMMANDS],
  ],
  file: [
    ...[
      'read',
      'view',
      'open',
      'cat',
      'goto',
      'scroll_*',
      'read_*',
      '*_read',
      'view_*',
      'open_file',
      'get_file_*',
      'notebook_read',
    ],
    ...[
      'str_replace_editor',
      'str_replace_based_edit_tool',
      'fetch',
      'web_fetch',
      'fetch_url',
      'fetch_page',
      '*_read_file',
    ],
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
      'get_*',
      'list_*',
      'fetch_*',
      'describe_*',
      'lookup_*',
      'retrieve_*',
      'call_*',
      'request',
      'request_*',
      'requests_*',
      'http_*',
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

/** Kinds to try for a tool, best first. The pattern that says most decides; several kinds only where they say equally much. */
export function kindsByName(patterns: KindPatterns): (toolName: string) => ResultKind[] {
  const known = RESULT_KINDS.flatMap((kind) =>
    patterns[kind].map((pattern) => ({ kind, pattern: new NamePattern(pattern) })),
  )
  return memoized((toolName) => {
    const names = spellings(toolName)
    const fitting = known.filter(({ pattern }) => pattern.fits(names))
    const most = Math.max(...fitting.map(({ pattern }) => pattern.weight))
    return [...new Set(fitting.filter(({ pattern }) => pattern.weight === most).map(({ kind }) => kind))]
  })
}

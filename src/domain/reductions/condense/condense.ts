/** Condenses a tool result by kind of tool. The tool name and the shape of the content select the reader. Results with
 * an unknown shape, and results that report a failure, stay unchanged. [D2] */
import { isYaml } from './yaml.js'
import { condenseFields, isFailure } from './fields.js'
import { condenseAddresses, condenseHits, condenseLinks } from './hits.js'
import { readJson, type Span } from './json-spans.js'
import type { KindPatterns, ResultKind } from './kinds.js'
import { condenseMatches } from './matches.js'
import { readShownFile } from './numbered.js'
import { condenseFile } from './outline.js'
import { condensePaths } from './paths.js'
import { condenseRows } from './rows.js'
import type { CondensedView, ViewBounds } from './view.js'

/** When and how results are condensed. Token counts apply at a limit of 13,600. */
export interface CondenseRule {
  kinds: KindPatterns
  /** Files with more lines are outlined. */
  fileLines: number
  /** Query results with more rows are sampled. */
  queryRows: number
  /** Smaller results, and structured data below `structuredTokens`, stay unchanged. */
  minTokens: number
  structuredTokens: number
  /** `debug`: nothing is condensed. */
  verbosity: 'normal' | 'debug'
}

/** Maximum size of a view: this share of the limit, within the bounds in characters for any window. */
const VIEW_SHARE = 0.06
const CHARACTERS_PER_TOKEN = 4
const VIEW_CHARACTERS = { min: 600, max: 16_000 }
/** A view of at most this share of its source is clearly smaller, including the text around it. */
const WORTH_SHARE = 0.65
/** Larger results are offloaded instead, because reading them would block other requests. They have about 100,000
 * tokens, too many for any window. */
const MAX_READ_CHARACTERS = 400_000
const MAX_READ_LINES = 20_000
/** Matches the beginning of a text that reports a failure. */
const FAILURE = /^\s*(?:<returncode>[^0]|(?:fatal |\w*)(?:error|exception)\b|traceback\b)/i

export interface Source {
  text: string
  /** Tokens of the result. */
  tokens: number
  /** Kinds to try, best first. */
  kinds: readonly ResultKind[]
}

/** Returns the condensed view; null if the result should stay unchanged. `structuredTokens` must already be scaled to
 * the limit. */
export function condense(
  { text, tokens, kinds }: Source,
  { fileLines, queryRows, structuredTokens }: Pick<CondenseRule, 'fileLines' | 'queryRows' | 'structuredTokens'>,
  limit: number,
): CondensedView | null {
  if (kinds.length === 0 || isTooLong(text) || FAILURE.test(text.slice(0, 200))) return null
  const json = readJson(text)
  if (json && (tokens < structuredTokens || isFailure(text, json))) return null
  if (tokens < structuredTokens && isYaml(text)) return null
  const bounds = boundsFor(text, limit)
  const readers: Record<ResultKind, () => CondensedView | null> = {
    search: () =>
      json ? (condenseHits(text, json, bounds) ?? condenseFields(text, json, bounds)) : searchText(text, bounds),
    file: () => condenseFile(text, fileLines, bounds) ?? longJson(text, json, fileLines, bounds),
    query: () => condenseRows(text, json, queryRows, bounds),
    api: () => json && condenseFields(text, json, bounds),
  }
  for (const kind of kinds) {
    const view = readers[kind]()
    if (view) return view
  }
  return null
}

function searchText(text: string, bounds: ViewBounds): CondensedView | null {
  return (
    condenseLinks(text, bounds) ??
    condenseMatches(text, bounds) ??
    condensePaths(text, bounds) ??
    condenseAddresses(text, bounds)
  )
}

/** Condenses a long file that contains a single JSON value. It has fields instead of declarations. */
function longJson(text: string, json: Span | null, fileLines: number, bounds: ViewBounds): CondensedView | null {
  const { lines, numbered } = readShownFile(text)
  if (lines.length <= fileLines) return null
  // A JSON string never spans lines, so text copied from the body also occurs in the numbered text.
  const body = numbered ? lines.map((line) => line.text).join('\n') : text
  const value = numbered ? readJson(body) : json
  return value && { ...condenseFields(body, value, bounds), kind: 'file' }
}

function isTooLong(text: string): boolean {
  if (text.length > MAX_READ_CHARACTERS) return true
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0 && lines <= MAX_READ_LINES; at = text.indexOf('\n', at + 1)) lines += 1
  return lines > MAX_READ_LINES
}

function boundsFor(text: string, limit: number): ViewBounds {
  const characters = Math.floor(VIEW_SHARE * limit) * CHARACTERS_PER_TOKEN
  return {
    maxCharacters: Math.min(VIEW_CHARACTERS.max, Math.max(VIEW_CHARACTERS.min, characters)),
    worthCharacters: Math.floor(WORTH_SHARE * text.length),
  }
}

/** A tool result in short, as its kind of tool wants it. The reader is chosen by the tool's name and the shape of what came; when no reader
 * knows the shape, or a result says that something failed, it stays as it is. [D2] */
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

/** When and how results are condensed. Token figures are for a limit of 13,600. */
export interface CondenseRule {
  kinds: KindPatterns
  /** Longer files are outlined. */
  fileLines: number
  /** Results of more rows are sampled. */
  queryRows: number
  /** Smaller results, and structured data smaller than the second figure, are kept as they are. */
  minTokens: number
  structuredTokens: number
  /** `debug`: everything is kept as it is. */
  verbosity: 'normal' | 'debug'
}

/** A view takes at most this share of the limit, and so many characters in any window. */
const VIEW_SHARE = 0.06
const CHARACTERS_PER_TOKEN = 4
const VIEW_CHARACTERS = { least: 600, most: 16_000 }
/** A view of this share of its source is clearly smaller, what is said around it included. */
const WORTH_SHARE = 0.65
/** Larger results are not read through while others wait; they are offloaded. At a hundred thousand tokens no window is the place for them. */
const MAX_READ_CHARACTERS = 400_000
const MAX_READ_LINES = 20_000
/** Text that begins so tells of a failure. */
const FAILURE = /^\s*(?:<returncode>[^0]|(?:fatal |\w*)(?:error|exception)\b|traceback\b)/i

export interface Source {
  text: string
  /** Tokens of the result. */
  tokens: number
  /** Kinds to try, best first. */
  kinds: readonly ResultKind[]
}

/** Null: keep the result as it is. `structuredTokens` is scaled to the limit already. */
export function condense(
  { text, tokens, kinds }: Source,
  { fileLines, queryRows, structuredTokens }: Pick<CondenseRule, 'fileLines' | 'queryRows' | 'structuredTokens'>,
  limit: number,
): CondensedView | null {
  if (kinds.length === 0 || isTooLong(text) || FAILURE.test(text.slice(0, 200))) return null
  const json = readJson(text)
  if (json && (tokens < structuredTokens || isFailure(text, json))) return null
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

/** A file that is one JSON value has no declarations, but fields. */
function longJson(text: string, json: Span | null, fileLines: number, bounds: ViewBounds): CondensedView | null {
  const { lines, numbered } = readShownFile(text)
  if (lines.length <= fileLines) return null
  // No value of JSON goes over the end of a line, so what is copied of it stands in the numbered text as well.
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
    maxCharacters: Math.min(VIEW_CHARACTERS.most, Math.max(VIEW_CHARACTERS.least, characters)),
    worthCharacters: Math.floor(WORTH_SHARE * text.length),
  }
}

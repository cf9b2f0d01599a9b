import { FAILED, pathOf, REFUSED, stringsIn } from '../anchors/artifacts.js'
import { scriptRuns, type Scripts } from '../anchors/script-files.js'
import { commandLineOf, isFile } from '../anchors/shell-files.js'
import { shellCommands } from '../anchors/shell-words.js'
import { parsedArguments } from '../source/reading.js'
import type { SourceMessage } from '../source/types.js'
import { outcomeOf } from './outcome.js'
import { isComment, quoted, shortened } from './statement.js'

/** What calls put into files, and what they took out: the rows that matter most. Without them, a file is only named, and an
 * agent that says little leaves nothing about its work. [V5] */

export interface FileEdits {
  path: string
  /** What comments of the scripts that changed it say, and expressions of `sed`. */
  remarks: string[]
  /** Rows that were added and are still there, and declarations that were removed. */
  added: string[]
  removed: string[]
  /** Seqs of the calls, ascending. */
  seqs: number[]
}

/** Rows read of one edit. */
const MAX_ROWS = 400
/** Rows shown of one file. */
const SHOWN = { remarks: 2, added: 3, removed: 2 }
/** Characters shown of one row. */
const MAX_ROW_CHARS = 80
const PAIRS = [
  ['old_string', 'new_string'],
  ['old_str', 'new_str'],
  ['oldText', 'newText'],
  ['old_text', 'new_text'],
  ['search', 'replace'],
] as const
const PATCHED = /^\*\*\* (?:Add|Update) File: (.{1,400})$/
/** Imports, single arguments and strings, and rows of drawn boxes. */
const SAYS_NOTHING =
  /^(?:import\b|from \S+ import\b|use \w|#include|package \w|require\(|[\w.&*]{1,60},?$|["'`][^"'`]{0,200}["'`][,;]?$|[─-╿])/
/** Declarations that others use, unlike variables of a function. */
const DEFINES =
  /^(?:(?:export|public|private|protected|static|async|abstract|final|pub|default)\s+){0,3}(?:func|function|def|class|type|interface|struct|enum|fn|impl|trait|record|module)\s/
/** Rows that only report a fault or return. */
const REPORTS =
  /^(?:return\b|(?:if|else|try|except|catch|for)\b.{0,20}\b(?:err|error)\b|(?:fmt|t|console|log|logging|logger|slog|print|assert|raise|throw)\b)/

/** Returns the edits of a turn by file, in order of the last edit. Failed and refused calls are left out. */
export function editsOf(messages: readonly SourceMessage[]): FileEdits[] {
  const files = new Map<string, FileEdits>()
  const waiting = new Map<string, { seq: number; edits: Edit[]; isCommand: boolean }>()
  const scripts: Scripts = new Map()
  for (const { seq, parts } of messages)
    for (const part of parts) {
      if (part.kind === 'call') {
        const value = parsedArguments(part.args)
        const command = commandLineOf(part.name, value)
        const byCommand = command === null ? [] : [...sedEdits(command), ...scriptEdits(command, scripts)]
        waiting.set(part.callId, { seq, edits: [...editsIn(value), ...byCommand], isCommand: byCommand.length > 0 })
      }
      if (part.kind !== 'result') continue
      const call = waiting.get(part.callId)
      waiting.delete(part.callId)
      const head = part.text.slice(0, 200)
      if (!call || part.isError || FAILED.test(head) || REFUSED.test(head)) continue
      if (call.isCommand && outcomeOf(part.text, false) === 'failed') continue
      for (const edit of call.edits) noteEdit(files, edit, call.seq)
    }
  return [...files.values()].filter(({ remarks, added, removed }) => remarks.length + added.length + removed.length > 0)
}

interface Edit {
  path: string
  remarks?: string[]
  before: string[]
  after: string[]
}

function noteEdit(files: Map<string, FileEdits>, { path, remarks = [], before, after }: Edit, seq: number): void {
  const known = files.get(path) ?? { path, remarks: [], added: [], removed: [], seqs: [] }
  const [had, has] = [new Set(before), new Set(after)]
  const added = after.filter((row) => !had.has(row))
  const removed = before.filter((row) => !has.has(row))
  const isRemoved = new Set(removed)
  files.delete(path)
  files.set(path, {
    path,
    remarks: [...new Set([...known.remarks, ...remarks])],
    added: [...known.added.filter((row) => !isRemoved.has(row)), ...added],
    // What the same turn had added before was never there for a reader.
    removed: [...known.removed, ...removed.filter((row) => DEFINES.test(row) && !known.added.includes(row))],
    seqs: [...new Set([...known.seqs, seq])],
  })
}

/** Returns what a file of edits says in a line: `edited state.go: added \`EndedAt *time.Time\`; removed …`; empty if no row says anything. */
export function editText({ path, remarks, added, removed }: FileEdits): string {
  const rows = shownRows(added)
  const gone = [...new Set(removed)].slice(-SHOWN.removed)
  const list = (words: string, all: readonly string[]) =>
    all.length === 0 ? [] : [`${words} ${all.map((row) => quoted(shortened(row, MAX_ROW_CHARS))).join(', ')}`]
  const said = [...remarks.slice(-SHOWN.remarks), ...list('added', rows), ...list('removed', gone)]
  return said.length === 0 ? '' : `edited ${path.split('/').at(-1) ?? path}: ${said.join('; ')}`
}

/** Returns the rows to show, in order: declarations, else statements, else what reports or returns. */
function shownRows(rows: readonly string[]): string[] {
  const found = [...new Set(rows)].filter((row) => /\p{L}{3}/u.test(row) && !isComment(row) && !SAYS_NOTHING.test(row))
  const declared = found.filter((row) => DEFINES.test(row))
  const stated = found.filter((row) => !REPORTS.test(row))
  return (declared.length > 0 ? declared : stated.length > 0 ? stated : found).slice(0, SHOWN.added)
}

function editsIn(value: unknown): Edit[] {
  if (typeof value === 'string') return patchesIn(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  const fields: { [key: string]: unknown } = { ...value }
  const path = pathOf(fields)
  if (path === null) return stringsIn(value).flatMap(patchesIn)
  const all: unknown[] = Array.isArray(fields['edits']) ? [...(fields['edits'] as unknown[]), fields] : [fields]
  return all.flatMap((one) => pairOf(one, path))
}

function pairOf(value: unknown, path: string): Edit[] {
  if (typeof value !== 'object' || value === null) return []
  const fields: { [key: string]: unknown } = { ...value }
  for (const [old, now] of PAIRS)
    if (typeof fields[now] === 'string')
      return [{ path, before: rowsOf(typeof fields[old] === 'string' ? fields[old] : ''), after: rowsOf(fields[now]) }]
  return []
}

/** Returns what `sed -i` does to files: its expression. */
function sedEdits(command: string): Edit[] {
  return shellCommands(command).flatMap(([name, ...words]): Edit[] => {
    if (name?.text !== 'sed' || !words.some(({ text }) => /^-\w*i|^--in-place/.test(text))) return []
    const expression = words.find(({ text, isQuoted }) => isQuoted && !text.startsWith('-'))
    const path = words.at(-1)?.text ?? ''
    if (!expression || expression.text.includes('\n') || !isFile(path)) return []
    return [{ path, remarks: [quoted(shortened(expression.text, MAX_ROW_CHARS))], before: [], after: [] }]
  })
}

/** A comment that says what a script does, without the number of the step. */
const PURPOSE =
  /^\s{0,12}(?:#|\/\/)\s{0,4}(?:(?:Step|Fix|Change)? ?\d{1,2}[.:)] )?((?:add|adjust|apply|change|convert|correct|delete|ensure|fix|handle|insert|make|move|remove|rename|replace|revert|rewrite|set|skip|support|switch|update|use|wrap)\b.{10,160})$/i

/** What says something only beside the script. */
const LEANS = /\b(?:this|that|next|specific|following|above|below) (?:line|part|block|code)s?\b|\bapproach\b/i

/** Returns what the comments of the scripts say that a command line runs, for the files that they change. */
function scriptEdits(command: string, scripts: Scripts): Edit[] {
  return scriptRuns(command, scripts).flatMap(({ text, changes }) => {
    const remarks = text
      .split('\n', MAX_ROWS)
      .flatMap((row) => PURPOSE.exec(row)?.[1]?.trim() ?? [])
      .filter((remark) => !LEANS.test(remark))
      .slice(0, SHOWN.remarks)
    return remarks.length === 0 ? [] : changes.map(({ path }): Edit => ({ path, remarks, before: [], after: [] }))
  })
}

/** Returns the edits of a patch in the form `*** Update File: a.ts`. */
function patchesIn(text: string): Edit[] {
  if (!text.includes('*** Begin Patch')) return []
  const edits: Edit[] = []
  for (const row of text.split('\n', MAX_ROWS)) {
    const path = PATCHED.exec(row)?.[1]
    if (path !== undefined) edits.push({ path: path.trim(), before: [], after: [] })
    const edit = edits.at(-1)
    if (row.startsWith('+')) edit?.after.push(row.slice(1).trim().replace(/\s+/g, ' '))
    else if (row.startsWith('-')) edit?.before.push(row.slice(1).trim().replace(/\s+/g, ' '))
  }
  return edits
}

function rowsOf(text: string): string[] {
  return text
    .split('\n', MAX_ROWS)
    .map((row) => row.trim().replace(/\s+/g, ' '))
    .filter((row) => row !== '')
}

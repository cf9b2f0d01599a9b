import { declaredName, declares, isComment } from '../source/junk.js'
import { hasWord } from '../texts.js'
import { FAILED, REFUSED } from '../anchors/artifacts.js'
import { baseOf, scriptsRunBy, type Scripts } from '../shell/script-files.js'
import { commandLineOf } from '../shell/shell-files.js'
import { parsedArguments } from '../source/reading.js'
import type { SourceMessage } from '../source/types.js'
import { editsByCommand, editsByTool, MAX_ROW_CHARS, type Edit } from './edit-calls.js'
import { commandVerdict } from '../outcomes/outcome.js'
import { quoted, shortened } from './statement.js'

/** What calls put into files, and what they took out: the rows that matter most. Without them, a file is only named, and an
 * agent that says little leaves nothing about its work. [V5] */

export interface FileEdits {
  path: string
  /** What comments of the scripts that changed it say, and expressions of `sed`. */
  remarks: string[]
  /** Declarations of a file that was written whole. */
  declared: string[]
  /** Rows that were added and are still there, and declarations that were removed. */
  added: string[]
  removed: string[]
  /** Seqs of the calls, ascending. */
  seqs: number[]
}

/** Rows shown of one file. */
const SHOWN = { remarks: 2, declared: 4, added: 3, removed: 2 }
/** Imports, single arguments and strings, and rows of drawn boxes. */
const SAYS_NOTHING =
  /^(?:import\b|from \S+ import\b|use \w|#include|package \w|[\w.&*]{1,60},?$|["'`][^"'`]{0,200}["'`][,;]?$|[─-╿])/

/** Returns the edits of a turn by file, in order of the last edit. Failed and refused calls are left out. */
export function editsOf(messages: readonly SourceMessage[]): FileEdits[] {
  const files = new Map<string, FileEdits>()
  const waiting = new Map<string, { seq: number; edits: Edit[]; command: string | null }>()
  const scripts: Scripts = new Map()
  const ran = new Set<string>()
  for (const { seq, parts } of messages)
    for (const part of parts) {
      if (part.kind === 'call') {
        const value = parsedArguments(part.args)
        const command = commandLineOf(part.name, value)
        for (const name of command === null ? [] : scriptsRunBy(command)) ran.add(name)
        const byTool = editsByTool(value, scripts)
        const edits = command === null ? byTool : [...byTool, ...editsByCommand(command, scripts)]
        waiting.set(part.callId, { seq, edits, command })
      }
      if (part.kind !== 'result') continue
      const call = waiting.get(part.callId)
      waiting.delete(part.callId)
      const head = part.text.slice(0, 200)
      if (!call || part.isError || FAILED.test(head) || REFUSED.test(head)) continue
      if (call.command !== null && commandVerdict(call.command, part.text, false).outcome === 'failed') continue
      for (const edit of call.edits) noteEdit(files, edit, call.seq)
    }
  // What a script is for shows in what it changed, and in its outcome.
  for (const edits of files.values()) if (ran.has(baseOf(edits.path))) edits.declared = []
  return [...files.values()].filter((edits) => editText(edits) !== '')
}

function noteEdit(
  files: Map<string, FileEdits>,
  { path, remarks = [], whole, before, after }: Edit,
  seq: number,
): void {
  const known = files.get(path) ?? { path, remarks: [], declared: [], added: [], removed: [], seqs: [] }
  const [had, has] = [new Set(before), new Set(after)]
  const added = after.filter((row) => !had.has(row))
  const removed = before.filter((row) => !has.has(row))
  const isRemoved = new Set(removed)
  files.delete(path)
  files.set(path, {
    path,
    remarks: [...new Set([...known.remarks, ...remarks])],
    declared: whole?.filter(declares) ?? known.declared,
    added: [...known.added.filter((row) => !isRemoved.has(row)), ...added],
    // What the same turn had added before was never there for a reader.
    removed: [...known.removed, ...removed.filter((row) => declares(row) && !known.added.includes(row))],
    seqs: [...new Set([...known.seqs, seq])],
  })
}

/** Returns what a file of edits says in a line: `edited state.go: added \`EndedAt *time.Time\`; removed …`; empty if no row says anything. */
export function editText({ path, remarks, declared, added, removed }: FileEdits): string {
  const rows = shownRows(added)
  const gone = [...new Set(removed)].slice(-SHOWN.removed)
  const list = (words: string, all: readonly string[]) =>
    all.length === 0 ? [] : [`${words} ${all.map((row) => quoted(shortened(row, MAX_ROW_CHARS))).join(', ')}`]
  // That `Order.java` declares `Order` is in its name.
  const own = comparable(baseOf(path).split('.', 1)[0]!)
  const whole = [...new Set(declared)].filter((row) => comparable(declaredName(row)) !== own).slice(0, SHOWN.declared)
  const said = [
    ...remarks.slice(-SHOWN.remarks),
    ...list('declares', whole),
    ...list('added', rows),
    ...list('removed', gone),
  ]
  return said.length === 0 ? '' : `edited ${baseOf(path)}: ${said.join('; ')}`
}

function comparable(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase()
}

/** Returns the rows to show, in order: declarations, else statements. */
function shownRows(rows: readonly string[]): string[] {
  const found = [...new Set(rows)].filter((row) => hasWord(row) && !isComment(row) && !SAYS_NOTHING.test(row))
  const declared = found.filter(declares)
  return (declared.length > 0 ? declared : found).slice(0, SHOWN.added)
}

import { parsedArguments } from '../source/reading.js'
import { wordsOf } from '../../knowledge/read.js'
import { commandVerdict } from '../outcomes/outcome.js'
import type { SourceMessage, SourcePart } from '../source/types.js'
import { filesChangedByScripts, noteScript, type Scripts } from '../shell/script-files.js'
import { shellCommands } from '../shell/shell-words.js'
import { commandLineOf, filesChangedBy, moveOf, type FileChange } from '../shell/shell-files.js'

/** Files written by tool calls, computed from the calls: each path once, with its last action. [C9] */

export interface Artifact {
  path: string
  action: FileChange['action']
  /** Its new place, if it moved. */
  movedTo?: string
  /** Seqs of the messages whose calls changed it, ascending. */
  seqs: number[]
}

/** Parts of the names of tools that change files, with their words joined: `writeFile`, `file_writer`. */
const WRITES = ['write', 'create', 'newfile', 'save']
const EDITS = ['edit', 'patch', 'applydiff', 'replace', 'update', 'insert', 'append', 'modify']
const DELETES = ['delete', 'remove', 'unlink']
/** Whole words of the names of tools that move files, and of tools that change none, unless they also replace. */
const MOVES = ['move', 'rename', 'movefile', 'renamefile']
const NO_FILE_TOOL = 'todo todos task tasks memory search read view list grep glob plan'.split(' ')
const MOVED_KEYS = ['source', 'from', 'old_path', 'oldPath', 'source_path', 'src', 'path', 'file_path']
const PLACE_KEYS = ['destination', 'to', 'new_path', 'newPath', 'destination_path', 'dest', 'dst', 'target']
const PATH_KEYS = [
  'file_path',
  'filePath',
  'filepath',
  'path',
  'filename',
  'fileName',
  'file_name',
  'file',
  'notebook_path',
  'target_file',
  'relative_path',
  'relative_workspace_path',
  'absolute_path',
  'AbsolutePath',
  'TargetFile',
]
const PATCH_LINE = /^\*\*\* (?:(Add|Update|Delete) File|(Move) to): (.{1,400})$/gm

/** One change of one path by a call. */
export interface Touch extends FileChange {
  seq: number
}

/** A person refused the call. */
export const REFUSED =
  /doesn['’]t want to (?:proceed|take this action)|user rejected|interrupted by user|permission to use|^\[your command\b/i

/** Detects failed calls whose results have no error flag. */
export const FAILED =
  /^\s{0,8}(?:<tool_use_error>|[\w.]{0,60}(?:error|exception)\b\s?:|fail(?:ed|ure)(?: to\b|:)|traceback \()/i
const ALREADY_EXISTED = /\b(?:updated|overwritten|modified|edited)\b/i

/** The touches of a call whose result is not known yet. */
interface Made {
  byCall: Touch[]
  byCommand: Touch[]
  /** Whether the command line is one command, so that its failure is that of the command. */
  isOne: boolean
  byScript: Touch[]
}

/** Returns all touches in order, without failed calls. A result belongs to the last call with its id.
 * @param scriptsFrom where the text of a script may be that a call runs: in any call before it, or in the call alone. The
 * ledger needs the second: whichever messages leave together, they must give the same entries. */
export function touchesOf(source: readonly SourceMessage[], scriptsFrom: 'source' | 'call' = 'source'): Touch[] {
  const touches = new Set<Touch>()
  const waiting = new Map<string, Made>()
  const scripts: Scripts = new Map()
  for (const { seq, parts } of source) {
    for (const part of parts) {
      if (part.kind === 'call') {
        const made = madeBy(part, seq, scriptsFrom === 'call' ? new Map() : scripts)
        waiting.set(part.callId, made)
        for (const touch of [...made.byCall, ...made.byCommand, ...made.byScript]) touches.add(touch)
      } else if (part.kind === 'result') {
        const made = waiting.get(part.callId)
        if (made) for (const touch of failedOf(made, part)) touches.delete(touch)
        const existed = ALREADY_EXISTED.test(part.text.slice(0, 200))
        for (const touch of made ? [...made.byCall, ...made.byCommand] : [])
          if (existed && touch.action === 'created') touch.action = 'modified'
      }
    }
  }
  return [...touches]
}

function madeBy({ name, args }: CallPart, seq: number, scripts: Scripts): Made {
  const value = parsedArguments(args)
  const touch = (change: FileChange): Touch => ({ ...change, seq })
  const byCall = filesNamedBy(name, args).map(touch)
  const text = byCall.length === 1 ? contentOf(value) : null
  if (text !== null) noteScript(scripts, byCall[0]!.path, text)
  const command = byCall.length === 0 ? commandLineOf(name, value) : null
  if (command === null) return { byCall, byCommand: [], byScript: [], isOne: false }
  const byCommand = filesChangedBy(command).map(touch)
  const byScript = filesChangedByScripts(command, scripts).map(touch)
  return { byCall, byCommand, byScript, isOne: shellCommands(command).length === 1 }
}

/** Returns the touches that the result shows to have failed. A command line may fail after it has written; a move that fails
 * did not happen. */
function failedOf({ byCall, byCommand, byScript, isOne }: Made, { text, isError }: ResultPart): Touch[] {
  const head = text.slice(0, 200)
  if (REFUSED.test(head)) return [...byCall, ...byCommand, ...byScript]
  const moves = isOne ? byCommand.filter(({ action, byMove }) => action === 'moved' || byMove) : []
  const mayFail = [...byScript, ...moves]
  const failed = mayFail.length > 0 && commandVerdict('', text, isError).outcome === 'failed'
  return [...(isError || FAILED.test(head) ? byCall : []), ...(failed ? mayFail : [])]
}

type CallPart = Extract<SourcePart, { kind: 'call' }>
type ResultPart = Extract<SourcePart, { kind: 'result' }>

/** Returns the text that a call writes to its file; null if it writes a part or none. */
function contentOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('content' in value)) return null
  return typeof value.content === 'string' ? value.content : null
}

/** Returns the files that calls changed, in order of the last change. */
export function artifactsOf(source: readonly SourceMessage[]): Artifact[] {
  const found = new Map<string, Artifact & Pick<Touch, 'byMove'>>()
  for (const touch of touchesOf(source)) {
    const known = found.get(touch.path)
    // A file created and later edited in the span is still new to the reader.
    const isNew = known?.action === 'created' && !known.byMove && touch.action === 'modified'
    const { path, movedTo, byMove } = touch
    const seqs = [...new Set([...(known?.seqs ?? []), touch.seq])]
    found.delete(path)
    found.set(path, {
      ...{ path, action: isNew ? 'created' : touch.action, seqs },
      ...(movedTo === undefined ? {} : { movedTo }),
      ...(byMove ? { byMove } : {}),
    })
  }
  // The line of what moved names the new place.
  return [...found.values()].filter(({ byMove }) => !byMove)
}

/** Returns the changes of the files that the arguments of a call name, by the name of its tool. */
export function filesNamedBy(name: string, args: string): FileChange[] {
  const value = parsedArguments(args)
  if (name.toLowerCase().includes('patch') || args.includes('*** Begin Patch')) {
    const patched = stringsIn(value).flatMap(changesOfPatch)
    if (patched.length > 0) return patched
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  const fields: { [key: string]: unknown } = { ...value }
  const command = fields['command']
  const verb = typeof command === 'string' && !command.includes(' ') ? command : name
  const words = wordsOf(verb)
  const has = (known: readonly string[]) => known.some((word) => words.includes(word))
  if (has(MOVES)) {
    const [path, place] = [MOVED_KEYS, PLACE_KEYS].map((keys) => textAt(fields, keys))
    return path && place ? moveOf(path, place) : []
  }
  const action = has(NO_FILE_TOOL) && !words.includes('replace') ? null : actionOf(words.join(''), fields)
  const path = pathOf(fields)
  return action && path !== null ? [{ path, action }] : []
}

/** Returns the changes that a patch in the format of `apply_patch` names. */
function changesOfPatch(text: string): FileChange[] {
  const changes: FileChange[] = []
  for (const [, verb, move, named = ''] of text.matchAll(PATCH_LINE)) {
    const path = named.trim()
    const before = changes.at(-1)
    if (move === undefined)
      changes.push({ path, action: verb === 'Add' ? 'created' : verb === 'Delete' ? 'deleted' : 'modified' })
    else if (before) changes.splice(-1, 1, ...moveOf(before.path, path))
  }
  return changes
}

/** Returns the path that the arguments of a call name; null if none. */
export function pathOf(fields: { [key: string]: unknown }): string | null {
  return textAt(fields, PATH_KEYS)
}

/** Returns the first of the fields that holds a path; null if none. */
function textAt(fields: { [key: string]: unknown }, keys: readonly string[]): string | null {
  const path = keys.map((key) => fields[key]).find((entry) => typeof entry === 'string' && entry !== '')
  return typeof path === 'string' && path.length <= 400 && !path.includes('\n') ? path : null
}

/** @param name of the tool, its words joined */
function actionOf(name: string, fields: { [key: string]: unknown }): Artifact['action'] | null {
  const has = (parts: readonly string[]) => parts.some((part) => name.includes(part))
  if (has(DELETES)) return 'deleted'
  if (has(EDITS)) return fields['old_string'] === '' ? 'created' : 'modified'
  return has(WRITES) ? 'created' : null
}

/** Returns the texts among arguments, and among the items of lists in them. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value)
    .flat()
    .filter((entry): entry is string => typeof entry === 'string')
}

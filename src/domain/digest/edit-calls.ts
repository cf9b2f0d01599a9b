import { IN_PLACE, filesChangedBy, isFile } from '../shell/shell-files.js'
import { oneLine, wordSet } from '../texts.js'
import { pathOf, stringsIn } from '../anchors/artifacts.js'
import { baseOf, noteScript, scriptRuns, type Scripts } from '../shell/script-files.js'
import { shellCommands } from '../shell/shell-words.js'
import { quoted, shortened } from './statement.js'

/** Reads from calls what they change in files: edits with the text before and after, patches, whole files, and commands. [V5] */

/** One change of one file. Rows are trimmed. */
export interface Edit {
  path: string
  remarks?: string[]
  /** Rows of the whole file. */
  whole?: string[]
  before: string[]
  after: string[]
}

/** Rows read of one edit. */
const MAX_ROWS = 400
/** Comments read of one script. */
const MAX_REMARKS = 2
/** Characters shown of one row. */
export const MAX_ROW_CHARS = 80
const PAIRS = [
  ['old_string', 'new_string'],
  ['old_str', 'new_str'],
  ['oldText', 'newText'],
  ['old_text', 'new_text'],
  ['search', 'replace'],
] as const
const PATCHED = ['*** Add File: ', '*** Update File: ']

/** Returns the edits of a call by its arguments. A script that it writes is noted, in case a command runs it.
 * @param value parsed arguments */
export function editsByTool(value: unknown, scripts: Scripts): Edit[] {
  const edits = editsIn(value)
  for (const { path, whole } of edits) if (whole) noteScript(scripts, path, whole.join('\n'))
  return edits
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
  return typeof fields['content'] === 'string' ? [wholeFile(path, fields['content'])] : []
}

function wholeFile(path: string, text: string): Edit {
  return { path, whole: rowsOf(text), before: [], after: [] }
}

/** Returns the edits of a command line: files that it writes whole, `sed -i`, and scripts that it runs.
 * @param scripts of the calls before; those of this line are added */
export function editsByCommand(command: string, scripts: Scripts): Edit[] {
  const written: Scripts = new Map()
  scriptRuns(command, written)
  const whole = filesChangedBy(command).flatMap(({ path, action }) => {
    const text = action === 'created' ? written.get(baseOf(path)) : undefined
    return text === undefined ? [] : [wholeFile(path, text)]
  })
  return [...whole, ...sedEdits(command), ...scriptEdits(command, scripts)]
}

/** Returns what `sed -i` does to files: its expression. */
function sedEdits(command: string): Edit[] {
  return shellCommands(command).flatMap(([name, ...words]): Edit[] => {
    if (name?.text !== 'sed' || !words.some(({ text }) => IN_PLACE.test(text))) return []
    const expression = words.find(({ text, isQuoted }) => isQuoted && !text.startsWith('-'))
    const path = words.at(-1)?.text ?? ''
    if (!expression || expression.text.includes('\n') || !isFile(path)) return []
    return [{ path, remarks: [quoted(shortened(expression.text, MAX_ROW_CHARS))], before: [], after: [] }]
  })
}

/** A comment that says what a script does, without the number of the step. */
const PURPOSE = /^\s{0,12}#\s{0,4}(?:(?:\w{3,8} )?\d{1,2}[.:)] )?((\w+) .{10,160})$/
const PURPOSES = wordSet(`
  add adjust apply change convert correct delete ensure fix handle insert make move remove rename replace revert rewrite set skip support
  switch update use wrap`)

/** Returns what the comments of the scripts say that a command line runs, for the files that they change. */
function scriptEdits(command: string, scripts: Scripts): Edit[] {
  return scriptRuns(command, scripts).flatMap(({ text, changes }) => {
    const remarks = text
      .split('\n', MAX_ROWS)
      .flatMap((row) => {
        const [, purpose = '', verb = ''] = PURPOSE.exec(row) ?? []
        return PURPOSES.has(verb.toLowerCase()) ? [purpose.trim()] : []
      })
      .slice(0, MAX_REMARKS)
    return changes.flatMap(({ path }): Edit[] => {
      // What a script says of several files is about one of them, unless it names the file.
      const own = changes.length === 1 ? remarks : remarks.filter((remark) => remark.includes(baseOf(path)))
      return own.length === 0 ? [] : [{ path, remarks: own, before: [], after: [] }]
    })
  })
}

/** Returns the edits of a patch in the form `*** Update File: a.ts`. */
function patchesIn(text: string): Edit[] {
  if (!text.includes('*** Begin Patch')) return []
  const edits: Edit[] = []
  for (const row of text.split('\n', MAX_ROWS)) {
    const head = PATCHED.find((words) => row.startsWith(words))
    if (head !== undefined) edits.push({ path: row.slice(head.length).trim(), before: [], after: [] })
    const edit = edits.at(-1)
    if (row.startsWith('+')) edit?.after.push(oneLine(row.slice(1).trim()))
    else if (row.startsWith('-')) edit?.before.push(oneLine(row.slice(1).trim()))
  }
  return edits
}

function rowsOf(text: string): string[] {
  return text
    .split('\n', MAX_ROWS)
    .map((row) => oneLine(row.trim()))
    .filter((row) => row !== '')
}

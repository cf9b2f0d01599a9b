import { isFileTool, wordsOf } from '../../knowledge/read.js'
import { parsedArguments } from '../source/reading.js'
import type { SourceMessage } from '../source/types.js'
import { FAILED, pathOf } from './artifacts.js'
import { commandLineOf, isFile } from '../shell/shell-files.js'
import { shellCommands, type ShellWord } from '../shell/shell-words.js'

/** Files that an agent read with a tool or a command. [V5] */

export interface FileRead {
  path: string
  /** Seq of the last call that read it. */
  seq: number
}

/** Words of the names of tools that show a file: `read_file`, `mcp__fs__read_text_file`. */
const READS = ['read', 'view', 'open', 'cat']
const SHOWS = new Set(['cat', 'bat', 'head', 'tail', 'less', 'more', 'nl', 'sed', 'Get-Content'])

/** Returns the files in order of their last reading. Calls that failed or have no result are left out. */
export function filesRead(source: readonly SourceMessage[]): FileRead[] {
  const found = new Map<string, FileRead>()
  const waiting = new Map<string, FileRead[]>()
  for (const { seq, parts } of source) {
    for (const part of parts) {
      if (part.kind === 'call')
        waiting.set(
          part.callId,
          pathsOf(part.name, parsedArguments(part.args)).map((path) => ({ path, seq })),
        )
      if (part.kind !== 'result') continue
      const reads = part.isError || FAILED.test(part.text.slice(0, 200)) ? [] : (waiting.get(part.callId) ?? [])
      for (const read of reads) {
        found.delete(read.path)
        found.set(read.path, read)
      }
    }
  }
  return [...found.values()]
}

function pathsOf(name: string, args: unknown): string[] {
  const command = commandLineOf(name, args)
  if (command !== null) return shellCommands(command).flatMap(shownBy)
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return []
  const fields: { [key: string]: unknown } = { ...args }
  if (!(isFileTool(name) && wordsOf(name).some((word) => READS.includes(word))) && fields['command'] !== 'view')
    return []
  const path = pathOf(fields)
  return path !== null && isFile(slashed(path)) ? [path] : []
}

/** Returns a path of Windows as other systems write it: `C:\\shop\\a.ts` as `/shop/a.ts`. */
function slashed(path: string): string {
  return path.replace(/^[A-Za-z]:(?=[\\/])/, '').replaceAll('\\', '/')
}

function shownBy(words: readonly ShellWord[]): string[] {
  const [program, ...rest] = words
  if (
    !program ||
    !SHOWS.has(program.text) ||
    words.some(({ text, isQuoted }) => !isQuoted && '<>'.includes(text[0] ?? ' '))
  )
    return []
  if (program.text === 'sed' && !rest.some(({ text }) => text === '-n')) return []
  return rest.flatMap(({ text, isQuoted }) => (isQuoted || text.startsWith('-') || !isFile(text) ? [] : [text]))
}

import { parsedArguments } from './reading.js'
import type { SourceMessage } from './types.js'

/** Files that tool calls wrote, computed and not told: each path once, with the last thing done to it. [C9] */

export interface Artifact {
  path: string
  action: 'created' | 'modified' | 'deleted'
  /** Messages whose calls touched it, ascending. */
  seqs: number[]
}

const WRITES = /write|create|new_?file|save/i
const EDITS = /edit|patch|replace|update|insert|append|modify/i
const DELETES = /delete|remove|unlink/i
const NO_FILE_TOOL = /todo|task|memory|search|read|view|list|grep|glob|plan/i
const PATH_KEYS = [
  'file_path',
  'filePath',
  'path',
  'filename',
  'file',
  'notebook_path',
  'target_file',
  'relative_workspace_path',
  'AbsolutePath',
  'TargetFile',
]
const PATCH_LINE = /^\*\*\* (Add|Update|Delete) File: (.{1,400})$/gm

/** Failed calls count for nothing. In order of the last touch. */
export function artifactsOf(source: readonly SourceMessage[]): Artifact[] {
  const outcomes = outcomesOf(source)
  const found = new Map<string, Artifact>()
  for (const message of source) {
    for (const part of message.parts) {
      if (part.kind !== 'call') continue
      const outcome = outcomes.get(part.callId)
      if (outcome?.isError) continue
      for (const touch of touchesOf(part.name, part.args)) {
        const confirmed =
          touch.action === 'created' && outcome && /\b(?:updated|overwritten|modified|edited)\b/i.test(outcome.head)
            ? 'modified'
            : touch.action
        const known = found.get(touch.path)
        // Created here and edited later is still new to whoever was not there.
        const action = known?.action === 'created' && confirmed === 'modified' ? 'created' : confirmed
        found.delete(touch.path)
        found.set(touch.path, { path: touch.path, action, seqs: [...new Set([...(known?.seqs ?? []), message.seq])] })
      }
    }
  }
  return [...found.values()]
}

function outcomesOf(source: readonly SourceMessage[]): Map<string, { isError: boolean; head: string }> {
  const outcomes = new Map<string, { isError: boolean; head: string }>()
  for (const message of source)
    for (const part of message.parts)
      if (part.kind === 'result') outcomes.set(part.callId, { isError: part.isError, head: part.text.slice(0, 200) })
  return outcomes
}

function touchesOf(name: string, args: string): { path: string; action: Artifact['action'] }[] {
  const value = parsedArguments(args)
  const touches: { path: string; action: Artifact['action'] }[] = []
  if (/patch/i.test(name) || args.includes('*** Begin Patch')) {
    for (const text of stringsIn(value))
      for (const match of text.matchAll(PATCH_LINE))
        touches.push({
          path: (match[2] ?? '').trim(),
          action: match[1] === 'Add' ? 'created' : match[1] === 'Delete' ? 'deleted' : 'modified',
        })
    if (touches.length > 0) return touches
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  const fields: { [key: string]: unknown } = { ...value }
  const command = fields['command']
  const verb = typeof command === 'string' && /^[a-z_]{3,16}$/.test(command) ? command : name
  const action = actionOf(verb, fields)
  const path = PATH_KEYS.map((key) => fields[key]).find((entry) => typeof entry === 'string' && entry !== '')
  if (action && typeof path === 'string' && path.length <= 400 && !path.includes('\n')) touches.push({ path, action })
  return touches
}

function actionOf(verb: string, fields: { [key: string]: unknown }): Artifact['action'] | null {
  if (NO_FILE_TOOL.test(verb)) return null
  if (DELETES.test(verb)) return 'deleted'
  if (EDITS.test(verb)) return 'old_string' in fields && fields['old_string'] === '' ? 'created' : 'modified'
  return WRITES.test(verb) ? 'created' : null
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).filter((entry): entry is string => typeof entry === 'string')
}

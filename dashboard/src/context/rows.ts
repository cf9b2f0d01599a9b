import { formatInteger, pluralize } from '../parts/format.js'
import type { Entry } from '../strip/cells.js'
import { REDUCTION_WORDS } from '../parts/words.js'
import { titleOf } from './titles.js'

/** A context as one list in the order of the prompt: a row for each entry, with its text, its size and its state in words. */

export interface PromptRow {
  /** Names the row in an address: `system`, `419`, `recall-419`, or the id of a checkpoint. */
  key: string
  entry: Entry
  title: string
  /** Messages or text that are sent for it. Empty: nothing is. */
  sent: readonly unknown[] | string
  /** Tokens of what it replaces, if it is shorter. */
  original: number | null
  state: string
}

/** A context in native format, read with its entries. */
export interface ReadContext {
  system?: unknown
  tools?: unknown
  messages: readonly unknown[]
  entries?: readonly unknown[] | undefined
}

/** What the rows name that is no part of a context. */
export interface RowSources {
  checkpoints: ReadonlyMap<string, { number: number; originalTokens: number; range: { from: number; to: number } }>
  /** The sources of what was recalled, by the message that they answer: `message 214`. */
  recalled: ReadonlyMap<number, string>
}

/** Text between the blocks of the system text. */
const BETWEEN = '\n\n'

export function rowsOf({ system, tools, messages, entries = [] }: ReadContext, sources: RowSources): PromptRow[] {
  const all = entries as readonly Entry[]
  const keys = new Map<string, number>()
  let [next, chars] = [0, 0]
  const sentFor = (entry: Entry): PromptRow['sent'] => {
    if (entry.kind === 'tools') return JSON.stringify(tools, null, 2) ?? ''
    if (entry.chars !== undefined && typeof system === 'string') {
      const text = system.slice(chars, chars + entry.chars)
      chars += entry.chars + BETWEEN.length
      return text
    }
    const from = next
    next += entry.messages ?? 0
    return messages.slice(from, next)
  }
  // The system text comes before the tools, and before all messages.
  const ordered = [...all.filter(isSystem), ...all.filter((entry) => !isSystem(entry))]
  return ordered.map((entry) => {
    const sent = sentFor(entry)
    const name = keyOf(entry)
    const count = (keys.get(name) ?? 0) + 1
    keys.set(name, count)
    return {
      ...{ key: count === 1 ? name : `${name}-${count}`, entry, sent },
      title: rowTitle(entry, sent, sources),
      original: originalTokens(entry, sources),
      state: stateOf(entry, sources),
    }
  })
}

const isSystem = ({ kind, chars }: Entry) => kind === 'system' || chars !== undefined

const keyOf = ({ kind, seq, checkpointId }: Entry): string =>
  checkpointId ?? (seq === undefined ? kind : kind === 'message' ? String(seq) : `${kind}-${seq}`)

function rowTitle(entry: Entry, sent: PromptRow['sent'], { checkpoints }: RowSources): string {
  const checkpoint = entry.checkpointId === undefined ? undefined : checkpoints.get(entry.checkpointId)
  if (checkpoint) {
    const { number, range } = checkpoint
    return `Checkpoint ${number}, messages ${formatInteger(range.from)}–${formatInteger(range.to)}`
  }
  const tools = toolsIn(sent)
  return tools === '' ? titleOf(entry) : `${titleOf(entry)} ${tools}`
}

/** Returns the tools that a message calls or has results of. */
function toolsIn(sent: PromptRow['sent']): string {
  if (typeof sent === 'string') return ''
  const parts = sent.flatMap((message) => (message as { parts?: { type?: string; name?: unknown }[] }).parts ?? [])
  const names = parts.flatMap(({ type, name }) =>
    (type === 'tool_call' || type === 'tool_result') && typeof name === 'string' ? [name] : [],
  )
  return [...new Set(names)].join(', ')
}

const freedIn = ({ parts = [] }: Entry) =>
  parts.reduce((sum, { tokensBefore, tokensAfter }) => sum + tokensBefore - tokensAfter, 0)

function originalTokens(entry: Entry, { checkpoints }: RowSources): number | null {
  if (entry.checkpointId !== undefined) return checkpoints.get(entry.checkpointId)?.originalTokens ?? null
  const freed = freedIn(entry)
  return freed > 0 ? entry.tokens + freed : null
}

/** Events and entries may name a kind of a newer daemon. */
const happenedTo = (kind: string): string => (REDUCTION_WORDS as Record<string, string>)[kind] ?? kind

function stateOf(entry: Entry, sources: RowSources): string {
  const before = originalTokens(entry, sources)
  const change = before === null ? '' : `${formatInteger(before)} → ${formatInteger(entry.tokens)}, `
  switch (entry.kind) {
    case 'message': {
      if (entry.state !== 'reduced') return entry.pinned ? 'pinned, kept whole' : 'kept whole'
      const what = [...new Set((entry.parts ?? []).map(({ kind }) => happenedTo(kind)))]
      return `${change}${what.join(', ')}`
    }
    case 'checkpoint':
      return `${change}summarized`
    case 'recall': {
      const from = sources.recalled.get(entry.seq!)
      return from === undefined ? 'recalled' : `recalled from ${from}`
    }
    case 'missing-results':
      return 'a note that no result came'
    case 'goal':
    case 'ledger':
    case 'standing':
      return 'kept verbatim'
    default:
      return 'kept whole'
  }
}

/** Returns the sources of recalled words in a few words: `message 214`, `messages 9, 214 and of another session`. */
export function sourcesText(excerpts: readonly { sessionId: string; seq: number }[], sessionId: string): string {
  const own = [...new Set(excerpts.filter((one) => one.sessionId === sessionId).map(({ seq }) => seq))]
  const others = new Set(excerpts.filter((one) => one.sessionId !== sessionId).map((one) => one.sessionId)).size
  const ownText =
    own.length === 0 ? '' : `${own.length === 1 ? 'message' : 'messages'} ${own.map(formatInteger).join(', ')}`
  const othersText = others === 0 ? '' : pluralize(others, 'other session')
  return [ownText, othersText].filter((text) => text !== '').join(' and ')
}

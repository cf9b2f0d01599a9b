import { ownCallIds } from '../../domain/context/call-ids.js'
import type { ContextEntry } from '../../domain/context/context.js'
import { layOut, type RenderedContext, type Written } from '../../domain/context/layout.js'
import { isSentAsStored, withBlocks, writeEntry, type Contents } from '../../domain/context/render-context.js'
import {
  needsWriting,
  planItems,
  writeItem,
  type PlanInput,
  type PlanItem,
  type WrittenItem,
} from '../../domain/doors/plan.js'
import type { Format } from '../../domain/message.js'
import { pauseWhenDue } from '../../ports/pause.js'
import { compute, INLINE_CHARS } from '../../threads/compute.js'

/** Writes contexts entry by entry, so that other requests run meanwhile, and long messages in threads. [T1] */

/** Returns a context in a format. `counts`: messages of each entry, before the layout joins neighbors or moves system text. */
export async function renderContext(
  format: Format,
  given: string | null,
  all: readonly ContextEntry[],
  contents: Contents,
): Promise<RenderedContext & { counts: number[] }> {
  const { prompt, context } = withBlocks(given, all)
  const ids = ownCallIds(format, context)
  const written: Written[] = []
  // Blocks in the system text are no messages.
  const counts = new Array<number>(all.length - context.length).fill(0)
  for (const entry of context) {
    await pauseWhenDue()
    const messages = isLong(format, entry, contents)
      ? await compute('writeEntry', Infinity, format, entry, contentsOf(entry, contents), ids)
      : writeEntry(format, entry, contents, ids)
    for (const message of messages) written.push(message)
    counts.push(messages.length)
  }
  const { system, groups } = layOut(format, prompt, written)
  const messages: string[] = []
  for (const group of groups) {
    if (group.length === 1) messages.push(group[0]!)
    else messages.push(await compute('joinGroup', charsOf(group), format, group))
  }
  return { system, messages, counts }
}

/** At a door, calls and results keep the ids of the client, also reused ones: most are sent as they came, and a pair must match. [P5] */
const CLIENT_IDS: ReadonlyMap<string, string> = new Map()

/** Returns what a door sends for a context, in order. */
export async function renderPlan(input: PlanInput): Promise<PlanItem[]> {
  const { format, context, contents, resent } = input
  const written = new Map<ContextEntry, WrittenItem>()
  for (const entry of context) {
    if (!needsWriting(entry, input)) continue
    const sent = entry.kind === 'message' ? (resent.get(entry.entry.seq) ?? []) : []
    await pauseWhenDue()
    const item = isLong(format, entry, contents)
      ? await compute('writeItem', Infinity, format, entry, contentsOf(entry, contents), CLIENT_IDS, sent)
      : writeItem(format, entry, contents, CLIENT_IDS, sent)
    written.set(entry, item)
  }
  return planItems(input, written)
}

/** Returns the contents of one entry. */
function contentsOf(entry: ContextEntry, { messages, reductions }: Contents): Contents {
  if (entry.kind !== 'message') return { messages: new Map(), reductions: new Map() }
  const { seq } = entry.entry
  const [message, reduced] = [messages.get(seq), reductions.get(seq)]
  return {
    messages: new Map(message ? [[seq, message]] : []),
    reductions: new Map(reduced ? [[seq, reduced]] : []),
  }
}

/** Whether to write an entry takes longer than the event loop may wait. */
function isLong(format: Format, entry: ContextEntry, contents: Contents): boolean {
  const message = entry.kind === 'message' ? contents.messages.get(entry.entry.seq) : undefined
  return message !== undefined && message.raw.length > INLINE_CHARS && !isSentAsStored(format, message, contents)
}

function charsOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0)
}

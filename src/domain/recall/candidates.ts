/** Selects, of what was found, what the context does not show and what fits. [M2] [M4] */
import { partKey } from '../context/part-key.js'
import type { Reduction } from '../context/reduction.js'
import type { ViewEntry } from '../message.js'
import type { CountTokens } from '../source/types.js'
import { MESSAGE_OVERHEAD } from '../tokens.js'
import { recallText, type Quote, type RecallBlock } from './block.js'
import type { RecallExcerpt } from './recall.js'

/** Words that may be recalled, with those of the message beside it that belong to it. */
export interface Candidate {
  excerpt: RecallExcerpt
  quote: Quote
  beside: Omit<Candidate, 'beside'> | null
}

type One = Omit<Candidate, 'beside'>

export interface InContext {
  sessionId: string
  entries: readonly ViewEntry[]
  reductions: readonly Reduction[]
  recall: readonly RecallBlock[]
}

/** Candidates in a row that do not fit before the rest is left out. */
const MAX_MISSES = 6

/** Returns the block for a message and its excerpts in the order in which it shows them; null: nothing is left.
 * @param maxTokens base tokens of the block */
export function recallBlock(
  seq: number,
  candidates: readonly Candidate[],
  context: InContext,
  { maxTokens, count }: { maxTokens: number; count: CountTokens },
): { block: RecallBlock; excerpts: RecallExcerpt[] } | null {
  const [isShown, isRecalled] = [shownIn(context), recalledIn(context)]
  const tokensOf = linesCounter(count)
  let chosen: One[] = []
  for (let at = 0, misses = 0; at < candidates.length && misses < MAX_MISSES; at++) {
    const { beside, ...hit } = candidates[at]!
    const taken = (one: One) =>
      isShown(one.excerpt) || isRecalled(one.excerpt) || chosen.some((other) => overlaps(one.excerpt, other.excerpt))
    const whole = [hit, ...(beside ? [beside] : [])].filter((one) => !taken(one))
    if (whole.length === 0 || taken(hit)) continue
    const fits = (group: readonly One[]) => tokensOf(textOf([...chosen, ...group], context.sessionId)) <= maxTokens
    const fitting = [whole, [hit]].find(fits)
    if (!fitting) {
      misses += 1
      continue
    }
    chosen = [...chosen, ...fitting]
  }
  if (chosen.length === 0) return null
  const excerpts = newestFirst(chosen).map(({ excerpt }) => excerpt)
  const shows = excerpts.map(({ sessionId, seq: of }) => ({ sessionId, seq: of }))
  const text = textOf(chosen, context.sessionId)
  return { block: { seq, text, tokens: tokensOf(text), shows }, excerpts }
}

/** Returns a function that counts the tokens of a message, and each different line of all texts once: no token goes on after the end of
 * a line. To count the whole text for each quote would take a tenth of a second for forty. */
function linesCounter(count: CountTokens): (text: string) => number {
  const known = new Map<string, number>()
  const ofLine = (line: string) => {
    const tokens = known.get(line) ?? count(line)
    known.set(line, tokens)
    return tokens
  }
  return (text) => text.split(/(?<=\n)/).reduce((sum, line) => sum + ofLine(line), MESSAGE_OVERHEAD)
}

function textOf(chosen: readonly One[], sessionId: string): string {
  return recallText(
    newestFirst(chosen).map(({ quote }) => quote),
    sessionId,
  )
}

/** The newest comes first: of a fact that changed, it counts. Messages that follow each other keep their order, as a question and its
 * answer do. */
function newestFirst(chosen: readonly One[]): One[] {
  const runs: One[][] = []
  for (const one of inOrder(chosen)) {
    const run = runs.at(-1)
    if (run && follows(one, run.at(-1)!)) run.push(one)
    else runs.push([one])
  }
  const newest = (run: readonly One[]) => run.at(-1)!
  return runs
    .sort(
      (a, b) =>
        newest(b).quote.date.getTime() - newest(a).quote.date.getTime() ||
        newest(b).excerpt.seq - newest(a).excerpt.seq,
    )
    .flat()
}

function inOrder(some: readonly One[]): One[] {
  const bySession = (a: One, b: One) =>
    Number(a.excerpt.sessionId > b.excerpt.sessionId) - Number(a.excerpt.sessionId < b.excerpt.sessionId)
  return [...some].sort(
    (a, b) =>
      bySession(a, b) ||
      a.excerpt.seq - b.excerpt.seq ||
      a.excerpt.part - b.excerpt.part ||
      a.excerpt.start - b.excerpt.start,
  )
}

function follows({ excerpt: one }: One, { excerpt: before }: One): boolean {
  return one.sessionId === before.sessionId && one.seq - before.seq <= 1
}

function overlaps(a: RecallExcerpt, b: RecallExcerpt): boolean {
  const isSame = a.sessionId === b.sessionId && a.seq === b.seq && a.part === b.part
  return isSame && a.start < b.start + b.text.length && b.start < a.start + a.text.length
}

type Address = Pick<RecallExcerpt, 'sessionId' | 'seq' | 'part'>

/** Whether the context shows a part verbatim. */
export function shownIn({ sessionId, entries, reductions }: InContext): (one: Address) => boolean {
  const raw = new Set(entries.map(({ seq }) => seq))
  const reduced = new Set(reductions.map(({ seq, part }) => partKey(seq, part)))
  return (one) => one.sessionId === sessionId && raw.has(one.seq) && !reduced.has(partKey(one.seq, one.part))
}

/** Whether an earlier block shows words of a message. [M6] */
export function recalledIn({ recall }: Pick<InContext, 'recall'>): (one: Omit<Address, 'part'>) => boolean {
  const recalled = new Set(recall.flatMap(({ shows }) => shows.map((one) => `${one.sessionId} ${one.seq}`)))
  return (one) => recalled.has(`${one.sessionId} ${one.seq}`)
}

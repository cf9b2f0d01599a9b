import type { EventData } from '../../domain/event-data.js'
import type { EventType, SessionEvent } from '../../domain/event.js'
import { dayOf, noInput, type InputSums, type InputTokens } from './input-sums.js'
import { MessageWindow } from './message-window.js'

/** Events that say what each call was sent. */
export const INPUT_TYPES: EventType[] = ['message-appended', 'budget-updated', 'context-rewritten', 'snapshot-restored']

/** One call: the message that it answered, and the input of each way. */
export interface InputPoint {
  seq: number
  whole: number
  newest: number
  sent: number
}

interface Append {
  day: string
  messages: readonly { seq: number; role: string; tokens: number }[]
  /** Tokens in the context before it. */
  usedBefore: number
  /** How that context changed since the append before. */
  changed: Changed
}

/** How a context did not only grow at its end. */
interface Changed {
  isCut: boolean
  isPromptChanged: boolean
  /** Tokens at its beginning that stayed when its newest messages were withdrawn; Infinity: none were. */
  keptSent: number
}
const NOT_CHANGED: Changed = { isCut: false, isPromptChanged: false, keptSent: Infinity }

const ALL_KEPT = { whole: Infinity, newest: Infinity }

interface Call {
  seq: number
  used: number
  day: string
}

interface Sizes {
  /** System prompt and tools. */
  fixed: number
  limit: number
}

/** Follows the events of one session, in order, and adds up the input of its calls by day.
 * A call is an append with an answer: the model was sent the context before the answer. */
export class InputCount {
  readonly days = new Map<string, InputSums>()
  readonly points: InputPoint[] = []
  private readonly history = new MessageWindow()
  /** Appends since the last status: the next one may have other sizes of prompt and tools. */
  private pending: Append[] = []
  private used = 0
  private ratio = 1
  /** Changes since the last append, and since the last call. */
  private changed = NOT_CHANGED
  private changedBefore = NOT_CHANGED
  private before: Record<'whole' | 'newest' | 'sent', number> | null = null
  /** Base tokens at the beginning of the history, and of its newest that fit, that stayed since the last call. */
  private kept = ALL_KEPT

  /** @param sizes of the session now, for appends before the first status */
  constructor(private sizes: Sizes) {}

  add(event: SessionEvent): void {
    if (event.type === 'message-appended') this.noteAppend(event)
    else if (event.type === 'context-rewritten') this.noteCut(event.data)
    else if (event.type === 'snapshot-restored') {
      this.end()
      this.history.removeAfter(event.data.seq)
      this.noteRemoval()
    } else if (event.type === 'budget-updated') {
      const { breakdown, limit, ratio, used } = event.data
      this.ratio = ratio
      this.sizes = { fixed: breakdown.system + breakdown.tools, limit }
      this.end()
      this.used = used
    }
  }

  private noteAppend({ at, data: { messages, used } }: SessionEvent<'message-appended'>): void {
    this.pending.push({ day: dayOf(at), messages, usedBefore: this.used, changed: this.changed })
    ;[this.changed, this.used] = [NOT_CHANGED, used]
  }

  private noteCut({ kind, tokensBefore, tokensAfter, removedBlocks }: EventData['context-rewritten']): void {
    this.used = tokensAfter
    const change: Changed = { ...NOT_CHANGED, isCut: true, isPromptChanged: kind === 'prompt-changed' }
    if (kind === 'withdraw') {
      this.end()
      const removed = this.history.removeLast((tokensBefore - tokensAfter) / this.ratio)
      this.noteRemoval()
      // The rest of the context stays, unless other parts left with this cut.
      if (removed === removedBlocks) Object.assign(change, { isCut: false, keptSent: tokensAfter })
    }
    this.changed = together(this.changed, change)
  }

  private noteRemoval(): void {
    const { tokens, newest } = this.history
    this.kept = { whole: Math.min(this.kept.whole, tokens), newest: Math.min(this.kept.newest, newest) }
  }

  /** Adds the appends that no status followed: small ones have none. Call it after the last event. */
  end(): void {
    for (const append of this.pending) this.addAppend(append, this.sizes)
    this.pending = []
  }

  private addAppend({ messages, usedBefore, day, changed }: Append, sizes: Sizes): void {
    this.changedBefore = together(this.changedBefore, changed)
    let [hasAnswer, used] = [false, usedBefore]
    for (const { seq, role, tokens } of messages) {
      if (role === 'assistant') {
        if (hasAnswer) this.sumsOf(day).answersInBulk += 1
        else this.addCall({ seq, used, day }, sizes)
        hasAnswer = true
      }
      used += tokens
      // The size of the prompt has those of the system role.
      if (role !== 'system') this.history.push(seq, tokens / this.ratio)
    }
  }

  private addCall({ seq, used, day }: Call, { fixed, limit }: Sizes): void {
    const { isCut, isPromptChanged, keptSent } = this.changedBefore
    const keptOf = (way: 'whole' | 'newest') => fixed + Math.round(this.kept[way] * this.ratio)
    const kept = { whole: keptOf('whole'), newest: keptOf('newest') }
    ;[this.changedBefore, this.kept] = [NOT_CHANGED, ALL_KEPT]
    const sums = this.sumsOf(day)
    const sent = Math.min(used, limit)
    // Of a fork or an import, only what the context had of the messages before is known.
    const whole = Math.max(sent, fixed + Math.round(this.history.tokens * this.ratio))
    const slid = this.history.slideTo((limit - fixed) / this.ratio)
    const newest = Math.min(whole, fixed + Math.round(this.history.newest * this.ratio))
    const head = isPromptChanged ? 0 : fixed
    const cached = (way: 'whole' | 'newest' | 'sent', now: number, kept: number | null) =>
      this.before === null
        ? 0
        : Math.min(now, kept !== null && !isPromptChanged ? Math.min(this.before[way], kept) : head)
    sums.calls += 1
    if (whole > limit) sums.callsBeyondLimit += 1
    addTo(sums.whole, whole, cached('whole', whole, kept.whole))
    addTo(sums.newest, newest, cached('newest', newest, slid ? null : kept.newest))
    addTo(sums.sent, sent, cached('sent', sent, isCut ? null : keptSent))
    this.before = { whole, newest, sent }
    this.points.push({ seq, whole, newest, sent })
  }

  private sumsOf(day: string): InputSums {
    let sums = this.days.get(day)
    if (sums === undefined) this.days.set(day, (sums = noInput()))
    return sums
  }
}

function together(one: Changed, other: Changed): Changed {
  return {
    isCut: one.isCut || other.isCut,
    isPromptChanged: one.isPromptChanged || other.isPromptChanged,
    keptSent: Math.min(one.keptSent, other.keptSent),
  }
}

function addTo(to: InputTokens, tokens: number, cached: number): void {
  to.tokens += tokens
  to.cached += cached
}

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

/** Whether a context did not only grow at its end. */
interface Changed {
  isCut: boolean
  isPromptChanged: boolean
}
const NOT_CHANGED: Changed = { isCut: false, isPromptChanged: false }

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

  /** @param sizes of the session now, for appends before the first status */
  constructor(private sizes: Sizes) {}

  add(event: SessionEvent): void {
    if (event.type === 'message-appended') this.noteAppend(event)
    else if (event.type === 'context-rewritten') this.noteCut(event.data)
    else if (event.type === 'snapshot-restored') {
      this.end()
      this.history.removeAfter(event.data.seq)
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

  private noteCut({ kind, tokensBefore, tokensAfter }: EventData['context-rewritten']): void {
    this.used = tokensAfter
    this.changed = { isCut: true, isPromptChanged: this.changed.isPromptChanged || kind === 'prompt-changed' }
    if (kind !== 'withdraw') return
    this.end()
    this.history.removeLast((tokensBefore - tokensAfter) / this.ratio)
  }

  /** Adds the appends that no status followed: small ones have none. Call it after the last event. */
  end(): void {
    for (const append of this.pending) this.addAppend(append, this.sizes)
    this.pending = []
  }

  private addAppend({ messages, usedBefore, day, changed }: Append, sizes: Sizes): void {
    this.changedBefore = {
      isCut: this.changedBefore.isCut || changed.isCut,
      isPromptChanged: this.changedBefore.isPromptChanged || changed.isPromptChanged,
    }
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
    const { isCut, isPromptChanged } = this.changedBefore
    this.changedBefore = NOT_CHANGED
    const sums = this.sumsOf(day)
    const sent = Math.min(used, limit)
    // Of a fork or an import, only what the context had of the messages before is known.
    const whole = Math.max(sent, fixed + Math.round(this.history.tokens * this.ratio))
    const slid = this.history.slideTo((limit - fixed) / this.ratio)
    const newest = Math.min(whole, fixed + Math.round(this.history.newest * this.ratio))
    const head = isPromptChanged ? 0 : fixed
    const cached = (way: 'whole' | 'newest' | 'sent', now: number, isKept: boolean) =>
      this.before === null ? 0 : Math.min(now, isKept && !isPromptChanged ? this.before[way] : head)
    sums.calls += 1
    if (whole > limit) sums.callsBeyondLimit += 1
    addTo(sums.whole, whole, cached('whole', whole, true))
    addTo(sums.newest, newest, cached('newest', newest, !slid))
    addTo(sums.sent, sent, cached('sent', sent, !isCut))
    this.before = { whole, newest, sent }
    this.points.push({ seq, whole, newest, sent })
  }

  private sumsOf(day: string): InputSums {
    let sums = this.days.get(day)
    if (sums === undefined) this.days.set(day, (sums = noInput()))
    return sums
  }
}

function addTo(to: InputTokens, tokens: number, cached: number): void {
  to.tokens += tokens
  to.cached += cached
}

/** Decides whether the newest messages may be withdrawn, and what the session is afterwards. [P2] [P5] */
import { isHuman, type ViewEntry } from '../message.js'
import type { Session } from '../session/session.js'
import { isBeside } from './pairing.js'
import type { Reduction } from './reduction.js'
import type { Watermark } from '../session/watermark.js'

/** Where a message is now. */
interface Place {
  seq: number
  state: 'raw' | 'reduced' | 'covered' | 'evicted'
  withdrawn: boolean
}

export type Withdrawal =
  /** Every message was withdrawn before: a repeated request. */
  | { kind: 'repeated'; seqs: number[] }
  | { kind: 'allowed'; seqs: number[] }
  | { kind: 'refused'; seq: number; reason: 'covered' | 'evicted' | 'reduced-by-cut' | 'newer-messages' }

/** Returns the messages to withdraw.
 * @param places the messages from the first one to withdraw, ascending; at least one
 * @param reductions of messages in the context */
export function planWithdrawal(places: readonly Place[], reductions: readonly Reduction[]): Withdrawal {
  const seqs = places.map(({ seq }) => seq)
  const live = places.filter(({ withdrawn }) => !withdrawn)
  const [first] = live
  if (!first) return { kind: 'repeated', seqs }
  // A repeated request must not take back what was appended since.
  if (places[0]!.withdrawn) return { kind: 'refused', seq: first.seq, reason: 'newer-messages' }
  const byCut = new Set(reductions.flatMap(({ seq, cutId }) => (cutId === null ? [] : [seq])))
  for (const { seq, state } of live) {
    if (state === 'covered' || state === 'evicted') return { kind: 'refused', seq, reason: state }
    if (byCut.has(seq)) return { kind: 'refused', seq, reason: 'reduced-by-cut' }
  }
  return { kind: 'allowed', seqs: live.map(({ seq }) => seq) }
}

type Rewound = Pick<Session, 'openCalls' | 'lastSpokenSeq' | 'turn' | 'watermark'>

/** Returns the session fields as they are without the messages from `fromSeq` on. A call whose result is withdrawn is
 * open again. */
export function rewind(
  session: Rewound,
  entries: readonly ViewEntry[],
  fromSeq: number,
): Required<Omit<Rewound, 'watermark'>> & Pick<Rewound, 'watermark'> {
  const kept = entries.filter(({ seq }) => seq < fromSeq)
  const withdrawn = entries.filter(({ seq }) => seq >= fromSeq)
  const reopened = withdrawn.flatMap(({ shape }) =>
    shape.flatMap((part): Session['openCalls'] => {
      if (part.kind !== 'tool_result' || part.callSeq === null || part.callSeq >= fromSeq) return []
      const { callSeq: seq, callId, name, readsBack, runs } = part
      return [{ seq, callId, name, ...(readsBack && { readsBack }), ...(runs && { command: '' }) }]
    }),
  )
  const open = [...session.openCalls.filter(({ seq }) => seq < fromSeq), ...reopened]
  const first = withdrawn[0]
  return {
    openCalls: open.toSorted((a, b) => a.seq - b.seq),
    lastSpokenSeq: kept.findLast(({ shape }) => shape.length === 0 || !shape.every(isBeside))?.seq ?? 0,
    turn: first ? first.turn - (isHuman(first) ? 1 : 0) : session.turn,
    ...(session.watermark && { watermark: rewoundMark(session.watermark, fromSeq) }),
  }
}

/** Returns the boundary that was applied last if the boundary itself is withdrawn. */
function rewoundMark(mark: Watermark, fromSeq: number): Watermark {
  if (mark.seq < fromSeq) return mark
  const seq = Math.min(mark.appliedSeq, fromSeq - 1)
  return { ...mark, seq, appliedSeq: seq, callId: null, toolName: null }
}

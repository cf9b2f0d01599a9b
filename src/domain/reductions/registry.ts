/** Lists every kind of reduction. A reduction replaces or removes one part of a message deterministically; the original
 * stays in history. Event types and schemas, session log lines, explanations, and report rows derive from the entries.
 * Rules of a pass apply in this order. [D1]–[D7] */
import { REDUCTION_KINDS, type ReductionKind } from '../context/reduction.js'
import { reasoningRule } from './drop-reasoning.js'
import type { CutRule, ReductionEntry, ReductionEvent } from './entry.js'
import { maskRule, truncateRule } from './old-parts.js'
import { condenseText, excerptText, maskText, offloadedText, offloadText } from './placeholders.js'
import { truncatedArguments } from './truncated-arguments.js'

const OFFLOADED = 'parts of the message are offloaded; each can be read back by its id'

export const REDUCTIONS = {
  condense: {
    rule: 'D2',
    reason: 'a tool result is condensed by the rule for its kind of tool; the original can be read back by its id',
    event: {
      type: 'tool-result-condensed',
      when: 'Tool results were condensed by kind during the append.',
      example: { resultKind: 'search' },
      verb: 'Condensed',
      unit: 'tool result',
    },
    onAppend: true,
    // The rule condenses nothing without a view.
    placeholder: ({ offloaded, original, view }, cost) => condenseText(offloaded, original, view!, cost),
    atCut: null,
  },
  offload: {
    rule: 'D1',
    reason: OFFLOADED,
    event: {
      type: 'tool-result-offloaded',
      when: 'Large tool results were replaced by placeholders. Read an original with `GET …/offloads/{id}`.',
      example: {},
      verb: 'Offloaded',
      unit: 'tool result',
    },
    onAppend: true,
    placeholder: ({ offloaded, original }, cost) => offloadText(offloaded, original, cost),
    atCut: null,
  },
  reasoning: {
    rule: 'D7',
    reason:
      'its reasoning was dropped because its turn is closed or the context did not fit; it can be read back by its id',
    event: {
      type: 'reasoning-dropped',
      when: 'Reasoning of closed turns left the context, or of the open turn because nothing else fit.',
      example: { toolName: null, tokensAfter: 0 },
      verb: 'Dropped',
      unit: 'reasoning part',
    },
    onAppend: false,
    placeholder: null,
    atCut: reasoningRule,
  },
  watermark: {
    rule: 'D4',
    reason: 'its calls and results were removed because their task has ended; each can be read back by its id',
    event: null,
    onAppend: false,
    placeholder: null,
    atCut: null,
  },
  mask: {
    rule: 'D5',
    reason: OFFLOADED,
    event: {
      type: 'tool-result-masked',
      when: 'Tool results older than the newest tool groups became one line each.',
      example: { tokensAfter: 32 },
      verb: 'Masked',
      unit: 'tool result',
    },
    onAppend: false,
    placeholder: ({ offloaded }) => maskText(offloaded),
    atCut: maskRule,
  },
  'truncate-input': {
    rule: 'D3',
    reason: OFFLOADED,
    event: {
      type: 'tool-input-truncated',
      when: 'Long arguments of old calls, whose content is stored elsewhere, became placeholders.',
      example: { toolName: 'write_file' },
      verb: 'Truncated the input of',
      unit: 'call',
    },
    onAppend: false,
    placeholder: ({ offloaded, args }) => truncatedArguments(offloaded, args),
    atCut: truncateRule,
  },
  'offload-text': {
    rule: 'R4',
    reason: 'the context did not fit, so long text of it is offloaded; it can be read back by its id',
    event: {
      type: 'text-offloaded',
      when: 'Long texts of assistants or programs were replaced by placeholders because the context did not fit.',
      example: { toolName: null },
      verb: 'Offloaded',
      unit: 'long text',
    },
    onAppend: false,
    placeholder: ({ offloaded, original }, cost) => offloadedText(offloaded, original, cost),
    atCut: null,
  },
  excerpt: {
    rule: 'D8',
    reason:
      'the user’s own words, which cannot fit whole: head and tail are verbatim, the rest can be read back by its id',
    event: {
      type: 'text-excerpted',
      when:
        'Messages of the user that cannot fit whole are shown as head and tail (`policy.oversized: "offload"`). ' +
        'Read an original with `GET …/offloads/{id}`.',
      example: { toolName: null, tokensAfter: 1_310 },
      verb: 'Excerpted',
      unit: 'oversized user text',
    },
    onAppend: false,
    placeholder: ({ offloaded, original }, cost) => excerptText(offloaded, original, cost),
    atCut: null,
  },
  covered: {
    rule: 'P5',
    reason: 'its results were removed with their calls, which a checkpoint replaces; each can be read back by its id',
    event: null,
    onAppend: false,
    placeholder: null,
    atCut: null,
  },
} as const satisfies Record<ReductionKind, ReductionEntry>

/** Kinds that may reduce older parts, as part of a recorded cut. Only new parts are condensed. */
export type CutReductionKind = Exclude<ReductionKind, 'condense'>

/** Types of the events that report reduced parts. */
export type ReductionEventType = NonNullable<(typeof REDUCTIONS)[ReductionKind]['event']>['type']
/** Every event that reports reduced parts, in registry order. */
export const REDUCTION_EVENTS = REDUCTION_KINDS.flatMap((kind): EventOf[] => {
  const { event, onAppend } = REDUCTIONS[kind]
  return event === null ? [] : [{ kind, onAppend, ...event }]
})
interface EventOf extends ReductionEvent {
  kind: ReductionKind
  onAppend: boolean
  type: ReductionEventType
}

/** Every rule that a pass over the context applies, in registry order. */
export const CUT_RULES = REDUCTION_KINDS.flatMap((kind): { kind: CutReductionKind; rule: CutRule }[] => {
  const { atCut } = reductionEntry(kind)
  return atCut === null || kind === 'condense' ? [] : [{ kind, rule: atCut }]
})

/** Returns the entry of a kind. */
export function reductionEntry(kind: ReductionKind): ReductionEntry {
  return REDUCTIONS[kind]
}

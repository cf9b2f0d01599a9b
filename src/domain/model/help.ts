import type { StoredMessage } from '../message.js'

/** Whether a model's summaries say more than the words that they replace, by kind of content: a small model may follow the log of an
 * agent and misread a chat. Where it does not help, it is not asked. [V11] */

/** `chat`: people and an assistant talk. `work`: tools are called. */
export const CONTENT_KINDS = ['chat', 'work'] as const
export type ContentKind = (typeof CONTENT_KINDS)[number]

/** What became of the summaries of one kind. */
export interface Help {
  /** Summaries of which lines were accepted, and of chats those that the chat does not support. */
  compared: number
  /** Summaries that were used: the checkpoint says no less with them. */
  helped: number
  uselessInARow: number
  /** Lines that the model wrote lately, and those that say what the messages do not. Absent: none was counted. */
  stated?: Stated
  /** While the model is not asked: when it is next; ISO 8601. */
  nextTrialAt: string | null
}

export interface Stated {
  lines: number
  untrue: number
}

/** One summary: whether it was used (null: nothing of it was accepted), and its lines. */
export interface JudgedSummary {
  helped: boolean | null
  stated: Stated
}

export type HelpByKind = Partial<Record<ContentKind, Help>>

/** Useless summaries in a row after which the model is not asked. */
const USELESS_TO_STOP = 3
/** Wait before the first trial. It doubles with each trial that fails, up to 16 hours. */
const TRIAL_AFTER_MS = 3_600_000
const MOST_DOUBLINGS = 4
/** Share of untrue lines from which on the model is not asked. The checks find them by names, files, and words; who writes that many
 * also writes some that no check can find. */
const UNTRUE_SHARE = 1 / 4
/** Lines that decide, at least. */
const LINES_TO_JUDGE = 40
/** Lines after which the older ones count half: a model may be asked in better ways later. */
const LINES_KEPT = 80
const NO_HELP: Help = { compared: 0, helped: 0, uselessInARow: 0, nextTrialAt: null }

/** Returns the kind of a span of messages. */
export function contentKindOf(messages: readonly Pick<StoredMessage, 'role' | 'shape'>[]): ContentKind {
  const isTool = ({ role, shape }: Pick<StoredMessage, 'role' | 'shape'>) =>
    role === 'tool' || shape.some(({ kind }) => kind === 'tool_call' || kind === 'tool_result')
  return messages.some(isTool) ? 'work' : 'chat'
}

/** Whether the model may be asked about this kind: it helped, was not tried often enough, or a trial is due. */
export function mayHelp(help: HelpByKind | undefined, kind: ContentKind, now: Date): boolean {
  const at = help?.[kind]?.nextTrialAt ?? null
  return at === null || now.getTime() >= Date.parse(at)
}

/** Returns the record after one summary of this kind. */
export function afterHelp(
  help: HelpByKind | undefined,
  kind: ContentKind,
  { helped, stated }: JudgedSummary,
  now: Date,
): HelpByKind {
  const before = help?.[kind] ?? NO_HELP
  // A trial is judged by its own lines.
  const earlier = before.nextTrialAt === null ? before.stated : undefined
  const all = sumOf(earlier ?? { lines: 0, untrue: 0 }, stated)
  const isUntrue = all.lines >= LINES_TO_JUDGE && all.untrue >= UNTRUE_SHARE * all.lines
  const uselessInARow = isUntrue || helped === false ? before.uselessInARow + 1 : helped ? 0 : before.uselessInARow
  const stops = isUntrue || uselessInARow >= USELESS_TO_STOP
  const waitMs = TRIAL_AFTER_MS * 2 ** Math.min(MOST_DOUBLINGS, Math.max(0, uselessInARow - USELESS_TO_STOP))
  return {
    ...help,
    [kind]: {
      compared: before.compared + Number(helped !== null),
      helped: before.helped + Number(helped === true),
      uselessInARow,
      stated: all,
      nextTrialAt: stops ? new Date(now.getTime() + waitMs).toISOString() : null,
    },
  }
}

function sumOf(before: Stated, now: Stated): Stated {
  const weight = before.lines > LINES_KEPT ? 1 / 2 : 1
  return {
    lines: Math.round(before.lines * weight) + now.lines,
    untrue: Math.round(before.untrue * weight) + now.untrue,
  }
}

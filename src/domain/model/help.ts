import type { StoredMessage } from '../message.js'

/** Whether a model's summaries say more than the words that they replace, by kind of content: a small model may follow the log of an
 * agent and misread a chat. Where it does not help, it is not asked. [V11] */

/** `chat`: people and an assistant talk. `work`: tools are called. */
export const CONTENT_KINDS = ['chat', 'work'] as const
export type ContentKind = (typeof CONTENT_KINDS)[number]

/** What became of the summaries of one kind. Those count of which lines were accepted, and of chats those that the chat does not
 * support. */
export interface Help {
  compared: number
  /** Summaries that were used: the checkpoint says no less with them. */
  helped: number
  uselessInARow: number
  /** While the model is not asked: when it is next; ISO 8601. */
  nextTrialAt: string | null
}

export type HelpByKind = Partial<Record<ContentKind, Help>>

/** Useless summaries in a row after which the model is not asked. */
const USELESS_TO_STOP = 3
/** Wait before the first trial. It doubles with each trial that fails, up to 16 hours. */
const TRIAL_AFTER_MS = 3_600_000
const MOST_DOUBLINGS = 4
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
export function afterHelp(help: HelpByKind | undefined, kind: ContentKind, helped: boolean, now: Date): HelpByKind {
  const before = help?.[kind] ?? NO_HELP
  const uselessInARow = helped ? 0 : before.uselessInARow + 1
  const failedTrials = uselessInARow - USELESS_TO_STOP
  const waitMs = TRIAL_AFTER_MS * 2 ** Math.min(MOST_DOUBLINGS, failedTrials)
  return {
    ...help,
    [kind]: {
      compared: before.compared + 1,
      helped: before.helped + Number(helped),
      uselessInARow,
      nextTrialAt: failedTrials < 0 ? null : new Date(now.getTime() + waitMs).toISOString(),
    },
  }
}

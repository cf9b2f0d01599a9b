/** What the calls of a model were sent, and what they would have been sent otherwise. All sizes are in tokens of the session's
 * model. */

/** Input tokens, and how many of them a prompt cache has at least: those of the call before, if nothing before them changed;
 * after a change, the system prompt and the tools only. */
export interface InputTokens {
  tokens: number
  cached: number
}

export interface InputSums {
  /** Answers that were made from a context of the session. */
  calls: number
  /** Answers that arrived together with an earlier one. Their calls used no context of the session, so they do not count. */
  answersInBulk: number
  /** Calls whose whole history was larger than the limit: the model could not have taken it. */
  callsBeyondLimit: number
  /** The whole history each time. */
  whole: InputTokens
  /** The newest whole messages that fit the limit. */
  newest: InputTokens
  sent: InputTokens
  /** What the summaries of the service used. */
  summaries: { promptTokens: number; outputTokens: number }
}

export function noInput(): InputSums {
  return {
    ...{ calls: 0, answersInBulk: 0, callsBeyondLimit: 0 },
    ...{ whole: { tokens: 0, cached: 0 }, newest: { tokens: 0, cached: 0 }, sent: { tokens: 0, cached: 0 } },
    summaries: { promptTokens: 0, outputTokens: 0 },
  }
}

/** Adds sums to others. */
export function addInput(to: InputSums, more: InputSums): void {
  to.calls += more.calls
  to.answersInBulk += more.answersInBulk
  to.callsBeyondLimit += more.callsBeyondLimit
  for (const way of ['whole', 'newest', 'sent'] as const) {
    to[way].tokens += more[way].tokens
    to[way].cached += more[way].cached
  }
  to.summaries.promptTokens += more.summaries.promptTokens
  to.summaries.outputTokens += more.summaries.outputTokens
}

/** Returns the day of a time in UTC: `2026-11-27`. @param at a text is ISO 8601 in UTC, as events have it */
export const dayOf = (at: Date | string): string => (typeof at === 'string' ? at : at.toISOString()).slice(0, 10)

/** Model tokens of a session. Stored counts are base tokens and never change. Every published or decided figure is in
 * model tokens: base × ratio. `limit` and `reserve` are model tokens; `tokenCounts` are base tokens. [T2] */
import { conversationTokens, isOfPeopleAlone, scaleFor, triggerTokens, usedTokens, type TokenCounts } from './budget.js'
import { COMPRESSOR_IDLE } from './compressor.js'
import type { Policy } from './policy.js'
import { recallHeadroom } from './recall-share.js'
import type { Session, SessionChange } from './session.js'

type Scaled = Pick<Session, 'limit' | 'scale'>

/** Returns the limit in base tokens, to compare with stored counts. */
export function baseLimit({ limit, scale }: Scaled): number {
  return limit / scale.ratio
}

/** Returns the base tokens that a context may have to fit for certain. [P3]
 * @param reserve model tokens kept free for the reply */
export function fitLimit({ limit, reserve, scale }: Scaled & Pick<Session, 'reserve'>): number {
  return Math.floor((limit - reserve) / (scale.ratio * (1 + scale.margin)))
}

/** Says how many tokens a context may take, and where the rest of the limit is. */
export function describeFitLimit(session: Scaled & Pick<Session, 'reserve'>): string {
  const { limit, reserve, scale } = session
  const margin = scale.margin === 0 ? '' : ` and a margin of ${Math.round(scale.margin * 100)}% for the count`
  const tokens = modelTokens(session, fitLimit(session))
  return `${tokens} tokens (the limit of ${limit} less ${reserve} for the reply${margin})`
}

/** Returns the factor from an absolute token count of a policy to base tokens in this session's window. [S5] */
export function policyScale({ limit, scale }: Scaled): number {
  return scaleFor(limit) / scale.ratio
}

/** Returns base tokens in tokens of the session's model, rounded. [T2] */
export function modelTokens({ scale }: Pick<Session, 'scale'>, base: number): number {
  return Math.round(base * scale.ratio)
}

/** Returns base counts in model tokens. Rounds the running sum, so that the results add up to the rounded total. */
export function modelShares(scaled: Pick<Session, 'scale'>, counts: readonly number[]): number[] {
  let sum = 0
  return counts.map((count) => {
    const before = modelTokens(scaled, sum)
    sum += count
    return modelTokens(scaled, sum) - before
  })
}

/** Returns the token counts of a session in model tokens. They add up to the model tokens of the whole. */
export function modelCounts(session: Pick<Session, 'scale' | 'tokenCounts'>): Required<TokenCounts> {
  const { system, tools, goals, checkpoints, user, assistant, tool, recall = 0, standing = 0 } = session.tokenCounts
  const shares = modelShares(session, [system, tools, goals, checkpoints, user, assistant, tool, recall, standing])
  const [s = 0, t = 0, g = 0, c = 0, u = 0, a = 0, r = 0, w = 0, d = 0] = shares
  return { system: s, tools: t, goals: g, checkpoints: c, recall: w, standing: d, user: u, assistant: a, tool: r }
}

/** Returns the model tokens in the context. */
export function usedModelTokens(session: Pick<Session, 'scale' | 'tokenCounts'>): number {
  return modelTokens(session, usedTokens(session.tokenCounts))
}

/** Returns the model tokens of the context as the next read returns it, at most, and those that leave it before. [P3] */
export function handedOutTokens(session: Parameters<typeof fitLimit>[0] & Pick<Session, 'tokenCounts'>): {
  used: number
  waiting: number
} {
  const stored = usedModelTokens(session)
  const used = Math.min(stored, modelTokens(session, fitLimit(session)))
  return { used, waiting: stored - used }
}

/** How far cuts go: `headroom` before the fit limit a compression is due at the latest, a share of the limit; `refill` is the growth
 * between two cuts that a threshold makes, a share of what is free beside the fixed part; `emergency` is freed beyond what makes the
 * context fit, a share of the limit. Measured with `npm run bench -- prompt`: deeper cuts come less often, and the context holds less
 * after them. [P12] [D6] */
const DEPTH: Record<Policy['priority'], { headroom: number; refill: number; emergency: number }> = {
  detail: { headroom: 0, refill: 0.25, emergency: 0.1 },
  cache: { headroom: 0.05, refill: 0.75, emergency: 0.25 },
}

/** Share of `emergency` in a record of people alone: no model has read it, so a cut costs no cache, and each token holds more of what they
 * said. [P13] */
const PEOPLE_ALONE_SHARE = 0.5

/** Share of the limit that old parts must free to leave instead of what a compression would cover, where detail counts most. [D6] */
const INSTEAD_GAIN_SHARE = 0.1

/** Distance from the fit limit at which a compression becomes pending, as a share of the limit for each unit of the
 * margin: 10 % at a margin of 15 %. It leaves time for the model: at the fit limit the context shrinks without it. */
const HEADROOM_PER_MARGIN = 2 / 3
/** Distance from the fit limit, as a share of the limit, from which on the window counts as nearly full. */
const PRESSURE_SHARE = 0.1

function headroomTokens({ limit, scale, policy }: Pick<Session, 'limit' | 'scale' | 'policy'>): number {
  return Math.max(DEPTH[policy.priority].headroom, HEADROOM_PER_MARGIN * scale.margin) * limit
}

/** Returns the model tokens left until a compression becomes pending, 0 or less if it is due; null if the policy never
 * compresses. With an uncertain ratio the context may have to shrink before the trigger is reached, so the compression
 * is due before that as well, and before the tokens are taken that the next question needs for recall. [B2] [M4] */
export function untilCompression(
  session: Pick<Session, 'limit' | 'reserve' | 'scale' | 'tokenCounts' | 'policy'>,
): number | null {
  return untilHeadroom(session, Math.max(headroomTokens(session), recallHeadroom(session)))
}

/** Whether nothing but the tokens that recall needs can make a compression due: then it is made if it frees enough, and waits
 * otherwise. [M4] */
export function isBelowTrigger(session: Parameters<typeof untilCompression>[0]): boolean {
  return (untilHeadroom(session, headroomTokens(session)) ?? 0) > 0
}

function untilHeadroom(session: Parameters<typeof untilCompression>[0], headroom: number): number | null {
  // Recalled words leave first, so they make no compression due. [M4]
  const counts = { ...modelCounts(session), recall: 0 }
  const trigger = triggerTokens(session.limit, counts, session.policy.summarize)
  if (trigger === null) return null
  const untilTrigger = trigger - conversationTokens(counts)
  if (headroom === 0) return untilTrigger
  const most = modelTokens(session, fitLimit(session)) - headroom
  return Math.min(untilTrigger, Math.floor(most - usedTokens(counts)))
}

/** Returns the base tokens that the fixed part (system text, tools, goals) leaves of the limit. Never negative. [P12] */
export function freeBesideFixed(
  session: Scaled & { tokenCounts: Pick<TokenCounts, 'system' | 'tools' | 'goals'> },
): number {
  const { system, tools, goals } = session.tokenCounts
  return Math.max(0, baseLimit(session) - system - tools - goals)
}

/** Returns the base tokens that a cut made by a threshold frees at least, so that the next one comes after real growth. [P12] */
export function refillTokens(session: Scaled & Pick<Session, 'tokenCounts' | 'policy'>): number {
  return DEPTH[session.policy.priority].refill * freeBesideFixed(session)
}

/** Returns the base tokens that old parts must free to leave instead of what a compression that is due would cover. [D6] */
export function dueGainTokens(session: Scaled & Pick<Session, 'tokenCounts' | 'policy'>): number {
  return session.policy.priority === 'cache' ? refillTokens(session) : INSTEAD_GAIN_SHARE * baseLimit(session)
}

/** Returns the base tokens that an emergency frees beyond those that make the context fit, so that the next message causes no other
 * one. [D6] */
export function emergencyTokens(session: Scaled & Pick<Session, 'policy' | 'tokenCounts'>): number {
  const share = isOfPeopleAlone(session.tokenCounts) ? PEOPLE_ALONE_SHARE : 1
  return share * DEPTH[session.policy.priority].emergency * baseLimit(session)
}

/** Returns the share that the context fills of what the fixed part leaves of the limit. 1: all of it. [D5] */
export function shareFilled(session: Scaled & Pick<Session, 'tokenCounts'>, usedBaseTokens: number): number {
  const free = freeBesideFixed(session)
  return free === 0 ? 1 : (usedBaseTokens - (baseLimit(session) - free)) / free
}

/** Returns the base tokens of the conversation above the low mark to which a compression brings it; 0 or less if it is below. */
export function tokensAboveLowMark(
  session: Pick<Session, 'limit' | 'reserve' | 'scale' | 'tokenCounts' | 'policy'>,
): number {
  const until = untilCompression(session)
  if (until === null) return 0
  return refillTokens(session) - until / session.scale.ratio
}

/** Returns the change that ends the state stuck of a session that is below its trigger. Not after a cut that only fits the context: what could not be
 * compressed is still there. [P9] */
export function endStuckState(session: Session): SessionChange {
  return isBelowTrigger(session) && session.compressor.state === 'stuck' ? { compressor: COMPRESSOR_IDLE } : {}
}

/** Whether the context is so full that the next messages may have to wait for no model. [P3] */
export function isPressed(session: Pick<Session, 'limit' | 'reserve' | 'scale' | 'tokenCounts'>): boolean {
  return usedTokens(session.tokenCounts) >= fitLimit(session) - PRESSURE_SHARE * baseLimit(session)
}

/** Members of records and events that are base tokens. */
const TOKEN_FIELDS: ReadonlySet<string> = new Set([
  'tokens',
  'used',
  'tokensBefore',
  'tokensAfter',
  'originalTokens',
  'currentTokens',
  'freeTokens',
  'saved',
  'fits',
])

/** Returns a copy of a record or of an event's data with every token count in model tokens. Limits, reserves and tokens
 * counted by a model are model tokens already and stay the same. */
export function inModelTokens<T>(scaled: Pick<Session, 'scale'>, value: T): T {
  return scaled.scale.ratio === 1 ? value : (convert(scaled, value) as T)
}

function convert(scaled: Pick<Session, 'scale'>, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => convert(scaled, item))
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      TOKEN_FIELDS.has(key) && typeof member === 'number' ? modelTokens(scaled, member) : convert(scaled, member),
    ]),
  )
}

/** Returns the base tokens that a cut must free. [P12] */
export function minGainTokens(session: Pick<Session, 'limit' | 'scale' | 'policy'>): number {
  const { minGain } = session.policy
  return Math.floor(Math.max(minGain.tokens * policyScale(session), minGain.share * baseLimit(session)))
}

import { isHuman, type ViewEntry } from '../message.js'
import type { Unit } from '../context/pairing.js'
import { isProtected } from '../reductions/protected.js'
import { baseLimit } from '../session/model-tokens.js'
import type { Policy } from '../session/policy.js'
import type { Session } from '../session/session.js'

/** Chooses which messages of a person leave while these messages fill more than their share: those that say least. They stay
 * readable and searchable, and are never rewritten. [R4] [P13] */

/** Shares of the limit: that human text may fill · to which it is brought once it fills more · to which a compression brings it.
 * Words that stay are evaluated again after every cut before them. [P12] */
const HUMAN_SHARE: Record<Policy['priority'], { from: number; to: number; compressed: number }> = {
  detail: { from: 0.4, to: 0.3, compressed: 0.45 },
  cache: { from: 0.4, to: 0.15, compressed: 0.15 },
}

type Limits = Pick<Session, 'limit' | 'scale' | 'policy'>

/** How much human messages say for each token, by seq. */
export type HumanWorth = ReadonlyMap<number, number>

/** Returns the tokens by which human text exceeds its share; 0 while it does not fill more than it may. */
export function excessTokens(entries: readonly ViewEntry[], session: Limits): number {
  const { from, to } = HUMAN_SHARE[session.policy.priority]
  const limit = baseLimit(session)
  const tokens = humanTokens(entries)
  return tokens > from * limit ? tokens - to * limit : 0
}

/** Returns the tokens by which human text exceeds what a compression leaves of it. Negative: it takes less. */
export function excessAfterCompression(entries: readonly ViewEntry[], session: Limits): number {
  return humanTokens(entries) - HUMAN_SHARE[session.policy.priority].compressed * baseLimit(session)
}

/** Returns the tokens that human text may still take until it fills its share. */
export function humanFreeTokens(entries: readonly ViewEntry[], session: Limits): number {
  return HUMAN_SHARE[session.policy.priority].to * baseLimit(session) - humanTokens(entries)
}

function humanTokens(entries: readonly ViewEntry[]): number {
  return entries.reduce((sum, entry) => sum + (isHuman(entry) ? entry.viewTokens : 0), 0)
}

/** Returns units of human messages that leave, until they have the tokens: those before the tail that say least, then those in the
 * tail, the oldest first. Never the first human message, the newest, or a protected one.
 * @param worth if unknown, the oldest leave first
 * @param tailFrom seq of the first message of the recent tail */
export function leastSaying(
  units: readonly Unit[],
  policy: Policy,
  { worth, tailFrom, tokens }: { worth: HumanWorth | undefined; tailFrom: number; tokens: number },
): Unit[] {
  const human = units.filter(({ entries }) => isHuman(entries[0]!))
  const newest = human.at(-1)
  const may = human
    .filter(
      (unit) =>
        unit !== newest && unit.entries[0]!.turn !== 1 && !unit.entries.some((entry) => isProtected(policy, entry)),
    )
    .map((unit) => {
      const { seq } = unit.entries[0]!
      const isInTail = seq >= tailFrom
      return { unit, seq, place: Number(isInTail), worth: isInTail ? 0 : (worth?.get(seq) ?? 0) }
    })
  may.sort((a, b) => a.place - b.place || a.worth - b.worth || a.seq - b.seq)
  let left = tokens
  const leaving: Unit[] = []
  for (const { unit } of may) {
    if (left <= 0) break
    leaving.push(unit)
    left -= unit.tokens
  }
  return leaving
}

import { isHuman, type ViewEntry } from '../message.js'
import type { Unit } from '../context/pairing.js'
import { isProtected } from '../reductions/protected.js'
import type { Policy } from '../session/policy.js'

/** Chooses which messages of a person leave while these messages fill more than their share: those that say least. They stay
 * readable and searchable, and are never rewritten. [R4] [P13] */

/** Share of the limit that human text may fill · to which it is brought once it fills more. */
const HUMAN_SHARE = { from: 0.4, to: 0.3 }

/** How much human messages say for each token, by seq. */
export type HumanWorth = ReadonlyMap<number, number>

/** Returns the tokens by which human text exceeds its share; 0 while it does not fill more than it may. */
export function excessTokens(entries: readonly ViewEntry[], limit: number): number {
  const tokens = entries.reduce((sum, entry) => sum + (isHuman(entry) ? entry.viewTokens : 0), 0)
  return tokens > HUMAN_SHARE.from * limit ? tokens - HUMAN_SHARE.to * limit : 0
}

/** Returns the tokens that human text may still take until it fills its share. */
export function humanFreeTokens(entries: readonly ViewEntry[], limit: number, share = HUMAN_SHARE.to): number {
  const tokens = entries.reduce((sum, entry) => sum + (isHuman(entry) ? entry.viewTokens : 0), 0)
  return share * limit - tokens
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

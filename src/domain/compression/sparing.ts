import { isFiller, isSaid, type Checkpoint, type CheckpointLine } from '../checkpoint/checkpoint.js'
import { draftOf, textTokens, withoutQuotation, type Draft } from './draft.js'
import { withoutPerished } from '../digest/perish.js'
import { linesOfRecentTurns } from '../digest/recent-turns.js'
import type { CountTokens } from '../source/types.js'

/** Ages checkpoints no more than the line budget needs. Every rewritten checkpoint changes the prefix from its place on,
 * so the oldest change last: nothing while the lines fit, else the detailed and moderate checkpoints near the end, and
 * only if that is not enough all of them in one batch. Free tokens are used in batches as well. [C4] [C5] [P12] */

/** Share of the line budget that a batch leaves free, so that the next compressions need none. */
const FREE_SHARE = 0.08

/** Live checkpoints at most. Small ones would otherwise collect headings. */
const MOST_LIVE = 12

export interface SparingInput {
  /** Live checkpoints but the newest, oldest first. */
  older: readonly Checkpoint[]
  newest: Checkpoint | undefined
  /** Maximum tokens of all checkpoints together. */
  totalTokens: number
  /** Tokens that lines in reserve must gain to be worth a batch. */
  returnTokens: number
  count: CountTokens
  /** Ages all by one level within a total. */
  aged: (maxTokens: number) => Draft[]
  /** Joins all in the ultra checkpoint, within a total. */
  joined: (maxTokens: number) => Draft[]
}

/** Returns the drafts of the checkpoints that change. */
export function sparingDrafts({ older, newest, totalTokens, returnTokens, ...input }: SparingInput): Draft[] {
  const { count, aged, joined } = input
  const now = [...older, ...(newest ? [newest] : [])]
  const mended = withoutMisleading(older, now, count)
  const besides = (drafts: readonly Draft[]) => {
    const replaced = new Set(drafts.flatMap(({ from }) => from))
    return now.filter((checkpoint) => !replaced.has(checkpoint))
  }
  const tokensWith = (drafts: readonly Draft[]) =>
    sum(besides(drafts).map(({ tokens }) => tokens)) + sum(drafts.map((draft) => textTokens(draft, count)))
  const linesWith = (drafts: readonly Draft[]) => [...besides(drafts), ...drafts].flatMap(({ lines }) => lines)
  const betterTokens = (drafts: readonly Draft[]) =>
    sum(linesWith(drafts).map((one) => (isFiller(one) ? 0 : one.tokens)))
  const known = withoutPerished(now.flatMap(({ lines, reserve = [] }) => [...reserve, ...lines]))
  const recent = new Set([...linesOfRecentTurns(known)].map(turnKey))
  const recentIn = (drafts: readonly Draft[]) =>
    new Set(
      linesWith(drafts)
        .map(turnKey)
        .filter((key) => recent.has(key)),
    ).size
  const lowTokens = Math.floor((1 - FREE_SHARE) * totalTokens)
  if (now.length > MOST_LIVE) return joined(lowTokens)
  const mendedTokens = tokensWith(mended)
  if (mendedTokens <= totalTokens) {
    const shownRecent = recentIn(mended)
    const mayReturn =
      Math.min(lowTokens - mendedTokens, waitingTokens(older)) >= returnTokens || shownRecent < recent.size
    if (!mayReturn) return mended
    const returned = joined(lowTokens)
    return tokensWith(returned) - mendedTokens >= returnTokens || recentIn(returned) > shownRecent ? returned : mended
  }
  const all = aged(lowTokens)
  const late = all.filter(({ level }) => level > 0)
  const lateOnes = new Set(late.flatMap(({ from }) => from))
  const some = [...mended.filter(({ from }) => !from.some((one) => lateOnes.has(one))), ...late]
  // Nor has it one that could leave out what was said while tokens are free. [C10]
  if (lowTokens - tokensWith(all) >= returnTokens && now.some(({ lines }) => lines.some(isSaid)))
    return joined(lowTokens)
  // Filler must not keep better lines out for long.
  const isEnough = betterTokens(all) - betterTokens(some) < returnTokens && recentIn(some) === recent.size
  if (isEnough && tokensWith(some) <= totalTokens) return some
  // Only the ultra checkpoint has no ceiling that could leave out how a turn ended.
  const together = recentIn(all) < recent.size ? joined(lowTokens) : []
  return recentIn(together) > recentIn(all) ? together : all
}

/** Returns drafts of the checkpoints with lines that a newer one contradicts. A repeated line does not mislead and waits
 * for the next batch. [C4] */
function withoutMisleading(older: readonly Checkpoint[], now: readonly Checkpoint[], count: CountTokens): Draft[] {
  const lines = now.flatMap((checkpoint) => checkpoint.lines)
  const valid = new Set(withoutPerished(lines))
  const newest = new Map(
    lines.flatMap((line) =>
      line.about !== undefined && valid.has(line) ? [[line.about, withoutQuotation(line.text)]] : [],
    ),
  )
  const misleads = (line: CheckpointLine) =>
    !valid.has(line) && (line.about === undefined || newest.get(line.about) !== withoutQuotation(line.text))
  return older
    .filter((checkpoint) => checkpoint.lines.some(misleads))
    .map((checkpoint) => {
      const held = checkpoint.lines.filter((line) => !misleads(line))
      // A checkpoint without lines is illegal. [P7]
      const lines = held.length > 0 ? held : checkpoint.lines.slice(-1)
      return { ...draftOf([{ ...checkpoint, lines }], checkpoint.level, { count, step: false }), from: [checkpoint] }
    })
}

/** Returns what identifies how a turn ended, also when its line loses its quotation. */
function turnKey({ about = '', sources }: CheckpointLine): string {
  return `${about} ${sources.join()}`
}

/** Returns the tokens of lines that did not fit. Only the ultra checkpoint may grow, so they return in it. */
function waitingTokens(older: readonly Checkpoint[]): number {
  return sum(older.flatMap(({ reserve = [] }) => reserve.map(({ tokens }) => tokens)))
}

function sum(all: readonly number[]): number {
  return all.reduce((total, one) => total + one, 0)
}

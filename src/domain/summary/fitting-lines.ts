import type { CheckpointLine } from '../checkpoint/checkpoint.js'
import { renderedLine, withRowTokens } from '../checkpoint/rendering.js'
import { BRIEF_CALLS, isOutsideCall } from '../digest/digest.js'
import { linesOfRecentTurns } from '../digest/recent-turns.js'
import type { CountTokens } from '../source/types.js'

/** Chooses the lines of a checkpoint that fit. */

/** Share of the tokens of digests for calls that changed something outside, before all else. */
const OUTSIDE_SHARE = 0.4

/** Returns the lines, with the calls that acted outside in the longest form in which all fit their share: that each is named
 * says more than what a few of them printed. Calls that differ only in names share a row, which costs less than shorter lines. */
export function briefCalls(
  lines: readonly CheckpointLine[],
  digestTokens: number,
  count: CountTokens,
): readonly CheckpointLine[] {
  const most = Math.floor(digestTokens * OUTSIDE_SHARE)
  const calls = lines.filter(isOutsideCall)
  let shown = withRowTokens(calls, count)
  for (const brief of BRIEF_CALLS) {
    if (tokensOf(shown) <= most) break
    const shorter = calls.map((line) => {
      const text = brief(line.text)
      return text === line.text ? line : { ...line, text, tokens: count(renderedLine({ ...line, text })) }
    })
    const inRows = withRowTokens(shorter, count)
    if (tokensOf(inRows) < tokensOf(shown)) shown = inRows
  }
  const byCall = new Map(calls.map((line, at) => [line, shown[at]!]))
  return lines.map((line) => byCall.get(line) ?? line)
}

/** Returns the lines of the digests that fit, in their order. How turns ended must not take all tokens of what they did outside,
 * which no file shows; and calls that did not fit say more than filler.
 * @param freeTokens tokens for digests and filler */
export function chosenDigests(
  lines: readonly CheckpointLine[],
  digestTokens: number,
  freeTokens: number,
): readonly CheckpointLine[] {
  const calls = lines.filter(isOutsideCall)
  const outsideTokens = Math.floor(digestTokens * OUTSIDE_SHARE)
  // What was done outside says more than what was refused, which changed nothing.
  const done = best(
    calls.filter(({ kind }) => kind !== 'error'),
    outsideTokens,
  )
  const refused = best(
    calls.filter(({ kind }) => kind === 'error'),
    outsideTokens - tokensOf(done),
  )
  // A ceiling so low that its share holds no call still names the newest one.
  if (done.length + refused.length === 0) done.push(...best(calls, digestTokens).slice(-1))
  const chosen = new Set([...done, ...refused])
  const rest = (some: readonly CheckpointLine[]) => some.filter((line) => !chosen.has(line))
  for (const line of best(rest(lines), digestTokens - tokensOf([...chosen]))) chosen.add(line)
  for (const line of best(rest(calls), freeTokens - tokensOf([...chosen]))) chosen.add(line)
  return lines.filter((line) => chosen.has(line))
}

export function distinct(lines: readonly CheckpointLine[]): CheckpointLine[] {
  return [...new Map(lines.map((line) => [line.text, line])).values()]
}

/** Returns the lines that fit, in their original order: of the newest turns, then by importance, the newest first among
 * equals. */
export function best(lines: readonly CheckpointLine[], freeTokens: number): CheckpointLine[] {
  const recent = linesOfRecentTurns(lines)
  const rank = (line: CheckpointLine) => line.importance + (recent.has(line) ? 1 : 0)
  const ranked = lines.map((line, order) => ({ line, order }))
  ranked.sort((a, b) => rank(b.line) - rank(a.line) || b.order - a.order)
  let left = freeTokens
  const kept = ranked.filter(({ line }) => {
    if (line.tokens > left) return false
    left -= line.tokens
    return true
  })
  return kept.sort((a, b) => a.order - b.order).map(({ line }) => line)
}

export function tokensOf(lines: readonly CheckpointLine[]): number {
  return lines.reduce((sum, line) => sum + line.tokens, 0)
}

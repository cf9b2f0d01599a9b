import type { CutKind } from '../../src/domain/context/cut.js'
import { commonPrefix, type Exchange, type PieceCounter } from './figures.js'

/** What the tokens that a model server evaluates again are paid for. */
export interface Cause {
  /** Kinds of the cuts between two prompts, or what grew without one. */
  name: string
  /** Requests that had it. */
  requests: number
  /** Tokens evaluated beyond those that the client added. Negative: less than it added was sent. */
  excess: number
  /** Sum over requests of the share of the previous prompt, without its fixed part, that stayed. 0: it changed at its start. */
  depths: number
}

/** An exchange, with the cuts made since the previous prompt. */
export interface CutExchange extends Exchange {
  cuts: readonly CutKind[]
}

/** Requests that kept the whole previous prompt, and added words of ours beside those of the client. */
const GROWTH = 'no break'
/** Requests that changed the prompt although no cut was recorded. */
const UNRECORDED = 'break without a cut'

/** Returns the causes of one replay, most expensive first. Their excesses add up to what was evaluated ÷ added beyond 1. */
export function causesOf(exchanges: readonly CutExchange[], counter: PieceCounter): Cause[] {
  const causes = new Map<string, Cause>()
  for (const [at, { prompt, client, cuts }] of exchanges.entries()) {
    const before = exchanges[at - 1]
    if (!before) continue
    const { tokens, isWhole } = commonPrefix(before.prompt, prompt, counter)
    const added = counter.of(client) - commonPrefix(before.client, client, counter).tokens
    const fixed = counter.one(before.prompt[0] ?? '')
    const changeable = Math.max(1, counter.of(before.prompt) - fixed)
    add(causes, {
      name: isWhole ? GROWTH : nameOf(cuts),
      requests: 1,
      excess: counter.of(prompt) - tokens - added,
      depths: isWhole ? 1 : Math.max(0, tokens - fixed) / changeable,
    })
  }
  return sorted(causes)
}

/** Returns the sums of several replays, most expensive first. */
export function combinedCauses(all: readonly (readonly Cause[])[]): Cause[] {
  const causes = new Map<string, Cause>()
  for (const cause of all.flat()) add(causes, cause)
  return sorted(causes)
}

/** Returns one line for each cause, and a heading. @param added tokens that the clients added */
export function causeLines(causes: readonly Cause[], added: number): string[] {
  const heading = ['cause', 'requests', 'tokens evaluated beyond those added', 'of the amplification', 'prompt kept']
  const rows = causes.map(({ name, requests, excess, depths }) => [
    name,
    String(requests),
    Math.round(excess).toLocaleString('en-US'),
    `${excess < 0 ? '−' : '+'}${Math.abs(excess / Math.max(1, added)).toFixed(2)}`,
    `${Math.round((100 * depths) / requests)}%`,
  ])
  return [heading, heading.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
}

function nameOf(cuts: readonly CutKind[]): string {
  return cuts.length === 0 ? UNRECORDED : [...new Set(cuts)].sort().join(' + ')
}

function add(causes: Map<string, Cause>, cause: Cause): void {
  const { requests, excess, depths } = causes.get(cause.name) ?? { requests: 0, excess: 0, depths: 0 }
  causes.set(cause.name, {
    name: cause.name,
    requests: requests + cause.requests,
    excess: excess + cause.excess,
    depths: depths + cause.depths,
  })
}

function sorted(causes: ReadonlyMap<string, Cause>): Cause[] {
  return [...causes.values()].sort((a, b) => b.excess - a.excess)
}

/** Which parts of messages may be put away, cheapest and safest first. From shapes alone; content is not needed. [D1] [D3] [D5] */
import type { ViewEntry } from '../message.js'
import { openSeqs, unitsOf } from '../pairing.js'
import type { Session } from '../session.js'

export interface Candidate {
  seq: number
  part: number
  toolName: string
  tokens: number
}

/** Parts smaller than this cost about as much as what would stand for them. */
const WORTH_TOKENS = 60
/** What is read back is never put away again. */
const READING_TOOLS = /(^|__)(read_offload|recall)$/

type Reducible = Pick<Session, 'openCalls' | 'lastSeq' | 'lastSpokenSeq' | 'turn' | 'policy'>

/** Results that may be replaced: no errors, not the user's own words, not reduced before. */
function resultCandidates(session: Reducible, entries: readonly ViewEntry[], reduced: ReadonlySet<string>): Candidate[] {
  const found: Candidate[] = []
  for (const entry of entries) {
    if (entry.pinned) continue
    for (const [part, shape] of entry.shape.entries()) {
      if (shape.kind !== 'tool_result' || shape.isError || shape.tokens < WORTH_TOKENS || reduced.has(partKey(entry.seq, part))) continue
      if (session.policy.humanTools.includes(shape.name) || READING_TOOLS.test(shape.name)) continue
      found.push({ seq: entry.seq, part, toolName: shape.name, tokens: shape.tokens })
    }
  }
  return found
}

/** Results older than the newest tool groups. [D5] */
export function maskCandidates(
  session: Reducible,
  entries: readonly ViewEntry[],
  reduced: ReadonlySet<string>,
  keepGroups: number,
): Candidate[] {
  const groups = unitsOf(entries, session.lastSpokenSeq).filter((unit) =>
    unit.entries.some((entry) => entry.shape.some((part) => part.kind === 'tool_result')),
  )
  if (groups.length <= keepGroups) return []
  const before = keepGroups === 0 ? Infinity : groups[groups.length - keepGroups]!.entries[0]!.seq
  return resultCandidates(session, entries, reduced).filter(({ seq }) => seq < before)
}

/** Every result, largest first: for the window that is nearly full. [D1] */
export function offloadCandidates(
  session: Reducible,
  entries: readonly ViewEntry[],
  reduced: ReadonlySet<string>,
  aboveTokens: number,
): Candidate[] {
  return resultCandidates(session, entries, reduced)
    .filter(({ tokens }) => tokens > aboveTokens)
    .sort((a, b) => b.tokens - a.tokens || a.seq - b.seq)
}

/** Arguments of calls that were answered without an error; with `open`, of all calls, which only a full window excuses. [D3] */
export function inputCandidates(
  session: Reducible,
  entries: readonly ViewEntry[],
  reduced: ReadonlySet<string>,
  open: boolean,
): Candidate[] {
  const waiting = openSeqs(session, entries)
  const failed = new Set(
    entries.flatMap((entry) => entry.shape).flatMap((part) => (part.kind === 'tool_result' && part.isError ? [part.callSeq] : [])),
  )
  const found: Candidate[] = []
  for (const entry of entries) {
    if (entry.pinned || (!open && (waiting.has(entry.seq) || failed.has(entry.seq)))) continue
    for (const [part, shape] of entry.shape.entries()) {
      if (shape.kind !== 'tool_call' || shape.tokens < WORTH_TOKENS * 2 || reduced.has(partKey(entry.seq, part))) continue
      found.push({ seq: entry.seq, part, toolName: shape.name, tokens: shape.tokens })
    }
  }
  return found.sort((a, b) => b.tokens - a.tokens || a.seq - b.seq)
}

export function partKey(seq: number, part: number): string {
  return `${seq}/${part}`
}

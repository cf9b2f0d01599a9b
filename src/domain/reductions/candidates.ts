import { isReadingTool } from '../originals/reading-tools.js'
/** Selects the parts of messages that may be reduced. Works on shapes; content is not needed. [D1] [D3] [D5] */
import type { PartShape, ViewEntry } from '../message.js'
import { isBeside, openSeqs } from '../context/pairing.js'
import { partKey } from '../context/part-key.js'
import type { Session } from '../session/session.js'
import { CALL_OVERHEAD, NOTE_OVERHEAD, RESULT_OVERHEAD } from '../tokens.js'

export interface Candidate {
  seq: number
  part: number
  toolName: string
  /** Tokens of the part as it is now · as received. */
  tokens: number
  originalTokens: number
  /** Tokens that remain whatever replaces the part. Does not include the tool name of a call. */
  overhead: number
  /** For a result that is not marked as an error: the failure that it names, or that it proves success. */
  failure?: string
  passed?: true
  /** For a call: whether a result without an error exists. */
  confirmed?: boolean
  /** For a text whose head and tail stay: the tokens they may take. */
  maxTokens?: number
}

/** Fields of an earlier reduction that decide whether its part may be reduced again. */
interface ReducedPart {
  seq: number
  part: number
  kind: string
  /** Tokens of the part in the context now. */
  tokensAfter: number
}

/** Newest reduction of each reduced part, by `partKey`. */
export type Placeholders = ReadonlyMap<string, Pick<ReducedPart, 'kind' | 'tokensAfter'>>

/** Returns the newest reduction of each part.
 * @param reductions in the order they were made */
export function placeholdersOf(reductions: readonly ReducedPart[]): Placeholders {
  return new Map(reductions.map((reduction) => [partKey(reduction.seq, reduction.part), reduction]))
}

/** Minimum size of a candidate. Smaller parts cost about as much as their placeholder. */
const WORTH_TOKENS = 60
type Reducible = Pick<Session, 'openCalls' | 'lastSeq' | 'lastSpokenSeq' | 'turn' | 'policy'>

/** Returns the results that may be replaced. Excludes errors, the user's own words, content read back, and results
 * already reduced, unless `again` names the kind. A condensed result is included, because it is longer than the line that
 * would replace it. */
export function resultCandidates(
  { policy }: { policy: Pick<Session['policy'], 'humanTools'> },
  entries: readonly Pick<ViewEntry, 'seq' | 'pinned' | 'shape'>[],
  placeholders: Placeholders,
  again: readonly string[] = ['condense'],
): Candidate[] {
  const found: Candidate[] = []
  for (const entry of entries) {
    if (entry.pinned) continue
    for (const [part, shape] of entry.shape.entries()) {
      if (shape.kind !== 'tool_result' || shape.isError) continue
      const before = placeholders.get(partKey(entry.seq, part))
      const tokens = before?.tokensAfter ?? shape.tokens
      if ((before && !again.includes(before.kind)) || tokens < WORTH_TOKENS) continue
      if (policy.humanTools.includes(shape.name) || isReadBack(shape)) continue
      const overhead = RESULT_OVERHEAD + (isBeside(shape) ? 0 : NOTE_OVERHEAD)
      const { name: toolName, tokens: originalTokens, failure, passed } = shape
      found.push({
        seq: entry.seq,
        part,
        toolName,
        tokens,
        originalTokens,
        overhead,
        failure,
        ...(passed && { passed }),
      })
    }
  }
  return found
}

/** Whether the part is offloaded content that was read back. It is never reduced again. [D1] */
export function isReadBack(shape: PartShape): boolean {
  return shape.kind === 'tool_result' && (shape.readsBack === true || isReadingTool(shape.name))
}

/** Returns the first message of the newest `keepGroups` tool groups, which stay unchanged; 0 if there are no older
 * groups. Reads from the end, only as far as needed. [D5] */
export function keptGroupsFrom(entries: readonly ViewEntry[], keepGroups: number): number {
  if (keepGroups === 0) return Infinity
  const starts: number[] = []
  for (let index = entries.length - 1; index >= 0; index--) {
    const { seq, shape } = entries[index]!
    if (!shape.some(({ kind }) => kind === 'tool_result')) continue
    const start = shape.find(isBeside)?.callSeq ?? seq
    if (starts.at(-1) === start) continue
    if (starts.length === keepGroups) return starts.at(-1)!
    starts.push(start)
  }
  return 0
}

/** Returns the results older than the newest tool groups. [D5] */
export function maskCandidates(
  session: Reducible,
  entries: readonly ViewEntry[],
  placeholders: Placeholders,
  keepGroups: number,
): Candidate[] {
  const before = keptGroupsFrom(entries, keepGroups)
  return resultCandidates(session, entries, placeholders).filter(({ seq }) => seq < before)
}

/** Returns every result above `aboveTokens`, largest first, for a window that is nearly full. [D1] */
export function offloadCandidates(
  session: Reducible,
  entries: readonly ViewEntry[],
  placeholders: Placeholders,
  aboveTokens: number,
): Candidate[] {
  return resultCandidates(session, entries, placeholders)
    .filter(({ tokens }) => tokens > aboveTokens)
    .sort((a, b) => b.tokens - a.tokens || a.seq - b.seq)
}

/** Returns the results that are not masked, and the offloaded ones whose placeholder is longer than one line. */
export function unmaskedCandidates(
  session: Reducible,
  entries: readonly ViewEntry[],
  placeholders: Placeholders,
): Candidate[] {
  const isOffloaded = ({ seq, part }: Candidate) => placeholders.has(partKey(seq, part))
  const found = resultCandidates(session, entries, placeholders, ['condense', 'offload'])
  return session.policy.mask === null ? found.filter(isOffloaded) : found
}

/** Returns writing calls that a result confirms, oldest first. Their arguments can be reduced, because the content now
 * exists where the tool wrote it. [D3]
 * @param beforeSeq messages from here on keep their arguments */
export function confirmedInputs(
  entries: readonly ViewEntry[],
  placeholders: Placeholders,
  isWriting: (toolName: string) => boolean,
  beforeSeq: number,
): Candidate[] {
  return callCandidates(
    entries,
    placeholders,
    (entry, { name }, confirmed) => entry.seq < beforeSeq && isWriting(name) && confirmed,
  )
}

/** Returns calls that are neither open nor failed, largest first. With `open`, returns all calls; only a full window
 * justifies that. [P3] */
export function inputCandidates(
  session: Reducible,
  entries: readonly ViewEntry[],
  placeholders: Placeholders,
  open: boolean,
): Candidate[] {
  const waiting = openSeqs(session, entries)
  const failed = new Set(
    entries
      .flatMap((entry) => entry.shape)
      .flatMap((part) => (part.kind === 'tool_result' && part.isError ? [part.callSeq] : [])),
  )
  const found = callCandidates(entries, placeholders, ({ seq }) => open || (!waiting.has(seq) && !failed.has(seq)))
  return found.sort((a, b) => b.tokens - a.tokens || a.seq - b.seq)
}

/** Returns calls above the minimum size in messages that are not pinned, filtered by `may`. */
function callCandidates(
  entries: readonly ViewEntry[],
  placeholders: Placeholders,
  may: (entry: ViewEntry, call: Extract<PartShape, { kind: 'tool_call' }>, confirmed: boolean) => boolean,
): Candidate[] {
  const found: Candidate[] = []
  const answered = new Set<string>()
  for (const { shape } of entries)
    for (const part of shape)
      if (part.kind === 'tool_result' && !part.isError && part.callSeq !== null)
        answered.add(`${part.callSeq}/${part.callId}`)
  for (const entry of entries) {
    if (entry.pinned) continue
    for (const [part, shape] of entry.shape.entries()) {
      if (shape.kind !== 'tool_call' || shape.tokens < WORTH_TOKENS * 2 || placeholders.has(partKey(entry.seq, part)))
        continue
      const confirmed = answered.has(`${entry.seq}/${shape.callId}`)
      const { name: toolName, tokens } = shape
      if (!may(entry, shape, confirmed)) continue
      found.push({ seq: entry.seq, part, toolName, tokens, originalTokens: tokens, overhead: CALL_OVERHEAD, confirmed })
    }
  }
  return found
}

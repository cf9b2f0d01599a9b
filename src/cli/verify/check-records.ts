import { createHash } from 'node:crypto'
import { cutsInForce } from '../../domain/context/cut.js'
import { inForce } from '../../domain/context/reduction.js'
import type { SeqRange } from '../../domain/message.js'
import { renderCheckpoint } from '../../domain/checkpoint/rendering.js'
import type { Findings } from './findings.js'
import type { Records } from './records.js'

/** Checks the records of an export against each other and against the digests of its messages. Reads no texts. */
export function checkRecords(records: Records, findings: Findings): void {
  checkCheckpoints(records, findings)
  checkCuts(records, findings)
  checkStates(records, findings)
  const { lastSeq, reductions, cuts, snapshots, moments, ledger } = { ...records, lastSeq: records.messages.length }
  const cutIds = new Set(cuts.map(({ id }) => id))
  for (const { id, seq, part, cutId } of reductions) {
    if (seq > lastSeq || part >= (records.messages[seq - 1]?.parts ?? 0))
      findings.add('reductions', id, `It names part ${part} of message ${seq}, which is not in the file.`)
    if (cutId !== null && !cutIds.has(cutId)) findings.add('reductions', id, `Its cut ${cutId} is not in the file.`)
  }
  for (const { id, seq } of snapshots)
    if (seq > lastSeq) findings.add('snapshots', id, `It ends at message ${seq}, which is not in the file.`)
  for (const { version, startSeq } of moments)
    if (startSeq > lastSeq)
      findings.add('moments', version, `It begins at message ${startSeq}, which is not in the file.`)
  for (const { id, seq } of ledger)
    if (seq < 1 || seq > lastSeq) findings.add('ledger', id, `It comes from message ${seq}, which is not in the file.`)
}

function checkCheckpoints({ checkpoints, messages, compressionIds }: Records, findings: Findings): void {
  const byId = new Map(checkpoints.map((checkpoint) => [checkpoint.id, checkpoint]))
  for (const { id, covered, range, sourceDigest, supersedes, joined, lines, text, compressionId } of checkpoints) {
    const fault = (found: string) => findings.add('checkpoints', id, found)
    const seqs = seqsOf(covered)
    const [first, last] = [covered[0]?.from, covered.at(-1)?.to]
    if (seqs.some((seq) => seq < 1 || seq > messages.length)) {
      fault('It covers messages that are not in the file.')
      continue
    }
    if (first !== range.from || last !== range.to) fault(`Its range ${range.from}–${range.to} is not what it covers.`)
    const older = supersedes.map((one) => byId.get(one)).filter((one) => one !== undefined)
    // A joined checkpoint keeps the digest of the newest one in it.
    const isSource =
      joined === 1 ? digestOf(seqs, messages) === sourceDigest : older.some((one) => one.sourceDigest === sourceDigest)
    if (!isSource) fault('The messages that it covers are not those that it was made from: its source digest differs.')
    if (joined > 1 && String(seqs) !== String(seqsOf(older.flatMap((one) => one.covered)).toSorted((a, b) => a - b)))
      fault('It covers other messages than the checkpoints that it joins.')
    if (older.length < supersedes.length) fault('A checkpoint that it replaced is not in the file.')
    if (older.some(({ supersededBy }) => supersededBy === null))
      fault('A checkpoint that it replaced says that it is live.')
    const inside = new Set(seqs)
    if (lines.some(({ sources }) => sources.some((seq) => !inside.has(seq) && seq > range.to)))
      fault('A line comes from a message after those that it covers.')
    // The first line is the heading, with the range and the level.
    const heading = text.split('\n', 1)[0] ?? ''
    if (renderCheckpoint(lines, heading) !== text)
      fault('Its text is not what its lines make by the rules of this version.')
    if (compressionIds.size > 0 && !compressionIds.has(compressionId))
      fault(`Its compression ${compressionId} is not in the file.`)
  }
}

function checkCuts({ cuts, checkpoints, messages }: Records, findings: Findings): void {
  const checkpointIds = new Set(checkpoints.map(({ id }) => id))
  let version = 0
  for (const cut of cuts) {
    if (cut.version < version) findings.add('cuts', cut.id, `Version ${cut.version} follows ${version}.`)
    version = cut.version
    if (seqsOf([...cut.evicted, ...(cut.returned ?? [])]).some((seq) => seq < 1 || seq > messages.length))
      findings.add('cuts', cut.id, 'It names messages that are not in the file.')
    if (cut.checkpointId !== null && !checkpointIds.has(cut.checkpointId))
      findings.add('cuts', cut.id, `Its checkpoint ${cut.checkpointId} is not in the file.`)
  }
}

/** Recomputes where each message is from the cuts, checkpoints and reductions alone. [P2] */
function checkStates({ messages, checkpoints, cuts, reductions }: Records, findings: Findings): void {
  const covered = new Set(checkpoints.flatMap((one) => (one.supersededBy === null ? seqsOf(one.covered) : [])))
  const evicted = new Map<number, number>()
  for (const cut of cutsInForce(cuts)) {
    for (const seq of seqsOf(cut.evicted)) evicted.set(seq, (evicted.get(seq) ?? 0) + 1)
    for (const seq of seqsOf(cut.returned ?? [])) evicted.set(seq, (evicted.get(seq) ?? 0) - 1)
  }
  const reduced = new Set(inForce(reductions).map(({ seq }) => seq))
  for (const [index, { state }] of messages.entries()) {
    const seq = index + 1
    const out = (evicted.get(seq) ?? 0) > 0
    const should = covered.has(seq) ? 'covered' : out ? 'evicted' : reduced.has(seq) ? 'reduced' : 'raw'
    const is = state === 'withdrawn' ? 'evicted' : state
    if (is !== should)
      findings.add('messages', seq, `It is recorded as ${state}; the cuts and checkpoints make it ${should}.`)
  }
}

function digestOf(seqs: readonly number[], messages: Records['messages']): string {
  const hash = createHash('sha256')
  for (const seq of seqs) hash.update(messages[seq - 1]?.digest ?? '')
  return hash.digest('hex')
}

/** A broken file may name any range. */
const MAX_SPAN = 10_000_000

function seqsOf(ranges: readonly SeqRange[]): number[] {
  return ranges.flatMap(({ from, to }) =>
    to - from > MAX_SPAN ? [-1] : Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at),
  )
}

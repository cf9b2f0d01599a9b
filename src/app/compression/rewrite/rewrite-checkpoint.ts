import type { Checkpoint } from '../../../domain/checkpoint/checkpoint.js'
import type { Compression } from '../../../domain/compression/compression.js'
import { keptVerification } from '../../../domain/compression/join-checkpoints.js'
import { exactTexts } from '../../../domain/ledger/ledger-block.js'
import type { TurnFacts } from '../../../domain/digest/turns.js'
import type { StoredMessage } from '../../../domain/message.js'
import { seqsOf } from '../../../domain/ranges.js'
import type { Session } from '../../../domain/session/session.js'
import type { Ports } from '../../../ports/ports.js'
import { makeCheckpoint } from '../make-checkpoint.js'
import type { Written } from '../summarize/summarize-span.js'

/** Share of the exact facts that a model's checkpoint may lose against the one it replaces, because it reads better. [P7] */
const SCORE_TOLERANCE = 0.02

interface Rewriting {
  session: Session
  compression: Compression
  old: Checkpoint
  /** The other live checkpoints. */
  live: readonly Checkpoint[]
}

/** Whether the checkpoint to rewrite has aged; else it is extractive. [C5] [V5] */
export function isAging({ trigger }: Pick<Compression, 'trigger'>): boolean {
  return trigger === 'aging'
}

/** Returns the new checkpoint, with the number and the messages of the old one; null if it is worse than the old one. One
 * that aged keeps its level and does not grow. */
export async function rewriteCheckpoint(
  ports: Pick<Ports, 'ids' | 'clock' | 'tokenizer'>,
  { session, compression, old, live }: Rewriting,
  { messages, turns }: { messages: readonly StoredMessage[]; turns: TurnFacts },
  written: Written,
): Promise<Checkpoint | null> {
  if (written.lines.length === 0) return null
  const plan = {
    seqs: seqsOf(old.covered),
    humanMessagesWithResults: [],
    removed: new Set<string>(),
    tokens: old.originalTokens,
    range: old.range,
  }
  const span = {
    plan,
    messages,
    compressionId: compression.id,
    shown: exactTexts(session),
    goals: written.goals,
    turns,
    live,
    ...(isAging(compression) ? { size: { level: old.level, ceilingTokens: old.tokens } } : {}),
  }
  const numbered = { ...session, compressionCount: old.number - 1 }
  const made = await makeCheckpoint(ports, numbered, span, written)
  if (made.summarizer.kind === 'extractive') return null
  // Measured on lines, the score says what is left of theirs.
  if (written.source) made.verification = keptVerification([old], made.lines, span.shown)
  if (made.verification.score < old.verification.score - SCORE_TOLERANCE) return null
  return isAging(compression) ? aged(made, old, ports.clock.now()) : { ...made, supersedes: [old.id] }
}

/** Returns the checkpoint as a version of the old one, whose compression it belongs to: aging runs once for each. */
function aged(made: Checkpoint, old: Checkpoint, now: Date): Checkpoint {
  return {
    ...made,
    generation: old.generation + 1,
    joined: old.joined,
    sourceDigest: old.sourceDigest,
    compressionId: old.compressionId,
    supersedes: [old.id],
    createdAt: old.createdAt,
    recompressedAt: now,
  }
}

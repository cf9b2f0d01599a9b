import { lineBudget } from '../../domain/compression/line-budget.js'
import { policyScale } from '../../domain/session/model-tokens.js'
import {
  isFiller,
  type Checkpoint,
  type CheckpointLevel,
  type CheckpointLine,
  type Summarizer,
} from '../../domain/checkpoint/checkpoint.js'
import { handedDown } from '../../domain/compression/handed-down.js'
import type { CompressionPlan } from '../../domain/compression/compression-plan.js'
import type { StoredMessage } from '../../domain/message.js'
import type { Goal } from '../../domain/goal/goal.js'
import { withoutRecorded } from '../../domain/goal/without-recorded.js'
import { toRanges } from '../../domain/ranges.js'
import type { Session } from '../../domain/session/session.js'
import { isTalk } from '../../domain/digest/said.js'
import { headingFor } from '../../domain/checkpoint/heading.js'
import { sourceChars } from '../../domain/source/source.js'
import type { SourceMessage } from '../../domain/source/types.js'
import type { TurnFacts } from '../../domain/digest/turns.js'
import { compute } from '../../threads/compute.js'
import type { Ports } from '../../ports/ports.js'
import { readSpan, spanDigest } from '../shared/read-span.js'

/** Share of its ceiling that a new checkpoint may fill in any case. */
const MIN_FILLER_SHARE = 0.15

const EXTRACTIVE: Summarizer = { kind: 'extractive' }

/** Builds the checkpoint for a span: accepted model lines first, then extractive lines up to the target. Without the model's lines if
 * it would then say more. [C4] [V5] [V11] */
export async function makeCheckpoint(
  { ids, clock }: Pick<Ports, 'ids' | 'clock'>,
  session: Pick<Session, 'id' | 'limit' | 'scale' | 'policy' | 'compressionCount' | 'lastSeq' | 'turn' | 'tokenCounts'>,
  /** `shown`: texts beside the checkpoint. It repeats neither them nor what the goals record. */
  span: {
    plan: CompressionPlan
    messages: readonly StoredMessage[]
    compressionId: string
    shown: readonly string[]
    goals: readonly Goal[]
    turns: TurnFacts
    /** The other live checkpoints; they share one budget with the new one. */
    live: readonly Checkpoint[]
    /** Default: level 3, within the ceiling of that level. */
    size?: { level: CheckpointLevel; ceilingTokens: number }
  },
  written: { lines: CheckpointLine[]; summarizer: Summarizer; invented: number; source?: SourceMessage[] },
): Promise<Checkpoint> {
  const source = written.source ?? withoutRecorded(await readSpan(span.messages, span.plan), span.goals)
  const { level, ceilingTokens } = span.size ?? {
    level: 3 as const,
    ceilingTokens: detailedTokens(session, source, span),
  }
  const chars = sourceChars(source)
  const number = session.compressionCount + 1
  const { plan, live } = span
  const { summarizer } = written
  const facts = { number, range: plan.range, level, messages: plan.seqs.length }
  const compose = (already: readonly string[]) =>
    compute('composeCheckpoint', chars, {
      accepted: written.lines,
      source,
      ceilingTokens,
      heading: headingFor({ ...facts, summarizer }),
      headingWithout: headingFor({ ...facts, summarizer: EXTRACTIVE }),
      already,
      later: live.flatMap(({ lines }) => lines.filter(({ sources }) => Math.max(...sources) > plan.range.from)),
      handedDown: waitingFiles(session, span),
      turns: span.turns,
      olderText: live.map(({ text }) => text).join('\n'),
      fillerTokens: fillerTokensBeside(session, live),
    })
  const beside = await compose(span.shown)
  // A checkpoint without lines is illegal, even if the ledger shows everything. [P7]
  const composed = beside.lines.length === 0 && span.shown.length > 0 ? await compose([]) : beside
  return {
    id: ids.make('cp'),
    sessionId: session.id,
    number,
    level,
    generation: 0,
    range: span.plan.range,
    covered: toRanges(span.plan.seqs),
    sourceDigest: spanDigest(span.messages),
    lines: composed.lines,
    reserve: composed.reserve,
    text: composed.text,
    tokens: composed.tokens,
    originalTokens: span.plan.tokens,
    joined: 1,
    summarizer: composed.helped === false ? EXTRACTIVE : summarizer,
    verification: { ...composed.verification, invented: written.invented },
    compressionId: span.compressionId,
    supersedes: [],
    supersededBy: null,
    createdAt: clock.now(),
    recompressedAt: null,
  }
}

/** Share of a conversation without calls that its quoted words may take. */
const TALK_SHARE = 0.5

/** Returns the maximum tokens of a new checkpoint: its ceiling, and for a conversation without calls also what the line budget has
 * free, so that its words are not left out while there are tokens for them. [C4] [C10] */
function detailedTokens(
  session: Pick<Session, 'limit' | 'scale' | 'policy' | 'lastSeq' | 'turn' | 'tokenCounts'>,
  source: readonly SourceMessage[],
  { plan, live, turns }: { plan: CompressionPlan; live: readonly Checkpoint[]; turns: TurnFacts },
): number {
  const { detailed } = session.policy.checkpoints
  const ceilingTokens = Math.floor(detailed * policyScale(session))
  if (!isTalk(source, turns)) return ceilingTokens
  const freeTokens = lineBudget(session) - live.reduce((sum, { tokens }) => sum + tokens, 0)
  return Math.floor(Math.max(ceilingTokens, Math.min(TALK_SHARE * plan.tokens, freeTokens)))
}

/** Share of the line budget that files from older checkpoints leave free, and the share of a new checkpoint that they may
 * fill: the rest is for what it covers. */
const HANDED_DOWN = { free: 0.1, ofCeiling: 0.15 }

function waitingFiles(
  session: Pick<Session, 'limit' | 'scale' | 'policy' | 'lastSeq' | 'turn' | 'tokenCounts'>,
  { live, shown }: { live: readonly Checkpoint[]; shown: readonly string[] },
): CheckpointLine[] {
  const { detailed } = session.policy.checkpoints
  const lineTokens = (1 - HANDED_DOWN.free) * lineBudget(session)
  return handedDown({ live, shown, lineTokens, mostTokens: HANDED_DOWN.ofCeiling * detailed * policyScale(session) })
}

/** Returns the tokens of the line budget that lines better than filler do not need. [C4] */
function fillerTokensBeside(
  session: Pick<Session, 'limit' | 'scale' | 'policy' | 'lastSeq' | 'turn' | 'tokenCounts'>,
  live: readonly Checkpoint[],
): number {
  const better = live
    .flatMap(({ lines, reserve = [] }) => [...lines, ...reserve])
    .reduce((sum, line) => sum + (isFiller(line) ? 0 : line.tokens), 0)
  const { detailed } = session.policy.checkpoints
  const ceilingTokens = Math.floor(detailed * policyScale(session))
  // A new checkpoint may always fill a little: what just happened matters most.
  return Math.max(Math.floor(ceilingTokens * MIN_FILLER_SHARE), lineBudget(session) - better)
}

import { policyScale } from '../../domain/session/model-tokens.js'
import type { Checkpoint, CheckpointLine, Summarizer } from '../../domain/compression/checkpoint.js'
import type { CompressionPlan } from '../../domain/compression/compression-plan.js'
import type { StoredMessage } from '../../domain/message.js'
import type { Goal } from '../../domain/goal/goal.js'
import { withoutRecorded } from '../../domain/goal/without-recorded.js'
import { toRanges } from '../../domain/ranges.js'
import type { Session } from '../../domain/session/session.js'
import { anchorSteps } from '../../domain/anchors/anchors.js'
import { composeSteps } from '../../domain/summary/compose.js'
import { headingFor } from '../../domain/summary/heading.js'
import { readPassages } from '../../domain/source/reading.js'
import { inSteps } from '../ports/in-steps.js'
import type { Ports } from '../ports/ports.js'
import { readSpan, spanDigest } from '../shared/read-span.js'

/** Builds the checkpoint for a span: accepted model lines first, then extractive lines up to the target. [C4] [V5] */
export async function makeCheckpoint(
  { ids, clock, tokenizer }: Pick<Ports, 'ids' | 'clock' | 'tokenizer'>,
  session: Pick<Session, 'id' | 'limit' | 'scale' | 'policy' | 'compressionCount'>,
  /** `shown`: texts beside the checkpoint. It repeats neither them nor what the goals record. */
  span: {
    plan: CompressionPlan
    messages: readonly StoredMessage[]
    compressionId: string
    shown: readonly string[]
    goals: readonly Goal[]
  },
  written: { lines: CheckpointLine[]; summarizer: Summarizer; invented: number },
): Promise<Checkpoint> {
  const source = withoutRecorded(await readSpan(span.messages, span.plan), span.goals)
  const anchors = await inSteps(anchorSteps(readPassages(source)))
  const number = session.compressionCount + 1
  const heading = headingFor({
    number,
    range: span.plan.range,
    level: 3,
    summarizer: written.summarizer,
    messages: span.plan.seqs.length,
  })
  const compose = (already: readonly string[]) =>
    inSteps(
      composeSteps({
        accepted: written.lines,
        source,
        anchors,
        ceilingTokens: Math.floor(session.policy.checkpoints.detailed * policyScale(session)),
        heading,
        count: (text) => tokenizer.count(text),
        already,
      }),
    )
  const beside = await compose(span.shown)
  // A checkpoint without lines is illegal, even if the ledger shows everything. [P7]
  const composed = beside.lines.length === 0 && span.shown.length > 0 ? await compose([]) : beside
  return {
    id: ids.make('cp'),
    sessionId: session.id,
    number,
    level: 3,
    generation: 0,
    range: span.plan.range,
    covered: toRanges(span.plan.seqs),
    sourceDigest: spanDigest(span.messages),
    lines: composed.lines,
    text: composed.text,
    tokens: composed.tokens,
    originalTokens: span.plan.tokens,
    joined: 1,
    summarizer: written.summarizer,
    verification: { ...composed.verification, invented: written.invented },
    compressionId: span.compressionId,
    supersedes: [],
    supersededBy: null,
    createdAt: clock.now(),
    recompressedAt: null,
  }
}

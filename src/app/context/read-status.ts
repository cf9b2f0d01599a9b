import { renderGoal, renderProgress } from '../../domain/goal/block.js'
import { exactShare } from '../../domain/goal/view.js'
import { CARRIED_MESSAGES, handOver } from '../../domain/reports/hand-over.js'
import type { ParsedMessage } from '../../domain/message.js'
import { baseLimit } from '../../domain/session/model-tokens.js'
import { statusReport, type StatusReport } from '../../domain/reports/status-report.js'
import { statusOf } from '../models/model-health.js'
import type { Ports, SessionAddress } from '../../ports/ports.js'
import { eachStored } from '../shared/read-stored.js'
import { readKnowledge } from '../shared/read-knowledge.js'
import { readIntent } from '../drift/read-intent.js'
import { summaryOf } from '../../domain/reports/summary.js'
import { readRecords } from './read-context.js'
import { readSavings } from '../savings/read-savings.js'

/** Newest compressions that the report lists. */
const PAST_COMPRESSIONS = 20

/** Reports usage, reliability, changes to the context, and the handover for a new session. [R5]
 * Throws session_not_found. */
export async function readStatus(
  ports: Pick<Ports, 'store' | 'settings' | 'tokenizer' | 'clock' | 'quotas'>,
  { sessionId, appId }: SessionAddress,
): Promise<StatusReport> {
  const records = await readRecords(ports, sessionId, appId)
  const { session, entries, reductions, checkpoints } = records
  const status = await statusOf(ports, session)
  const goals = await ports.store.goals(sessionId)
  const count = (text: string) => ports.tokenizer.count(text)
  const blocks = [renderGoal(goals, count), renderProgress(goals, exactShare(baseLimit(session)), count)]
  const humanMessages = await ports.store.lastWords(sessionId, CARRIED_MESSAGES)
  const savings = await readSavings(ports, { sessionId, appId })
  const handover = handOver({
    session,
    count,
    work: summaryOf({
      ...{ session, status, goals, checkpoints, reductions },
      intent: await readIntent(ports, session),
      knowledge: await readKnowledge(ports, records),
      tokensSaved: savings.saved,
    }),
    goalTexts: blocks.flatMap((block) => (block ? [block.text] : [])),
    checkpoints: [...checkpoints].sort((a, b) => a.range.to - b.range.to),
    userMessages: await eachStored(humanMessages, ({ seq, tokens }, parsed) => ({ seq, tokens, text: textOf(parsed) })),
  })
  return statusReport({
    ...{ session, status, reductions, checkpoints, goals, handover },
    now: ports.clock.now(),
    inContext: entries.length,
    compressions: await ports.store.compressions(sessionId, { limit: PAST_COMPRESSIONS }),
    savings,
    totalTokens: await ports.store.historyTokens(sessionId),
  })
}

/** Returns the text of a human message, with `[image]` or `[file]` for each image or file. */
function textOf({ parts }: ParsedMessage): string {
  return parts
    .flatMap((part) =>
      part.type === 'text' ? [part.text] : part.type === 'image' || part.type === 'file' ? [`[${part.type}]`] : [],
    )
    .join('\n')
}

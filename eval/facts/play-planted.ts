import { appendMessages } from '../../src/app/history/append-messages.js'
import { createSession } from '../../src/app/sessions/create-session.js'
import { seqsOf } from '../../src/domain/ranges.js'
import { usedModelTokens } from '../../src/domain/session/model-tokens.js'
import { openEvalService } from '../eval-service.js'
import { commonPrefix, promptOf } from '../prompt.js'
import { withWholePaths } from '../whole-paths.js'
import { seededRandom } from '../seeded-random.js'
import { clientsLog } from './clients-log.js'
import { ForgetfulModel } from './forgetful-model.js'
import { FACT_KINDS } from './planted-facts.js'
import { plainLog, type PlantedLog } from './planted-log.js'
import { seenSeqs, seenShare } from './seen.js'
import { variedLog } from './varied-log.js'
import { whereOf, type Where } from './where.js'

/** Plays a log with planted facts and a summarizer that forgets some of them. */

/** Share of the limit that lines of checkpoints may use. [C4] */
const LINE_BUDGET = 0.25

/** Longer than an extractive checkpoint waits to be offered to a model again. */
const IDLE_MS = 2 * 86_400_000

export const AGINGS = ['lines', 'llm'] as const
export const LOGS: Readonly<Record<'plain' | 'varied' | 'clients', PlantedLog>> = {
  plain: plainLog,
  varied: variedLog,
  clients: clientsLog,
}

export interface PlayedFacts {
  /** `[in view, all]` by kind. */
  inView: Map<string, [number, number]>
  calls: number
  /** Tokens of all prompts. */
  promptTokens: number
  /** Answers that the service took. */
  accepted: number
  cuts: number
  /** Share of each context that is a prefix of the next one. */
  cached: number
  /** Share of the covered tokens that the model has seen, and of all but those of the newest checkpoint. */
  seen: number
  seenBefore: number
  /** Calls after the session has been idle for two days. */
  idleCalls: number
  /** Tokens of the line budget without lines. */
  unusedTokens: number
  /** Tokens of the live checkpoints, and model tokens of the whole context, at the end. */
  checkpointTokens: number
  contextTokens: number
  where: Where
}

export interface Planted {
  turns: number
  loss: number
  size: string
  markers: boolean
  log: keyof typeof LOGS
  aging: (typeof AGINGS)[number]
  /** URL of a database to use instead of an embedded one. */
  databaseUrl?: string
}

export async function playPlanted({
  turns,
  loss,
  size,
  markers,
  log: name,
  aging,
  databaseUrl,
}: Planted): Promise<PlayedFacts> {
  const log = LOGS[name]
  const facts = log.facts(turns)
  const model = new ForgetfulModel(facts, loss, seededRandom(turns * 1_000 + loss * 100))
  const service = await openEvalService({ model, summaryModel: 'forgetful:7b', databaseUrl })
  try {
    const { ports } = service
    const goal = markers ? { description: `Ship ${log.goals[0]}, and after it ${log.goals[1]}.` } : undefined
    const { id } = await createSession(ports, {
      appId: 'default',
      model: 'played:7b',
      contextSize: size,
      goal,
      policy: { aging },
    })
    const prefix = { kept: 0, whole: 0 }
    let before = ''
    for (let turn = 0; turn < turns; turn++)
      for (const group of log.turn(turn, markers)) {
        const raw = group.map((value) => JSON.stringify(value))
        await appendMessages(ports, { appId: null, sessionId: id, format: 'openai', values: group, raw })
        await service.work()
        const { text } = await promptOf(service, id, 'openai')
        prefix.kept += commonPrefix(before, text)
        prefix.whole += before.length
        before = text
      }
    const compressions = await ports.store.compressions(id, { limit: 10_000 })
    const attempts = compressions.flatMap((one) => one.attempts)
    const session = (await ports.store.session(id, null))!
    // A reader knows the paths of a row.
    const context = withWholePaths(before)
    const live = await ports.store.checkpoints(id, { limit: 1_000 })
    const { calls, promptTokens } = model
    const [newest, ...older] = await Promise.all(live.map(({ covered }) => ports.store.span(id, seqsOf(covered))))
    const seen = seenSeqs(compressions)
    await service.idle(IDLE_MS)
    const checkpointTokens = live.reduce((sum, { tokens }) => sum + tokens, 0)
    return {
      inView: new Map(
        FACT_KINDS.map((kind) => {
          const mine = facts.filter((fact) => fact.kind === kind)
          return [kind, [mine.filter(({ text }) => context.includes(text)).length, mine.length]]
        }),
      ),
      calls,
      promptTokens,
      idleCalls: model.calls - calls,
      seen: seenShare(seen, [newest ?? [], ...older].flat()),
      seenBefore: seenShare(seen, older.flat()),
      accepted: attempts.filter(({ verdict }) => verdict === 'accepted').length,
      cuts: (await ports.store.cuts(id)).length,
      cached: prefix.kept / Math.max(1, prefix.whole),
      unusedTokens: Math.max(0, Math.floor(LINE_BUDGET * session.limit) - checkpointTokens),
      checkpointTokens,
      contextTokens: usedModelTokens(session),
      where: whereOf(facts, live, context),
    }
  } finally {
    await service.close()
  }
}

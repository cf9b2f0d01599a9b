import { parseArgs } from 'node:util'
import { appendMessages } from '../../src/app/history/append-messages.js'
import { createSession } from '../../src/app/sessions/create-session.js'
import { openEvalService, type EvalService } from '../eval-service.js'
import { commonPrefix, promptOf } from '../prompt.js'
import { seededRandom } from '../seeded-random.js'
import { ForgetfulModel } from './forgetful-model.js'
import { FACT_KINDS, factsOf, GOALS, plantedTurn } from './planted-log.js'

const OPTIONS = {
  turns: { type: 'string', default: '60,200,600' },
  loss: { type: 'string', default: '0,15,50' },
  size: { type: 'string', default: '16K' },
  markers: { type: 'boolean', default: false },
} as const

/** Share of the limit that lines of checkpoints may use. [C4] */
const LINE_BUDGET = 0.25

/** `npm run eval -- facts [--turns 60,200,600] [--loss 0,15,50] [--size 16K] [--markers]`: facts planted over many turns, and a
 * summarizer that forgets a percentage of them in every call. How many are in view at the end, and what that cost. With `--markers`
 * the goals are set by the app and decisions are goal markers; without, both are only in the text. [C4] [C5] [C9] */
export async function reportFacts(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: OPTIONS })
  const titles = [
    'turns',
    'loss',
    'facts',
    ...FACT_KINDS,
    'calls',
    'accepted',
    'cuts',
    'cached',
    'lines unused',
    'seconds',
  ]
  console.log(titles.map((title) => title.padStart(12)).join(''))
  for (const turns of values.turns.split(',').map(Number))
    for (const loss of values.loss.split(',').map(Number)) {
      const started = Date.now()
      const played = await playPlanted({ turns, loss: loss / 100, size: values.size, markers: values.markers })
      const seconds = ((Date.now() - started) / 1_000).toFixed(0)
      const cells = [String(turns), `${loss} %`, ...cellsOf(played), seconds]
      console.log(cells.map((cell) => cell.padStart(12)).join(''))
    }
}

interface PlayedFacts {
  /** `[in view, all]` by kind. */
  inView: Map<string, [number, number]>
  calls: number
  /** Answers that the service took. */
  accepted: number
  cuts: number
  /** Share of each context that is a prefix of the next one. */
  cached: number
  /** Tokens of the line budget without lines. */
  unusedTokens: number
}

function cellsOf({ inView, calls, accepted, cuts, cached, unusedTokens }: PlayedFacts): string[] {
  const kinds = FACT_KINDS.map((kind): [number, number] => inView.get(kind) ?? [0, 0])
  const sum = kinds.reduce(([shown, all], [more, of]): [number, number] => [shown + more, all + of], [0, 0])
  return [
    ...[sum, ...kinds].map(([shown, all]) => `${shown}/${all}`),
    String(calls),
    String(accepted),
    String(cuts),
    `${(100 * cached).toFixed(1)} %`,
    String(unusedTokens),
  ]
}

interface Planted {
  turns: number
  loss: number
  size: string
  markers: boolean
}

async function playPlanted({ turns, loss, size, markers }: Planted): Promise<PlayedFacts> {
  const facts = factsOf(turns)
  const model = new ForgetfulModel(facts, loss, seededRandom(turns * 1_000 + loss * 100))
  const service = await openEvalService({ model, summaryModel: 'forgetful:7b' })
  try {
    const { ports } = service
    const goal = markers ? { description: `Ship ${GOALS[0]}, and after it ${GOALS[1]}.` } : undefined
    const { id } = await createSession(ports, { appId: 'default', model: 'played:7b', contextSize: size, goal })
    const prefix = { kept: 0, whole: 0 }
    let before = ''
    for (let turn = 0; turn < turns; turn++)
      for (const group of plantedTurn(turn, markers)) {
        const raw = group.map((value) => JSON.stringify(value))
        await appendMessages(ports, { appId: null, sessionId: id, format: 'openai', values: group, raw })
        await service.work()
        const { text } = await promptOf(service, id, 'openai')
        prefix.kept += commonPrefix(before, text)
        prefix.whole += before.length
        before = text
      }
    const attempts = (await ports.store.compressions(id, { limit: 10_000 })).flatMap((one) => one.attempts)
    return {
      inView: new Map(
        FACT_KINDS.map((kind) => {
          const mine = facts.filter((fact) => fact.kind === kind)
          return [kind, [mine.filter(({ text }) => before.includes(text)).length, mine.length]]
        }),
      ),
      calls: model.calls,
      accepted: attempts.filter(({ verdict }) => verdict === 'accepted').length,
      cuts: (await ports.store.cuts(id)).length,
      cached: prefix.kept / Math.max(1, prefix.whole),
      unusedTokens: await unusedLineTokens(service, id),
    }
  } finally {
    await service.close()
  }
}

async function unusedLineTokens({ ports }: EvalService, sessionId: string): Promise<number> {
  const session = (await ports.store.session(sessionId, null))!
  const live = await ports.store.checkpoints(sessionId, { limit: 1_000 })
  const used = live.reduce((sum, { tokens }) => sum + tokens, 0)
  return Math.max(0, Math.floor(LINE_BUDGET * session.limit) - used)
}

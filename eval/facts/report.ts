import { parseArgs } from 'node:util'
import { playPlanted, type PlayedFacts } from './play-planted.js'
import { FACT_KINDS } from './planted-facts.js'

const OPTIONS = {
  turns: { type: 'string', default: '60,200,600' },
  loss: { type: 'string', default: '0,15,50' },
  size: { type: 'string', default: '16K' },
  markers: { type: 'boolean', default: false },
  log: { type: 'string', default: 'plain,varied,clients' },
  where: { type: 'boolean', default: false },
} as const

/** `npm run eval -- facts [--turns 60,200,600] [--loss 0,15,50] [--size 16K] [--markers] [--log plain,varied,clients] [--where]`: facts planted over many turns, and a
 * summarizer that forgets a percentage of them in every call. How many are in view at the end, and what that cost: also
 * which share of the covered tokens the model has seen, of all and but those of the newest checkpoint, and how many calls follow in an idle session. With `--markers`
 * the goals are set by the app and decisions are goal markers; without, both are only in the text. `--where` adds where missing facts are and what the lines are spent on. [C4] [C5] [C9] */
export async function reportFacts(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: OPTIONS })
  const titles = [
    'log',
    'turns',
    'loss',
    'facts',
    ...FACT_KINDS,
    'calls',
    'accepted',
    'cuts',
    'cached',
    'seen',
    'but newest',
    'idle calls',
    'lines unused',
    'seconds',
  ]
  console.log(titles.map((title) => title.padStart(13)).join(''))
  for (const log of ['plain', 'varied', 'clients'] as const) {
    if (!values.log.split(',').includes(log)) continue
    for (const turns of values.turns.split(',').map(Number))
      for (const loss of values.loss.split(',').map(Number)) {
        const started = Date.now()
        const played = await playPlanted({
          turns,
          loss: loss / 100,
          size: values.size,
          markers: values.markers,
          log,
          aging: 'lines',
        })
        const seconds = ((Date.now() - started) / 1_000).toFixed(0)
        const cells = [log, String(turns), `${loss} %`, ...cellsOf(played), seconds]
        console.log(cells.map((cell) => cell.padStart(13)).join(''))
        if (!values.where) continue
        console.table(played.where.missing)
        console.table(played.where.spent)
      }
  }
}

function cellsOf(played: PlayedFacts): string[] {
  const { inView, calls, accepted, cuts, cached, seen, seenBefore, idleCalls, unusedTokens } = played
  const kinds = FACT_KINDS.map((kind): [number, number] => inView.get(kind) ?? [0, 0])
  const sum = kinds.reduce(([shown, all], [more, of]): [number, number] => [shown + more, all + of], [0, 0])
  return [
    ...[sum, ...kinds].map(([shown, all]) => `${shown}/${all}`),
    String(calls),
    String(accepted),
    String(cuts),
    ...[cached, seen, seenBefore].map((share) => `${(100 * share).toFixed(1)} %`),
    String(idleCalls),
    String(unusedTokens),
  ]
}

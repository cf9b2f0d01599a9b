import { parseArgs } from 'node:util'
import { AGINGS, playPlanted } from './play-planted.js'

const OPTIONS = {
  turns: { type: 'string', default: '60,200' },
  loss: { type: 'string', default: '0,15' },
  size: { type: 'string', default: '16K' },
} as const

/** `npm run eval -- aging [--turns 60,200] [--loss 0,15] [--size 16K]`: the planted facts of `facts`, with older checkpoints that
 * lose lines (`lines`) and that the model rewrites (`llm`). Facts in view at the end, tokens of checkpoints and of the whole
 * context, model calls and their prompt tokens. [C5] */
export async function reportAging(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: OPTIONS })
  const titles = ['turns', 'loss', 'aging', 'facts', 'checkpoints', 'context', 'calls', 'prompt tok.', 'cuts', 'cached']
  console.log(titles.map((title) => title.padStart(12)).join(''))
  for (const turns of values.turns.split(',').map(Number))
    for (const loss of values.loss.split(',').map(Number))
      for (const aging of AGINGS) {
        const played = await playPlanted({
          turns,
          loss: loss / 100,
          size: values.size,
          markers: false,
          log: 'plain',
          aging,
        })
        const [shown, all] = [...played.inView.values()].reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0])
        const tokens = [played.checkpointTokens, played.contextTokens, played.calls, played.promptTokens, played.cuts]
        const cells = [turns, `${loss} %`, aging, `${shown}/${all}`, ...tokens, `${(100 * played.cached).toFixed(1)} %`]
        console.log(cells.map((cell) => String(cell).padStart(12)).join(''))
      }
}

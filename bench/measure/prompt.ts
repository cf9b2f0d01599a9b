import {
  amplification,
  combined,
  fullAmplification,
  meanUse,
  PieceCounter,
  reusableShare,
  type PromptFigures,
} from '../prompt/figures.js'
import { causeLines, combinedCauses, type Cause } from '../prompt/causes.js'
import { openLoggedUpstream, playTraffic } from '../prompt/play.js'
import { replaysOf, TRAFFIC, type Traffic } from '../prompt/traffic.js'
import { openBenchContext } from '../support/bench-context.js'
import { show, type Figure } from '../support/figures.js'

/** Mean share of the usable limit below which a context is cheap because it is empty. */
const MIN_USE = 0.55
/** Replays of each traffic. */
const REPLAYS = 4

/** What a model server must evaluate again: replays logs through the doors of a daemon and compares the prompts that the
 * upstream received. Checkpoints are extractive.
 * @param logs files and folders of logs; empty: the examples of the repository
 * @param options `only`: plays the traffic whose name contains it; `priority`: of the policy; `isHeldOut`: plays replays after those on which constants were chosen */
export async function measurePrompt(
  logs: readonly string[],
  { only, isHeldOut, priority }: { only: string | undefined; isHeldOut: boolean; priority: string },
): Promise<Figure[]> {
  const counter = new PieceCounter()
  const upstream = await openLoggedUpstream(counter)
  const bench = await openBenchContext({
    OPENAI_BASE_URL: `${upstream.url}/v1`,
    ANTHROPIC_BASE_URL: upstream.url,
    SUMMARY_MODEL: 'none',
    // A late search recalls nothing, which would make a busy machine look cheap.
    RECALL_MS: '10000',
  })
  const figures: Figure[] = []
  try {
    await bench.call('PATCH', '/v1/apps/default', { policy: { priority } })
    for (const traffic of TRAFFIC.filter(({ name }) => only === undefined || name.includes(only))) {
      const all: PromptFigures[] = []
      const causes: Cause[][] = []
      for (const replay of await replaysOf(traffic, logs, { from: isHeldOut ? REPLAYS : 0, most: REPLAYS })) {
        const played = await playTraffic(bench, upstream, traffic, replay, counter)
        all.push(played.figures)
        causes.push(played.causes)
        console.error(`${traffic.name}: ${summary(all.at(-1)!)}`)
      }
      const sums = combined(all)
      figures.push(...linesOf(traffic, sums, all.length))
      console.log([`\n${traffic.name}`, ...causeLines(combinedCauses(causes), sums.added), ''].join('\n'))
    }
    return figures
  } finally {
    await bench.close()
    upstream.close()
  }
}

/** Returns the figures of one replay in one line. */
function summary(figures: PromptFigures): string {
  const shares = [reusableShare(figures), amplification(figures), fullAmplification(figures), meanUse(figures)]
  const [share, factor, once, use] = shares.map((value) => value.toFixed(3))
  return `share ${share}, breaks ${figures.breaks} (emptied ${figures.leastBreaks}), amplification ${factor} (once full ${once}), use ${use}`
}

function linesOf({ name, target }: Traffic, figures: PromptFigures, replays: number): Figure[] {
  const { requests, breaks, leastBreaks, full, largest } = figures
  const share = reusableShare(figures)
  const factor = amplification(figures)
  const use = meanUse(figures)
  const most = target.breaks === null ? null : target.breaks * requests
  const percent = (value: number) => `${(100 * value).toFixed(1)}%`
  return [
    {
      what: `${name}: prompt tokens that could be reused`,
      value: `${percent(share)} (${requests} requests, ${replays} logs)`,
      target: `≥ ${percent(target.share)}`,
      met: share >= target.share,
    },
    {
      what: `${name}: requests that break the prefix`,
      value: `${breaks} of ${requests} (an emptied context: ${leastBreaks})`,
      target: most === null ? '' : `≤ ${show(Math.floor(most))}`,
      met: most === null ? null : breaks <= most,
    },
    {
      what: `${name}: amplification`,
      value: `${factor.toFixed(2)} (once full ${fullAmplification(figures).toFixed(2)})`,
      target: `≤ ${target.amplification}`,
      met: factor <= target.amplification,
    },
    {
      what: `${name}: mean use of the usable limit, once full`,
      value: `${percent(use)} (${full.requests} requests; most ${percent(largest)})`,
      target: `≥ ${percent(MIN_USE)}`,
      met: full.requests === 0 ? null : use >= MIN_USE,
    },
  ]
}

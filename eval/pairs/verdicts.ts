import { seededRandom } from '../seeded-random.js'
import { isSame, type Key, type Pair } from './kept.js'

/** What a judge who did not know the key wrote about a pair. */
export interface Verdict {
  pair: number
  better: 'A' | 'B' | 'equal'
  /** False statements in each text. */
  falseIn: { A: number; B: number }
}

/** Reads lines of `pair, better, false in A, false in B, reason`, separated by tabs. The first line names the columns.
 * Throws for a line that says something else. */
export function parseVerdicts(text: string): Verdict[] {
  const lines = text.split('\n').slice(1)
  return lines.filter(Boolean).map((line) => {
    const [pair, better, a, b] = line.split('\t')
    const [number, inA, inB] = [pair, a, b].map(countOf)
    if (number === undefined || inA === undefined || inB === undefined || !isBetter(better))
      throw new Error(`Verdicts: expected "pair, A|B|equal, count, count, reason", got ${JSON.stringify(line)}`)
    return { pair: number, better, falseIn: { A: inA, B: inB } }
  })
}

function countOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : undefined
}

function isBetter(text: string | undefined): text is Verdict['better'] {
  return text === 'A' || text === 'B' || text === 'equal'
}

interface Opened {
  kind: Pair['kind']
  /** Of the text with a model: 1 better, 0 equal, -1 worse. */
  score: number
  falseWith: number
  falseWithout: number
}

/** Opens the key. Pairs of equal texts count as equal; pairs without a verdict do not count. */
export function opened(pairs: readonly Pair[], key: Key, verdicts: readonly Verdict[]): Opened[] {
  const byPair = new Map(verdicts.map((one) => [one.pair, one]))
  return pairs.flatMap((pair, at): Opened[] => {
    const { kind } = pair
    if (isSame(pair)) return [{ kind, score: 0, falseWith: 0, falseWithout: 0 }]
    const [verdict, model] = [byPair.get(at + 1), key[at + 1]]
    if (!verdict || !model) return []
    const score = verdict.better === 'equal' ? 0 : verdict.better === model ? 1 : -1
    const { A, B } = verdict.falseIn
    return [{ kind, score, ...(model === 'A' ? { falseWith: A, falseWithout: B } : { falseWith: B, falseWithout: A }) }]
  })
}

const RESAMPLES = 5_000
const SEED = 30

/** Prints by kind how often the text with a model is better, equal, and worse, and the difference with the interval that 95% of random
 * samples of these pairs are in. */
export function printVerdicts(pairs: readonly Pair[], key: Key, verdicts: readonly Verdict[]): void {
  const all = opened(pairs, key, verdicts)
  console.log(['pairs', 'n', 'better', 'equal', 'worse', 'better - worse', 'false with', 'false without'].join('\t'))
  for (const kind of ['all', 'chat', 'meeting', 'agent'] as const) {
    const of = all.filter((one) => kind === 'all' || one.kind === kind)
    const count = (score: number) => of.filter((one) => one.score === score).length
    const sum = (key: 'falseWith' | 'falseWithout') => of.reduce((total, one) => total + one[key], 0)
    const row = [
      kind,
      of.length,
      count(1),
      count(0),
      count(-1),
      differenceOf(of),
      sum('falseWith'),
      sum('falseWithout'),
    ]
    console.log(row.join('\t'))
  }
  const without = pairs.length - all.length
  if (without > 0) console.log(`pairs without a verdict, which are not counted: ${without}`)
}

function differenceOf(some: readonly Opened[]): string {
  if (some.length === 0) return 'none'
  const mean = (list: readonly Opened[]) => list.reduce((sum, { score }) => sum + score, 0) / list.length
  const random = seededRandom(SEED)
  const sampled = Array.from({ length: RESAMPLES }, () =>
    mean(some.map(() => some[Math.floor(random() * some.length)]!)),
  ).sort((a, b) => a - b)
  const at = (share: number) => percent(sampled[Math.floor(share * RESAMPLES)]!)
  return `${percent(mean(some))} (${at(0.025)} to ${at(0.975)})`
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)}%`
}

import { namesFile } from '../checkpoint/line-names.js'
import { isFiller, type Checkpoint, type CheckpointLine } from '../checkpoint/checkpoint.js'
import { keepWithin, rankLines } from './line-rank.js'

/** Files that a reader no longer sees, because the full ledger dropped them while their lines waited in reserve. Their
 * checkpoints are near the start of the context, and a change there would change the whole prefix, so the new
 * checkpoint shows the lines. [C4] [C9] [P12] */

const FILE = 'file '

export interface HandDown {
  /** The other live checkpoints, oldest first. */
  live: readonly Pick<Checkpoint, 'lines' | 'reserve'>[]
  /** Texts beside the checkpoints after the cut. */
  shown: readonly string[]
  /** Maximum tokens of all lines. A file that ranks too low for them waits. */
  lineTokens: number
  /** Maximum tokens of the lines handed down. Older files wait for the next checkpoint. */
  mostTokens: number
}

/** Returns the newest line of each such file, oldest first. */
export function handedDown({ live, shown, lineTokens, mostTokens }: HandDown): CheckpointLine[] {
  const beside = shown.join('\n')
  const newest = new Map<string, CheckpointLine>()
  for (const line of live.flatMap(({ lines, reserve = [] }) => [...reserve, ...lines]))
    if (line.about?.startsWith(FILE) && timeOf(line) >= timeOf(newest.get(line.about))) newest.set(line.about, line)
  const inView = live.flatMap(({ lines }) => lines)
  const isInView = new Set(inView)
  const missing = [...newest.values()].filter(
    (line) => !isInView.has(line) && !namesFile(beside, line.about!.slice(FILE.length)),
  )
  if (missing.length === 0) return []
  const better = inView.filter((line) => !isFiller(line))
  const kept = keepWithin(rankLines([...missing, ...better]), Math.floor(lineTokens))
  let tokens = 0
  const newestFirst = missing.filter((line) => kept.has(line)).sort((a, b) => timeOf(b) - timeOf(a))
  return newestFirst.filter((line) => (tokens += line.tokens) <= mostTokens).reverse()
}

function timeOf(line: CheckpointLine | undefined): number {
  return line ? Math.max(...line.sources) : -1
}

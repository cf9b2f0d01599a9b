import type { BenchContext } from '../support/bench-context.js'
import { atMost, percentile, show, type Figure } from '../support/figures.js'
import { runLoad } from '../support/load.js'

const SESSIONS = 4
/** Few enough that both phases together stay below the threshold of a compression. */
const APPENDS = 320
const SETTLE_MS = 60_000

/** Compares appends to sessions whose compression waits for a hanging model with earlier appends to them. [P6] */
export async function measureHangingModel(bench: BenchContext): Promise<Figure> {
  const sessions = await bench.newSessions(SESSIONS, { contextSize: 128_000, model: 'qwen2.5:7b' })
  const load = async () =>
    (await runLoad({ through: 'http', url: bench.url, key: bench.key, sessions, appends: APPENDS, bytes: 512 })).samples
  const before = await load()
  bench.model.scenario = 'hang'
  for (const id of sessions) await bench.call('POST', `/v1/sessions/${id}/compress`, {})
  await until(() => bench.model.running > 0)
  const during = await load()
  if (bench.model.running === 0) throw new Error('the model did not hang long enough')
  const [calm, hung] = [percentile(before, 0.99), percentile(during, 0.99)]
  return atMost(
    'append p99 while the model hangs against before',
    hung / calm,
    1.5,
    '×',
    `${show(calm)} → ${show(hung)} ms`,
  )
}

async function until(holds: () => boolean): Promise<void> {
  const deadline = Date.now() + SETTLE_MS
  while (!holds()) {
    if (Date.now() > deadline) throw new Error('the model received no call')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

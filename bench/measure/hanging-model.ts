import type { BenchContext } from '../support/bench-room.js'
import { atMost, percentile, show, type Figure } from '../support/figures.js'
import { runLoad } from '../support/load.js'

const SESSIONS = 4
/** So that before and during together stay below what triggers a compression by itself. */
const APPENDS = 320
const SETTLE_MS = 60_000

/** Appends to sessions whose compression hangs at the model, beside appends to the same sessions before. [P6] */
export async function measureHangingModel(room: BenchContext): Promise<Figure> {
  const sessions = await room.newSessions(SESSIONS, { contextSize: 128_000, model: 'qwen2.5:7b' })
  const load = async () =>
    (await runLoad({ through: 'http', url: room.url, key: room.key, sessions, appends: APPENDS, bytes: 512 })).samples
  const before = await load()
  room.model.mood = 'hang'
  for (const id of sessions) await room.call('POST', `/v1/sessions/${id}/compress`, {})
  await until(() => room.model.running > 0)
  const during = await load()
  if (room.model.running === 0) throw new Error('the model did not hang long enough')
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
    if (Date.now() > deadline) throw new Error('the model was not asked')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

import type { BenchContext } from './bench-context.js'

const IDLE_MS = 120_000

/** Waits until no compression of a session is pending, whose work would count; 120 s at most. */
export async function untilIdle(bench: BenchContext, id: string): Promise<void> {
  const deadline = performance.now() + IDLE_MS
  while (performance.now() < deadline) {
    type Status = { contextStatus: { compressor: { state: string } } }
    const { state } = (await bench.call<Status>('GET', `/v1/sessions/${id}`)).contextStatus.compressor
    if (state !== 'queued' && state !== 'running') return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

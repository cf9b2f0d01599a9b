import type { Stage, StageRecord } from '../../domain/compression/compression.js'
import type { Clock } from '../ports/ports.js'

/** Notes when each stage of a compression began and how long it took. [C3] */
export interface Stopwatch {
  /** Ends the stage that runs and begins another; the same one again is ignored. */
  begin(stage: Stage): void
  /** Ends the last one; all so far. */
  end(): StageRecord[]
}

export function stopwatch(clock: Clock): Stopwatch {
  const done: StageRecord[] = []
  let running: { stage: Stage; startedAt: string; since: number } | null = null
  const stop = () => {
    if (running)
      done.push({
        stage: running.stage,
        startedAt: running.startedAt,
        durationMs: Math.round(clock.monotonicMs() - running.since),
      })
    running = null
  }
  return {
    begin(stage) {
      if (running?.stage === stage) return
      stop()
      running = { stage, startedAt: clock.now().toISOString(), since: clock.monotonicMs() }
    },
    end() {
      stop()
      return [...done]
    },
  }
}

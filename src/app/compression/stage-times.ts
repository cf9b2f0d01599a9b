import type { Stage, StageRecord } from '../../domain/compression/compression.js'
import type { Clock } from '../../ports/ports.js'

/** Records when each stage of a compression started and how long it took. [C3] */
export interface Stopwatch {
  /** Ends the running stage and starts another. Starting the running stage again is a no-op. */
  begin(stage: Stage): void
  /** Ends the running stage and returns all stages so far. */
  end(): StageRecord[]
}

/** Returns a watch for the stages of one compression. Durations are whole milliseconds of the monotonic clock. */
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

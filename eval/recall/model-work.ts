import { appendFile } from 'node:fs/promises'
import type { Ports } from '../../src/ports/ports.js'

/** What a model did for a session: its calls with their verdicts, and who wrote the checkpoints. [V11] */
export interface ModelWork {
  calls: number
  accepted: number
  /** Number of rejections by reason. */
  refused: Map<string, number>
  seconds: number
  /** Longest call, in seconds. */
  longest: number
  /** Number of checkpoints by who wrote them: `llm`, `mixed`, or `extractive`. */
  checkpoints: Map<string, number>
  /** Strings that the model wrote although the source does not have them. Their lines were dropped. */
  invented: number
}

export function noModelWork(): ModelWork {
  return {
    ...{ calls: 0, accepted: 0, seconds: 0, longest: 0, invented: 0 },
    refused: new Map(),
    checkpoints: new Map(),
  }
}

const MOST = 500

/** Adds the work for one session.
 * @param dumpTo file to which every checkpoint is appended as text, those that were replaced included */
export async function addModelWork(
  work: ModelWork,
  { store }: Pick<Ports, 'store'>,
  { sessionId, name, dumpTo }: { sessionId: string; name: string; dumpTo: string | undefined },
): Promise<void> {
  for (const { attempts } of await store.compressions(sessionId, { limit: MOST })) {
    for (const { verdict, durationMs } of attempts) {
      work.calls += 1
      work.seconds += durationMs / 1_000
      work.longest = Math.max(work.longest, durationMs / 1_000)
      if (verdict === 'accepted') work.accepted += 1
      else count(work.refused, verdict)
    }
  }
  const checkpoints = await store.checkpoints(sessionId, { limit: MOST, superseded: true })
  for (const { number, text, summarizer, verification, level } of checkpoints.toReversed()) {
    count(work.checkpoints, summarizer.kind)
    work.invented += verification.invented
    const head = `=== ${name} · ${number} · ${summarizer.kind} · level ${level} · score ${verification.score.toFixed(2)}`
    if (dumpTo !== undefined) await appendFile(dumpTo, `${head}\n${text}\n\n`)
  }
}

export function printModelWork(work: ModelWork): void {
  const listed = (counts: ReadonlyMap<string, number>) =>
    [...counts].map(([name, times]) => `${name} ${times}`).join(' · ') || 'none'
  console.log(
    `model: ${work.calls} calls, ${work.accepted} accepted, refused: ${listed(work.refused)}; ` +
      `${Math.round(work.seconds)} s, the longest ${Math.round(work.longest)} s`,
  )
  console.log(`checkpoints: ${listed(work.checkpoints)}; invented strings that were dropped: ${work.invented}`)
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

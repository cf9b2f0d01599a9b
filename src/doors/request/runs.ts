/** Text between characters that a program escapes when it writes a message into another. */
const RUNS = /[^\n\r"'\\&<>]{4,80}/g
/** Bytes of a run. In Chinese, 6 characters are a sentence. */
const MIN_BYTES = 16

/** Returns the first pieces of a text that a message has which quotes it, each at most 80 characters long. */
export function runsOf(text: string, max: number): string[] {
  const runs: string[] = []
  for (const [run] of text.matchAll(RUNS)) {
    if (runs.length >= max) break
    const piece = run.trim()
    // A copy: a substring keeps the whole text in memory.
    if (Buffer.byteLength(piece) >= MIN_BYTES) runs.push(Buffer.from(piece).toString())
  }
  return runs
}

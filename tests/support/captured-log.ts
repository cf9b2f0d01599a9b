import { watchLog } from './watched-log.js'

/** Returns a log destination that keeps its lines for the test. They are searched for keys and conversation text. */
export function capturedLines(): { lines: string[]; write(line: string): void; close(): void } {
  const lines: string[] = []
  const watched = watchLog()
  return {
    lines,
    write: (line) => {
      lines.push(line)
      watched.add(line)
    },
    close: () => watched.end(),
  }
}

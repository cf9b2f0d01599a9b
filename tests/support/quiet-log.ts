import type { Log } from '../../src/ports/ports.js'

/** A log that keeps its lines for the test to look at, and prints nothing. */
export function quietLog(): Log & { lines: { level: string; fields: object; message: string }[] } {
  const lines: { level: string; fields: object; message: string }[] = []
  const at = (level: string) => (fields: object, message: string) => void lines.push({ level, fields, message })
  return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

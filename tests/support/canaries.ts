/** Text that occurs only in test conversations, in messages too short for the search of all logs. No log line may contain
 * it. [13] */
export const CANARY = 'quetzal-canary-7f3d'

/** Returns the log lines that contain it. */
export function sightings(lines: readonly string[]): string[] {
  return lines.filter((line) => line.includes(CANARY))
}

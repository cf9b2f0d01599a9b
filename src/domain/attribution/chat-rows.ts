import { isRequest, speakerOf } from './row-looks.js'

/** Finds the turns of a chat in rows: labels that come back, times, or roles. A list of fields with a name each is none.
 * [P14] */

/** Rows without a label between two turns, as of a long one. */
const MAX_BETWEEN = 4

interface Run {
  first: number
  last: number
  names: Map<string, number>
  turns: number
  sure: number
}

/** `Audrey: …`, `Grad A: …`, `Hon. Bill Blair: …`: a name before what a person says. */
const NAMED = /^(\p{Lu}[\p{L}.'’-]{0,24}(?: \p{Lu}[\p{L}.'’-]{0,24}){0,3})\s?[:：]\s{0,4}[^\s*]/u
/** Whether a message is what someone in a transcript says: one row that begins with a name. Other labels than
 * those of requests look like names, too. */
export function isSpeech(text: string): boolean {
  if (text.trim().includes('\n')) return false
  const name = NAMED.exec(text)?.[1]
  return name !== undefined && name !== name.toUpperCase() && !isRequest(name)
}

/** Returns what is said, without the name before it. */
export function withoutName(text: string): string {
  return text.replace(NAMED, (found) => found.at(-1)!)
}

/** Returns the ranges of rows that are turns of a chat, both ends included. */
export function chatRanges(rows: readonly string[]): { first: number; last: number }[] {
  const found: Run[] = []
  let run: Run | null = null
  for (const [at, row] of rows.entries()) {
    const speaker = speakerOf(row)
    if (speaker === null) continue
    if (run === null || at - run.last > MAX_BETWEEN + 1) {
      run = { first: at, last: at, names: new Map(), turns: 0, sure: 0 }
      found.push(run)
    }
    run.last = at
    run.turns += 1
    if (speaker.isSure) run.sure += 1
    run.names.set(speaker.name, (run.names.get(speaker.name) ?? 0) + 1)
  }
  return found.filter(isChat).map(({ first, last }) => {
    // The last turn ends at a blank row.
    let end = last
    while (end + 1 < rows.length && rows[end + 1]!.trim() !== '') end++
    return { first, last: end }
  })
}

function isChat({ names, turns, sure }: Run): boolean {
  if (names.size < 2) return false
  return sure >= 2 || (turns >= 3 && turns > names.size)
}

/** The state of every message of a session at one moment, as two bytes per message. */

/** From most to least visible: unchanged, parts replaced, behind a checkpoint of level 3 to 0, evicted, not yet there. */
export const LOOKS = ['raw', 'reduced', 'level-3', 'level-2', 'level-1', 'ultra', 'evicted', 'later'] as const
export type Look = (typeof LOOKS)[number]

export const LOOK_TITLES: Record<Look, string> = {
  raw: 'Whole',
  reduced: 'Shortened',
  'level-3': 'Checkpoint, detailed',
  'level-2': 'Checkpoint, moderate',
  'level-1': 'Checkpoint, brief',
  ultra: 'Checkpoint, very brief',
  evicted: 'Left out',
  later: 'Came later',
}

/** Bits of `marks`. */
export const HUMAN = 1
export const PINNED = 2
/** The context shows words recalled for the message, before it. */
export const RECALLED = 4
/** Kinds of cells of one look. */
export const MARKS = 8

export interface Cells {
  count: number
  /** Index into LOOKS, for each message in order. */
  looks: Uint8Array
  marks: Uint8Array
}

/** One entry of a context, as the API explains it. */
export interface Entry {
  kind: string
  tokens: number
  rule: string
  reason: string
  seq?: number
  role?: string
  state?: 'raw' | 'reduced'
  pinned?: true
  human?: true
  checkpointId?: string
  /** Of the text; messages and checkpoints have none, because they never change. */
  digest?: string
  /** Messages of the context in native format that show it. Only in a context that was read with its entries. */
  messages?: number
  /** Its length in the system text, if it is part of it. Only in a context that was read with its entries. */
  chars?: number
  /** First words of what was sent. Only in the contexts of a cut, after the unchanged beginning. */
  words?: string
  parts?: { part: number; kind: string; id: string; tokensBefore: number; tokensAfter: number }[]
}

export interface CheckpointSpan {
  id: string
  level: number
  covered: readonly { from: number; to: number }[]
}

const EVICTED = LOOKS.indexOf('evicted')
const LATER = LOOKS.indexOf('later')
/** Look of a message by the level of its checkpoint, 0 to 3. */
const BY_LEVEL = ['ultra', 'level-1', 'level-2', 'level-3'].map((look) => LOOKS.indexOf(look as Look))

/** Derives the cells from the entries of a context: a message is in it, behind one of its checkpoints, or evicted.
 * @param checkpoints all that may be in the context, by id
 * @param newest the message that was the newest at that moment
 * @param count messages of the session now */
export function cellsOf(
  entries: readonly Entry[],
  checkpoints: ReadonlyMap<string, CheckpointSpan>,
  { newest, count }: { newest: number; count: number },
): Cells {
  const looks = new Uint8Array(count).fill(EVICTED)
  const marks = new Uint8Array(count)
  looks.fill(LATER, newest)
  for (const { checkpointId } of entries) {
    const checkpoint = checkpointId === undefined ? undefined : checkpoints.get(checkpointId)
    for (const { from, to } of checkpoint?.covered ?? []) looks.fill(BY_LEVEL[checkpoint!.level]!, from - 1, to)
  }
  for (const { kind, seq, state, human, pinned } of entries) {
    if (seq === undefined || seq > count) continue
    if (kind === 'recall') marks[seq - 1]! |= RECALLED
    if (kind !== 'message') continue
    looks[seq - 1] = LOOKS.indexOf(state ?? 'raw')
    marks[seq - 1]! |= (human ? HUMAN : 0) | (pinned ? PINNED : 0)
  }
  return { count, looks, marks }
}

export interface Run {
  from: number
  to: number
  look: Look
  /** Its marks in words. */
  marks: string[]
}

/** Joins neighbors that look the same: the rows of the table. */
export function runsOf({ count, looks, marks }: Cells): Run[] {
  const runs: Run[] = []
  let from = 0
  for (let index = 1; index <= count; index++) {
    if (index < count && looks[index] === looks[from] && marks[index] === marks[from]) continue
    runs.push({ from: from + 1, to: index, look: LOOKS[looks[from]!]!, marks: wordsOf(marks[from]!) })
    from = index
  }
  return runs
}

/** Counts messages by look, in the order of LOOKS. */
export function countLooks({ looks }: Cells): number[] {
  const counts = LOOKS.map(() => 0)
  for (const look of looks) counts[look]! += 1
  return counts
}

/** Returns the state of a message in words. */
export const describeLook = ({ looks }: Cells, seq: number): string =>
  LOOK_TITLES[LOOKS[looks[seq - 1]!]!].toLowerCase()

/** Describes one cell in words. */
export function describeCell(cells: Cells, seq: number): string {
  const words = [describeLook(cells, seq), ...wordsOf(cells.marks[seq - 1]!)]
  return `Message ${seq}: ${words.join(', ')}`
}

function wordsOf(mark: number): string[] {
  const words: string[] = []
  if (mark & HUMAN) words.push('human words')
  if (mark & PINNED) words.push('pinned')
  if (mark & RECALLED) words.push('earlier words recalled before it')
  return words
}

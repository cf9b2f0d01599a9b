/** Condenses a long file to its outline: each declaration or heading with the lines it spans. [D2] */
import { declarationsIn, headingsIn, MIN_MARKS, type Mark } from './declarations.js'
import { readShownFile, type FileLine } from './numbered.js'
import {
  clipped,
  firstThatFits,
  note,
  share,
  Sheet,
  type Attempt,
  type CondensedView,
  type ViewBounds,
  type ViewLine,
} from './view.js'

/** A file needs at least one mark for this many lines to get an outline. With fewer marks it is probably a log. */
const LINES_PER_MARK = 250
const TOOL_LINES_SHOWN = 3
const OPENING_LINES_SHOWN = 3
const LINE_CHARACTERS = 160
const INDENT = '  '

interface Entry {
  from: number
  to: number
  /** Rank of the depth among all depths in the file; 0 is the outermost. */
  rank: number
  text: string
}

/** Returns the outline; null for a file of at most `fileLines` lines or without recognizable structure. */
export function condenseFile(text: string, fileLines: number, bounds: ViewBounds): CondensedView | null {
  const { lines, before, after } = readShownFile(text)
  if (lines.length <= fileLines) return null
  const texts = lines.map((line) => line.text)
  const headings = headingsIn(texts)
  const marks = headings.length >= MIN_MARKS ? headings : declarationsIn(texts)
  if (marks.length < Math.max(MIN_MARKS, lines.length / LINES_PER_MARK)) return null
  const entries = entriesOf(lines, marks)
  const blank = texts.findIndex((line, at) => at > 0 && line.trim() === '')
  const opening = toolLines(texts.slice(0, Math.min(marks[0]!.at, blank < 0 ? Infinity : blank)), OPENING_LINES_SHOWN)
  const head = [...toolLines(before, TOOL_LINES_SHOWN), ...opening, ...numbering(lines[0]!.number, before.length + 1)]
  const frame = {
    head,
    foot: toolLines(after, TOOL_LINES_SHOWN),
    markName: headings === marks ? 'heading' : 'declaration',
  }
  const ranks = new Set(entries.map(({ rank }) => rank)).size
  const depths = [...new Set([ranks, 3, 2, 1].filter((depth) => depth <= ranks))]
  const attempts = [...depths.map((depth) => ({ depth, width: LINE_CHARACTERS })), { depth: 1, width: 80 }]
  const made = firstThatFits(
    attempts.map((attempt) => (characters: number) => listEntries(entries, frame, attempt, characters)),
    bounds,
  )
  return { kind: 'file', kept: made.kept, lines: made.lines }
}

/** Returns a note on line numbers if the tool did not read the file from its start. The outline uses line numbers of
 * the file, but reading the offload back requires line numbers of the result. */
function numbering(number: number, resultLine: number): ViewLine[] {
  return number === resultLine ? [] : [[note(`[line ${number} of the file is line ${resultLine} of the result]`)]]
}

function toolLines(lines: readonly string[], maxLines: number): ViewLine[] {
  return lines
    .filter((line) => line.trim() !== '')
    .slice(0, maxLines)
    .map((line) => clipped(line.trimEnd(), LINE_CHARACTERS))
}

/** Returns the entries of the outline. Each entry ends before the next entry that is not inside it. */
function entriesOf(lines: readonly FileLine[], marks: readonly Mark[]): Entry[] {
  const depths = [...new Set(marks.map(({ depth }) => depth))].sort((a, b) => a - b)
  const rankOf = new Map(depths.map((depth, rank) => [depth, rank]))
  const entries: Entry[] = []
  const open: { entry: Entry; depth: number }[] = []
  const closeFrom = (depth: number, to: number) => {
    while (open.length > 0 && open.at(-1)!.depth >= depth) open.pop()!.entry.to = to
  }
  for (const { at, depth } of marks) {
    const { number, text } = lines[at]!
    if (at > 0) closeFrom(depth, lines[at - 1]!.number)
    const entry = { from: number, to: number, rank: rankOf.get(depth)!, text: text.trim() }
    open.push({ entry, depth })
    entries.push(entry)
  }
  closeFrom(-1, lines.at(-1)!.number)
  return entries
}

function listEntries(
  entries: readonly Entry[],
  { head, foot, markName }: { head: readonly ViewLine[]; foot: readonly ViewLine[]; markName: string },
  { depth, width }: { depth: number; width: number },
  characters: number,
): Attempt {
  const sheet = new Sheet(characters)
  sheet.add(...head)
  const wanted = entries.filter(({ rank }) => rank < depth)
  let shown = 0
  for (const { from, to, rank, text } of wanted) {
    const lines = from === to ? `${from}` : `${from}-${to}`
    if (!sheet.add([note(`${lines} ${INDENT.repeat(rank)}`), ...clipped(text, width)])) break
    shown += 1
  }
  const whole = shown === wanted.length
  if (!whole) sheet.close(`${wanted.length - shown} more to line ${entries.at(-1)!.to}`)
  sheet.add(...foot)
  return { kept: `outline, ${share(shown, entries.length, markName)} with line numbers`, lines: sheet.lines, whole }
}

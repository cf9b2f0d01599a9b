/** Condenses matching lines, as grep and ripgrep print them: the number and the first lines for each file. [D2] */
import { pluralize } from '../../number-format.js'
import {
  clipped,
  verbatim,
  firstThatFits,
  otherLines,
  note,
  share,
  Sheet,
  type Attempt,
  type CondensedView,
  type ViewBounds,
} from './view.js'

/** Matches `src/a.ts:12:text`. The path may include a Windows drive. The slash or dot distinguishes a path from the
 * hour of a log line. */
const WITH_PATH = /^((?:[A-Za-z]:)?(?=[^:]*[/.\\])[^:\s][^:]{0,400}):(\d{1,9}):/
/** Matches `src/a.ts:text`, printed without line numbers. The prefix must look like a path. */
const PATH_ALONE = /^(?=[\w@~-]*[/.\\][\w@.~/\\-])([\w@.~/\\-]+):/
/** Matches `12:text`, printed for a single file. */
const NUMBER_ALONE = /^(\d{1,9}):/
/** Characters of a line examined for its shape. */
const SHAPE_CHARACTERS = 500
/** Maximum share of lines with other shapes (a heading, a count, an exit code). Output with context lines exceeds
 * it. */
const OTHERS_SHARE = 0.2
const LINE_CHARACTERS = 160
/** First lines shown for each file, from full to minimal. */
const LINES_SHOWN = [20, 10, 5, 3, 1]
/** Matches messages of compilers and linters. Their shape is similar, but they are errors, and errors stay
 * unchanged. */
const COMPLAINT = /^\d{1,9}:(?:\d{1,9}:[ \t]|[ \t](?:fatal |\w*)(?:error|warning|exception|note)\b)/i
const COMPLAINTS_SHARE = 0.1

interface FileMatches {
  path: string
  /** Lines without the path, with their numbers. */
  lines: string[]
}

/** Returns the view; null for text of another shape and for compiler messages that only look like matches. */
export function condenseMatches(text: string, bounds: ViewBounds): CondensedView | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && line !== '--')
  const found = [WITH_PATH, PATH_ALONE, NUMBER_ALONE]
    .map((shape) => readMatches(lines, shape))
    .find((read) => read !== null)
  if (!found) return null
  const attempts = LINES_SHOWN.map((perFile) => (characters: number) => listMatches(found, perFile, characters))
  const { kept, lines: shown } = firstThatFits(attempts, bounds)
  return { kind: 'search', kept, lines: shown }
}

interface Found {
  files: FileMatches[]
  others: string[]
  matches: number
}

function readMatches(lines: readonly string[], shape: RegExp): Found | null {
  const files = new Map<string, FileMatches>()
  const others: string[] = []
  for (const line of lines) {
    const path = shape.exec(line.slice(0, SHAPE_CHARACTERS))?.[1]
    if (path === undefined) {
      others.push(line)
      if (others.length > lines.length * OTHERS_SHARE) return null
      continue
    }
    const isNumber = shape === NUMBER_ALONE
    const file = files.get(isNumber ? '' : path) ?? { path: isNumber ? '' : path, lines: [] }
    file.lines.push(isNumber ? line : line.slice(path.length + 1))
    files.set(file.path, file)
  }
  const matches = lines.length - others.length
  const all = [...files.values()]
  const complaints = all.flatMap((file) => file.lines).filter((line) => COMPLAINT.test(line.slice(0, 80)))
  if (matches === 0 || complaints.length > matches * COMPLAINTS_SHARE || isReading(all)) return null
  return { files: all, others, matches }
}

/** Whether the line numbers are mostly consecutive. Then the text is part of a file, not a list of matches. */
function isReading(files: readonly FileMatches[]): boolean {
  const numbers = files.flatMap(({ lines }) => lines.map((line) => Number.parseInt(line, 10)))
  const runs = numbers.filter((number, index) => index > 0 && number === numbers[index - 1]! + 1).length
  return numbers.length > 3 && runs > numbers.length / 2
}

function listMatches({ files, others, matches }: Found, perFile: number, characters: number): Attempt {
  const sheet = new Sheet(characters)
  sheet.add(...otherLines(others))
  let filesShown = 0
  let matchesShown = 0
  for (const { path, lines } of files) {
    const first = lines.slice(0, perFile)
    const rest = lines.length - first.length
    const block = [
      ...(path === '' ? [] : [[verbatim(path), note(` [${pluralize(lines.length, 'line')}]`)]]),
      ...first.map((line) => clipped(line.trimEnd(), LINE_CHARACTERS)),
      ...(rest > 0 ? [[note(`[${rest} more]`)]] : []),
    ]
    if (!sheet.add(...block)) break
    filesShown += 1
    matchesShown += first.length
  }
  const whole = filesShown === files.length
  if (!whole) sheet.close(pluralize(files.length - filesShown, 'more file'))
  const inFiles = files.length === 1 && files[0]!.path === '' ? '' : ` in ${share(filesShown, files.length, 'file')}`
  return { kept: `${share(matchesShown, matches, 'matching line')}${inFiles}`, lines: sheet.lines, whole }
}

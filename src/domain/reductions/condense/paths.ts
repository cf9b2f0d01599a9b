/** Condenses lists of files, as glob, find and ls print them: the number and the first names for each folder. [D2] */
import { pluralize } from '../../number-format.js'
import {
  verbatim,
  firstThatFits,
  otherLines,
  note,
  share,
  Sheet,
  type Attempt,
  type CondensedView,
  type Piece,
  type ViewBounds,
} from './view.js'

/** Matches a line with one path: no spaces, and a slash or a dot. */
const PATH = /^(?:[A-Za-z]:)?(?=[^/.\\]*[/.\\])[\w@.~+#$%()[\]{},=/\\-]+$/
const PATH_CHARACTERS = 400
const OTHERS_SHARE = 0.1
const MIN_PATHS = 8
/** Names shown for each folder, from full to minimal. */
const NAMES_SHOWN = [40, 10, 5, 2]

/** Returns the view; null for text of another shape. */
export function condensePaths(text: string, bounds: ViewBounds): CondensedView | null {
  const lines = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
  const isPath = (line: string) => line.length <= PATH_CHARACTERS && PATH.test(line)
  const others = lines.filter((line) => !isPath(line))
  const paths = lines.length - others.length
  if (paths < MIN_PATHS || others.length > lines.length * OTHERS_SHARE) return null
  const folders = new Map<string, string[]>()
  for (const path of lines.filter(isPath)) {
    const [folder, name] = splitPath(path)
    const names = folders.get(folder)
    if (names) names.push(name)
    else folders.set(folder, [name])
  }
  const attempts = NAMES_SHOWN.map(
    (names) => (characters: number) => listFolders(folders, others, { names, paths }, characters),
  )
  const { kept, lines: shown } = firstThatFits(attempts, bounds)
  return { kind: 'search', kept, lines: shown }
}

/** Returns the folder with its trailing slash, and the name. */
function splitPath(path: string): [string, string] {
  const end = Math.max(path.lastIndexOf('/', path.length - 2), path.lastIndexOf('\\', path.length - 2)) + 1
  return [path.slice(0, end), path.slice(end)]
}

function listFolders(
  folders: ReadonlyMap<string, readonly string[]>,
  others: readonly string[],
  { names: perFolder, paths }: { names: number; paths: number },
  characters: number,
): Attempt {
  const sheet = new Sheet(characters)
  sheet.add(...otherLines(others))
  let foldersShown = 0
  let namesShown = 0
  for (const [folder, names] of folders) {
    const first = names.slice(0, perFolder)
    const rest = names.length - first.length
    const line: Piece[] = folder === '' ? [] : [verbatim(folder), note(` [${names.length}]: `)]
    for (const [index, name] of first.entries()) line.push(...(index > 0 ? [note(', ')] : []), verbatim(name))
    if (rest > 0) line.push(note(` [${rest} more]`))
    if (!sheet.add(line)) break
    foldersShown += 1
    namesShown += first.length
  }
  const whole = foldersShown === folders.size
  if (!whole) sheet.close(pluralize(folders.size - foldersShown, 'more folder'))
  return { kept: `${share(namesShown, paths, 'path')}, by folder`, lines: sheet.lines, whole }
}

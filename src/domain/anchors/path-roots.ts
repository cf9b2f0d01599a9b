/** Chooses the folders whose files share a row, so that the rows have the fewest characters: a long folder is repeated
 * for few of its subfolders, and files of small subfolders are named with them. [C9] [C4] */

/** Characters of a row beside what its paths share and their names: braces, and what separates it from the next. */
export const ROW_CHARACTERS = 4
/** A row of a shorter folder would save nothing. */
const MIN_ROOT_CHARACTERS = 4

interface Folder {
  /** With its slash; empty for the folder of all. */
  path: string
  files: string[]
  folders: Map<string, Folder>
}

/** The best rows for all files of a folder. */
interface Rows {
  rows: [root: string, paths: string[]][]
  characters: number
  paths: string[]
  /** Characters of the paths without the folder. */
  nameCharacters: number
  path: string
}

/** Returns the root of each path: the folder, with its slash, that its row begins with.
 * @param paths each with a slash that is not its first character */
export function rootsOf(paths: readonly string[]): Map<string, string> {
  const all = newFolder('')
  for (const path of paths) {
    let folder = all
    for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
      const prefix = path.slice(0, end + 1)
      const next = folder.folders.get(prefix) ?? newFolder(prefix)
      folder.folders.set(prefix, next)
      folder = next
    }
    folder.files.push(path)
  }
  return new Map(rowsOf(all).rows.flatMap(([root, own]) => own.map((path) => [path, root] as const)))
}

function newFolder(path: string): Folder {
  return { path, files: [], folders: new Map() }
}

function rowsOf(folder: Folder): Rows {
  const below = [...folder.folders.values()].map(rowsOf)
  const joined = ({ nameCharacters, paths, path }: Rows) =>
    nameCharacters + paths.length * (path.length - folder.path.length)
  const paths = [...folder.files, ...below.flatMap((each) => each.paths)]
  const nameCharacters = charactersOf(folder.files, folder.path) + sum(below.map(joined))
  const apart = { rows: below.flatMap(({ rows }) => rows), characters: sum(below.map(({ characters }) => characters)) }

  const joining = below.filter((each) => joined(each) < each.characters)
  const inRow = [...folder.files, ...joining.flatMap((each) => each.paths)]
  const others = below.filter((each) => !joining.includes(each))
  const row = {
    rows: [
      ...(inRow.length > 0 ? [[folder.path, inRow] as [string, string[]]] : []),
      ...others.flatMap(({ rows }) => rows),
    ],
    characters:
      folder.path.length +
      (inRow.length > 1 ? ROW_CHARACTERS : 0) +
      charactersOf(inRow, folder.path) +
      sum(others.map(({ characters }) => characters)),
  }
  const mayBegin = folder.path.length >= MIN_ROOT_CHARACTERS || folder.files.length > 0
  const isBetter = folder.files.length > 0 || (mayBegin && row.characters < apart.characters)
  return { ...(isBetter ? row : apart), paths, nameCharacters, path: folder.path }
}

function charactersOf(paths: readonly string[], folder: string): number {
  return sum(paths.map(({ length }) => length - folder.length))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}

/** Files of one folder share a row: `src/store/{claim, lease}.ts`. A further file costs less than half the
 * tokens of its path, and a reader gets every path back: braces are read as in a shell. [C9] [C4] */

/** The folder of a file that a row can hold. Marks of the row in a name would change it. */
const FOLDER = /^([^\s{},]{1,300}\/)[^\s{},/]{1,200}$/
const EXTENSION = /(?<=[^/])\.\w{1,10}$/
/** Maximum files of a folder in one row. */
const MAX_NAMES = 24
/** Longest beginning of a row. */
const MAX_BEGINNING = 501
const NAMES = /\{([^{}\n]{1,8000})\}(\.\w{1,10})?/g
const NO_BEGINNING = /[\s{},]/

/** What a path adds to a text with rows. */
interface Place {
  /** What the paths of one row share. */
  row: string
  beginning: string
  /** The part of the path that differs. */
  name: string
  extension: string
}

/** Returns the rows of paths, in the order of their first paths. */
export function pathRows(paths: readonly string[]): string[] {
  const rows = new Map<string, string[]>()
  const places = placesOf(paths)
  for (const path of new Set(paths)) {
    const { row } = places.get(path)!
    rows.set(row, [...(rows.get(row) ?? []), path])
  }
  return [...rows.values()].map((own) => {
    if (own.length === 1) return own[0]!
    const { beginning, extension } = places.get(own[0]!)!
    return `${beginning}{${own.map((path) => places.get(path)!.name).join(', ')}}${extension}`
  })
}

/** Returns what each path adds to the rows of all, in the order of the calls: the first one of a row the whole path, each
 * further one its name. */
export function addedToRows(paths: readonly string[]): (path: string) => string {
  const places = placesOf(paths)
  const begun = new Set<string>()
  return (path) => {
    const place = places.get(path)
    if (!place || !begun.has(place.row)) {
      if (place) begun.add(place.row)
      return path
    }
    return place.name
  }
}

/** Returns the text with every path of its rows whole. */
export function withWholePaths(text: string): string {
  return text.replace(NAMES, (row: string, names: string, extension: string | undefined, at: number) => {
    const beginning = beginningBefore(text, at)
    if (beginning === null) return row
    const end = extension ?? ''
    // The beginning is already before the first name.
    return names.replaceAll(', ', `${end}, ${beginning}`) + end
  })
}

function placesOf(paths: readonly string[]): Map<string, Place> {
  const places = new Map<string, Place>()
  const folders = new Map<string, string[]>()
  for (const path of new Set(paths)) {
    const folder = FOLDER.exec(path)?.[1]
    if (folder === undefined) places.set(path, { row: path, beginning: path, name: '', extension: '' })
    else folders.set(folder, [...(folders.get(folder) ?? []), path])
  }
  for (const [beginning, own] of folders) {
    const extensions = new Set(own.map((path) => EXTENSION.exec(path)?.[0] ?? ''))
    const extension = extensions.size === 1 ? [...extensions].join('') : ''
    for (const [at, path] of own.entries()) {
      const name = path.slice(beginning.length, path.length - extension.length)
      places.set(path, { row: `${beginning} ${Math.floor(at / MAX_NAMES)}`, beginning, name, extension })
    }
  }
  return places
}

/** Returns the beginning of a row that ends at a place. Looks back from the names: a search for folders would look ahead
 * from each character of a long path. */
function beginningBefore(text: string, end: number): string | null {
  let start = end
  while (start > 0 && end - start < MAX_BEGINNING && !NO_BEGINNING.test(text[start - 1]!)) start--
  const beginning = text.slice(start, end)
  return beginning.lastIndexOf('/') > 0 ? beginning : null
}

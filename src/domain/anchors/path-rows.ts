/** Files share a row with those near them: `src/store/{claim, lease, tables/cuts}.ts`. A further file costs less than half the
 * tokens of its path, and a reader gets every path back: braces are read as in a shell. [C9] [C4] */

import { ROW_CHARACTERS, rootsOf } from './path-roots.js'

/** A folder and a name that a row can hold. Marks of the row in a name would change it. */
const IN_FOLDER = /^([^\s{},]{1,300}\/)([^\s{},/]{1,200})$/
/** The parts of a name: its first word, `test_`, the rest, and the extension. */
const NAME = /^([^._-]{1,80}[_-])?.{1,500}?(\.\w{1,10})?$/
/** Maximum files of a folder in one row. */
const MAX_NAMES = 24
/** Minimum files of a row that share the beginning of their names. */
const MIN_SHARED_BEGINNING = 3
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
  const single = (path: string): Place => ({ row: path, beginning: path, name: '', extension: '' })
  for (const path of paths) if (!IN_FOLDER.test(path)) places.set(path, single(path))
  const roots = rootsOf([...new Set(paths)].filter((path) => !places.has(path)))
  for (const [root, own] of groupsBy([...roots.keys()], (path) => roots.get(path)!)) {
    const names = own.map((path) => path.slice(root.length))
    const counts = new Map<string, number>()
    for (const [name, shared] of sharedParts(root, names)) {
      const [beginning, extension] = [root + shared.beginning, shared.extension]
      const key = `${beginning} ${extension}`
      const at = counts.get(key) ?? 0
      counts.set(key, at + 1)
      const rest = name.slice(shared.beginning.length, name.length - extension.length)
      places.set(root + name, { row: `${key} ${Math.floor(at / MAX_NAMES)}`, beginning, name: rest, extension })
    }
  }
  return places
}

interface Shared {
  beginning: string
  extension: string
}

/** Returns what each name below a root shares with the others of its row. A second row repeats the root. */
function sharedParts(root: string, names: readonly string[]): Map<string, Shared> {
  const found = new Map<string, Shared>(names.map((name) => [name, { beginning: '', extension: '' }]))
  const isWorth = (count: number, all: number, characters: number) =>
    count === all ? count > 1 : (count - 1) * characters > root.length + ROW_CHARACTERS
  for (const [extension, same] of groupsBy(names, (name) => NAME.exec(name)?.[2] ?? '')) {
    if (extension === '' || !isWorth(same.length, names.length, extension.length)) continue
    for (const alike of groupsBy(same, (name) => NAME.exec(name)?.[1] ?? '').values()) {
      const beginning = commonBeginning(alike, extension)
      const isShared =
        alike.length >= MIN_SHARED_BEGINNING && isWorth(alike.length, same.length, beginning.length + extension.length)
      for (const name of alike) found.set(name, { beginning: isShared ? beginning : '', extension })
    }
  }
  return found
}

/** Returns the whole words with which all names begin. Something of each name is left before the extension. */
function commonBeginning(names: readonly string[], extension: string): string {
  let common = names[0]!.slice(0, -extension.length - 1)
  for (const name of names) {
    const own = name.slice(0, -extension.length - 1)
    while (!own.startsWith(common)) common = common.slice(0, -1)
  }
  return common.slice(0, Math.max(common.lastIndexOf('_'), common.lastIndexOf('-')) + 1)
}

function groupsBy(names: readonly string[], keyOf: (name: string) => string): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const name of names) groups.set(keyOf(name), [...(groups.get(keyOf(name)) ?? []), name])
  return groups
}

/** Returns the beginning of a row that ends at a place. Looks back from the names: a search for folders would look ahead
 * from each character of a long path. */
function beginningBefore(text: string, end: number): string | null {
  let start = end
  while (start > 0 && end - start < MAX_BEGINNING && !NO_BEGINNING.test(text[start - 1]!)) start--
  const beginning = text.slice(start, end)
  return beginning.lastIndexOf('/') > 0 ? beginning : null
}

/** Files of one folder share one row: `src/store/{claim.ts, lease.ts}`. A further file costs about half the tokens of its path,
 * and a reader gets every path back. [C9] [C4] */

/** A folder and a name that a row can hold. Marks of the row in a name would change it. */
const IN_FOLDER = /^([^\s{},]{1,300}\/)([^\s{},/]{1,200})$/
/** Maximum files of a folder in one row. */
const MAX_NAMES = 24
/** Longest folder of a row, with its slash. */
const MAX_FOLDER = 301
const NAMES = /(?<=\/)\{([^{}\n]{1,8000})\}/g
const NO_FOLDER = /[\s{},]/

/** Returns the folder of a path, with its slash; null for a path that shares no row. */
export function folderOf(path: string): string | null {
  return IN_FOLDER.exec(path)?.[1] ?? null
}

/** Returns the rows of paths, in the order of their first paths. */
export function pathRows(paths: readonly string[]): string[] {
  const rows = new Map<string, string[]>()
  const counts = new Map<string, number>()
  for (const path of paths) {
    const folder = folderOf(path)
    const at = counts.get(folder ?? path) ?? 0
    counts.set(folder ?? path, at + 1)
    const key = folder === null ? path : `${folder} ${Math.floor(at / MAX_NAMES)}`
    rows.set(key, [...(rows.get(key) ?? []), path])
  }
  return [...rows.values()].map((own) => {
    const folder = folderOf(own[0]!) ?? ''
    return own.length === 1 ? own[0]! : `${folder}{${own.map((path) => path.slice(folder.length)).join(', ')}}`
  })
}

/** Returns the text with every path of its rows whole. */
export function withWholePaths(text: string): string {
  return text.replace(NAMES, (row: string, names: string, at: number) => {
    const folder = folderBefore(text, at)
    // The folder is already before the first name.
    return folder === null ? row : names.replaceAll(', ', `, ${folder}`)
  })
}

/** Returns the folder that ends at a place. Looks back from the names: a search for folders would look ahead from each
 * character of a long path. */
function folderBefore(text: string, end: number): string | null {
  let start = end - 1
  while (start > 0 && end - start < MAX_FOLDER && !NO_FOLDER.test(text[start - 1]!)) start--
  return end - start > 1 ? text.slice(start, end) : null
}

/** Reads keys of JSON: `statusCode`, `status_code` and `Status-Code` are one name. */

/** Returns the names of a list, which are separated by blanks. */
export function keyNames(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}

export function isNamed(key: string, names: ReadonlySet<string>): boolean {
  return names.has(key.replaceAll('_', '').replaceAll('-', '').toLowerCase())
}

import { createHash } from 'node:crypto'
import { access, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { CommandError } from '../connection.js'

/** Which scope the sessions of a wrapped program share: what a person states in one holds in the next one of the same project. */

/** Characters of the hash of the path: two projects with equal names have two scopes. */
const HASH_CHARS = 12
/** What a path of an address can hold of the name of a folder. */
const NOT_PLAIN = /[^\w.-]+/g
const MAX_NAME_CHARS = 40
/** As long as a header for a scope may be. */
const SCOPE = /^[\x20-\x7e]{1,200}$/

/** Returns the scope; null: none.
 * @param asked the option; undefined: not given, false: none
 * @param folder where the program runs
 * @param person who has the project, see `personAt`
 * Throws CommandError for a name that no request can carry. */
export async function scopeFor(
  asked: string | false | undefined,
  folder: string,
  person: string | null,
): Promise<string | null> {
  if (asked === false) return null
  if (asked === undefined) return projectScope(folder, person)
  if (SCOPE.test(asked.trim())) return asked.trim()
  throw new CommandError(`--scope: expected 1 to 200 visible ASCII characters, received ${JSON.stringify(asked)}.`)
}

/** Returns the scope of the project that a folder is in: the nearest folder with `.git`, else the folder itself. Links lead to one scope. */
export async function projectScope(folder: string, person: string | null): Promise<string> {
  const real = await realpath(folder)
  const root = (await rootOf(real)) ?? real
  const name = basename(root).replace(NOT_PLAIN, '-').slice(0, MAX_NAME_CHARS)
  const hash = createHash('sha256')
    .update(person === null ? root : `${person}\n${root}`)
    .digest('hex')
    .slice(0, HASH_CHARS)
  return `project:${name === '' ? '' : `${name}-`}${hash}`
}

async function rootOf(folder: string): Promise<string | null> {
  for (let at = folder; ; at = dirname(at)) {
    try {
      await access(join(at, '.git'))
      return at
    } catch {
      if (dirname(at) === at) return null
    }
  }
}

import { randomBytes } from 'node:crypto'
import { chmod, link, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from './ports/start-error.js'
import { makeFolder } from './store/embedded/make-folder.js'

/** The admin key. A new key is printed once, at the start that creates it. */
export interface AdminKey {
  key: string
  /** File that stores the key; null if the key comes from the configuration. */
  file: string | null
  /** Whether this start created the key. */
  fresh: boolean
}

const FILE_NAME = 'admin-key'

/**
 * Returns the configured key, else the key stored in the data folder, else creates one.
 * Only the owner of the file can read a stored key. Throws StartError if the file has no key, or this user cannot read it.
 */
export async function ensureAdminKey(configured: string | null, dataDir: string): Promise<AdminKey> {
  if (configured !== null) return { key: configured, file: null, fresh: false }
  const file = join(dataDir, FILE_NAME)
  const stored = await readAdminKey(dataDir)
  if (stored !== null) {
    await chmod(file, 0o600)
    return { key: stored, file, fresh: false }
  }
  makeFolder(dataDir)
  const key = `pk_admin_${randomBytes(32).toString('base64url')}`
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, `${key}\n`, { mode: 0o600, flag: 'wx' })
  try {
    // Creating a hard link is atomic and never overwrites: if two processes start together, both use the winner's key.
    await link(draft, file)
  } catch (error) {
    const winner = await readAdminKey(dataDir)
    if (winner === null) throw isTaken(error) ? noKey(file) : error
    return { key: winner, file, fresh: false }
  } finally {
    await unlink(draft)
  }
  return { key, file, fresh: true }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST'
}

/** An empty file is not replaced: the key that clients use may be in a copy of it. */
function noKey(file: string): StartError {
  return new StartError(
    `${file} has no key that this user can read. Write your admin key into it, or delete it for a new one at the next start.`,
  )
}

/** Reads the stored key. Returns null if there is no key or this user cannot read it. */
export async function readAdminKey(dataDir: string): Promise<string | null> {
  const text = await readFile(join(dataDir, FILE_NAME), 'utf8').catch(() => '')
  return text.trim() === '' ? null : text.trim()
}

import { randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The admin's key and whether this start made it (then it is shown, once). */
export interface AdminKey {
  key: string
  /** File it is kept in; null: it came from the configuration. */
  file: string | null
  fresh: boolean
}

const FILE_NAME = 'admin-key'

/** The configured key, else the one kept in the data folder, else a new one that is kept there (readable by the owner only). */
export async function ensureAdminKey(configured: string | null, dataDir: string): Promise<AdminKey> {
  if (configured !== null) return { key: configured, file: null, fresh: false }
  const file = join(dataDir, FILE_NAME)
  const kept = await readAdminKey(dataDir)
  if (kept !== null) {
    await chmod(file, 0o600)
    return { key: kept, file, fresh: false }
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const key = `pk_admin_${randomBytes(32).toString('base64url')}`
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, `${key}\n`, { mode: 0o600, flag: 'wx' })
  try {
    // A link appears whole or not at all and never replaces: of two processes that start together one wins and both use its key.
    await link(draft, file)
  } catch (error) {
    const winner = await readAdminKey(dataDir)
    if (winner === null) throw error
    return { key: winner, file, fresh: false }
  } finally {
    await unlink(draft)
  }
  return { key, file, fresh: true }
}

/** null when there is none, or when this user may not read it. */
export async function readAdminKey(dataDir: string): Promise<string | null> {
  const text = await readFile(join(dataDir, FILE_NAME), 'utf8').catch(() => '')
  return text.trim() === '' ? null : text.trim()
}

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { CommandError, connectTo } from '../connection.js'

/** The key that a wrapped program gets. It must not be the admin's: an agent could then delete the sessions of every
 * app. */

const FILE = 'wrap-keys.json'
const Keys = z.record(z.string(), z.string())
const NewKey = z.object({ key: z.string() })
const APP = 'default'

/** Returns a key of an app: the configured one, or one for the app `default` that is created once and kept in the data
 * folder. Returns null if the daemon asks for none. Throws CommandError.
 * @param configured the key that the command itself would use */
export async function programKey(url: string, configured: string | null, dataDir: string): Promise<string | null> {
  if (await isAccepted(url, null, '/v1/sessions?limit=1')) return null
  if (configured === null)
    throw new CommandError(`No key for ${url}. Set PALIMPSEST_KEY to a key of your app: palimpsest keys create`)
  if (!(await isAccepted(url, configured, '/v1/keys?limit=1'))) return configured
  const file = join(dataDir, FILE)
  const stored = await storedKeys(file)
  const known = stored[url]
  if (known !== undefined && (await isAccepted(url, known, '/v1/sessions?limit=1'))) return known
  const { key } = NewKey.parse(await connectTo(url, configured).post('/v1/keys', { appId: APP, role: 'app' }))
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await writeFile(file, JSON.stringify({ ...stored, [url]: key }, null, 2), { mode: 0o600 })
  return key
}

async function isAccepted(url: string, key: string | null, path: string): Promise<boolean> {
  try {
    await connectTo(url, key).get(path)
    return true
  } catch (error) {
    if (error instanceof CommandError && (error.status === 401 || error.status === 403)) return false
    throw error
  }
}

async function storedKeys(file: string): Promise<Record<string, string>> {
  try {
    return Keys.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return {}
  }
}

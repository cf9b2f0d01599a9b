import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readLogFile } from '../../src/cli/demo/read-example.js'
import type { LoggedConversation } from '../../src/importers/index.js'

const LOGS = /\.(jsonl|json|traj|zip)(\.gz)?$/

/** Returns every conversation of every log below a folder, by file name. Skips files in an unknown format. */
export async function conversationsIn(folder: string): Promise<LoggedConversation[]> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => LOGS.test(name))
  const found = await Promise.all(names.sort().map((name) => readLogFile(join(folder, name)).catch(() => [])))
  return found.flat()
}

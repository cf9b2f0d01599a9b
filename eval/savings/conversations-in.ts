import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readLogFile } from '../../src/cli/demo/read-example.js'
import type { LoggedConversation } from '../../src/importers/index.js'

const LOGS = /\.(jsonl|json|traj|zip)(\.gz)?$/

/** Every conversation of every log under a folder, in the order of their names; files of no known format are left out. */
export async function conversationsIn(folder: string): Promise<LoggedConversation[]> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => LOGS.test(name))
  const found = await Promise.all(names.sort().map((name) => readLogFile(join(folder, name)).catch(() => [])))
  return found.flat()
}

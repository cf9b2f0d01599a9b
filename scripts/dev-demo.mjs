// Fills the data folder of `npm run dev` once, with the conversations of `npm run demo`.
import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CODE, ROOT } from './dev-compile.mjs'

const EXAMPLES = ['airline-tool-calls.json', 'claude-code-session.jsonl.gz']
/** No server has this model, so the window of the command applies. */
const MODEL = 'replayed-agent'

/** Replays each conversation that the folder does not have. One that a restart interrupted is replayed after the restart. */
export async function addDemoData({ dataDir, url, key, signal }) {
  for (const example of EXAMPLES) {
    const done = join(dataDir, `${example}.done`)
    if (existsSync(done)) continue
    const args = [join(CODE, 'src/cli/main.js'), 'replay', join(ROOT, 'examples', example), '--model', MODEL, '--json']
    const env = { PATH: process.env.PATH, PALIMPSEST_URL: url, PALIMPSEST_KEY: key }
    const replay = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'], signal })
    // Killed at the end of the loop.
    replay.on('error', () => {})
    const code = await new Promise((resolve) => replay.once('close', resolve))
    if (code !== 0) return
    writeFileSync(done, '')
    console.log(`Added demo data: ${example}.`)
  }
}

// Photographs the dashboard: replays the examples through a daemon of its own, renews the pictures in docs/images, and
// puts every view, light and dark, wide and on a phone, into a temporary folder for a person to look at.
// Usage: npm run screenshots; node scripts/screenshots.mjs [--only VIEW] [--out FOLDER] [LOG …] leaves docs/images as it is,
// and replays your own logs instead of the examples.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { CHROMIUM, ROOT, startOwnDaemon } from './own-daemon.mjs'
import { allShots, README_SHOTS, VIEWS } from './screenshot-views.mjs'

const EXAMPLES = ['claude-code-session.jsonl.gz', 'airline-tool-calls.json']

const HELP = `node scripts/screenshots.mjs [--only VIEW] [--out FOLDER] [LOG …]

Without arguments, renews the pictures in docs/images and puts every view, light and dark, wide and on a phone, into a
temporary folder. With any, leaves docs/images as it is.

  --only VIEW    one view: ${Object.keys(VIEWS).join(', ')}
  --out FOLDER   the folder of the pictures
  LOG …          your own logs instead of the examples
`

const { values: options, positionals } = parseArgs({
  options: { only: { type: 'string' }, out: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  allowPositionals: true,
})
if (options.help) {
  process.stdout.write(HELP)
  process.exit(0)
}
if (options.only !== undefined && !(options.only in VIEWS)) {
  process.stderr.write(`There is no view "${options.only}".\n\n${HELP}`)
  process.exit(1)
}
const LOGS = positionals.length > 0 ? positionals : EXAMPLES.map((name) => join(ROOT, 'examples', name))

const GOAL = {
  description: 'Summarize checkpoints automatically, switched off by default',
  priority: 'high',
  items: [
    { kind: 'step', text: 'Generate a summary when a checkpoint is made', status: 'completed' },
    { kind: 'step', text: 'Address the review comments', status: 'in-progress' },
    { kind: 'decision', text: 'A failed summary never fails the checkpoint', locked: true },
    { kind: 'next', text: 'Open the pull request' },
  ],
}

/** Returns the session that shows most: the longest conversation, with a goal, a pin and a snapshot. */
async function sessionOf({ call }) {
  const { sessions } = await call('GET', '/v1/sessions?limit=200')
  const [longest] = sessions.sort((a, b) => b.messageCount - a.messageCount)
  const at = `/v1/sessions/${longest.id}`
  await call('POST', `${at}/goals`, GOAL)
  await call('PUT', `${at}/messages/${longest.messageCount}/pin`)
  await call('POST', `${at}/snapshots`, { name: 'before the release' })
  return longest
}

async function photograph(browser, { session, folder, shots }) {
  mkdirSync(folder, { recursive: true })
  for (const { name, hash, ready, scheme, size } of shots) {
    const page = await browser.newPage({ viewport: size, colorScheme: scheme, deviceScaleFactor: 1 })
    page.on('console', (line) => {
      // A page without a key is refused once, and Chromium reports it.
      if (line.type() === 'error' && !line.text().includes('401')) console.error(name, line.text())
    })
    page.on('pageerror', (error) => console.error(name, error))
    await page.goto(hash === null ? daemon.url : `${daemon.url}/#key=${daemon.key}`)
    if (hash !== null) {
      await page.getByRole('status').filter({ hasText: 'Live' }).waitFor()
      await page.evaluate((to) => (location.hash = to), hash(session))
    }
    await ready(page, session)
    await page.screenshot({ path: join(folder, `${name}.png`) })
    await page.close()
  }
}

const daemon = await startOwnDaemon()
try {
  for (const log of LOGS) {
    const command = [join(ROOT, 'dist/src/cli/main.js'), 'replay', log, '--json']
    const replay = spawnSync(process.execPath, command, {
      env: { ...process.env, PALIMPSEST_URL: daemon.url, PALIMPSEST_KEY: daemon.key },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    if (replay.status !== 0) throw new Error(`The replay of ${log} failed.`)
  }
  const session = await sessionOf(daemon)
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  const isWhole = options.only === undefined && options.out === undefined && positionals.length === 0
  if (isWhole) await photograph(browser, { session, folder: join(ROOT, 'docs/images'), shots: README_SHOTS })
  const folder = options.out ?? mkdtempSync(join(tmpdir(), 'palimpsest-screenshots-'))
  await photograph(browser, { session, folder, shots: allShots(options.only) })
  await browser.close()
  console.log(`Pictures of ${options.only ?? 'every view'}: ${folder}`)
} finally {
  await daemon.stop()
}

import { existsSync } from 'node:fs'
import { loadavg } from 'node:os'
import { chromium, type Browser } from 'playwright-core'
import { openBenchContext, type BenchContext } from '../support/bench-context.js'
import { atMost, info, median, show, type Figure } from '../support/figures.js'
import { repeatedLog } from '../support/repeated-log.js'
import { untilIdle } from '../support/until-idle.js'

/** How long a person waits for each view of a long session, from its address to all that it shows, in a real browser. */

const OPENINGS = Number(process.env['BENCH_PAGES_OPENINGS'] ?? 3)
const TARGET_MS = 1_500
/** Messages for which the target holds. */
const TARGET_MESSAGES = 10_000
/** Ends a view that never shows what it should. */
const TIMEOUT_MS = 60_000
const SHELL = '/usr/bin/chromium-headless-shell'
const CHROMIUM = process.env['CHROMIUM'] ?? (existsSync(SHELL) ? SHELL : '/usr/bin/chromium')

/** Views by their part of the address, with a selector of what the complete view shows. */
const VIEWS: Record<string, string> = {
  strip: '.strip-view canvas',
  context: '.prompt-list tbody tr',
  budget: '.cut-table tbody tr',
  cuts: '.diff tbody tr',
  checkpoints: '.checkpoint',
  memory: '.memory .whole',
  'recall/error%20test': '.hits li',
  offloads: '.offload-table tbody tr',
  savings: '.savings table',
  log: '.log-table tbody tr',
  snapshots: '.snapshots',
}

/** @param logs files and folders of logs; empty: the examples of the repository */
export async function measurePages(logs: readonly string[], count: number): Promise<Figure[]> {
  const { format, messages } = await repeatedLog(logs, count)
  const bench = await openBenchContext({ SUMMARY_MODEL: 'none' })
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  try {
    const id = await bench.newSession({ contextSize: '32K' })
    // One by one, as they come while people work: a history that arrives at once makes fewer events.
    for (const message of messages)
      await bench.call('POST', `/v1/sessions/${id}/messages`, { format, messages: [message] })
    await untilIdle(bench, id)
    const figures = [info(`views of a session of ${show(count)} messages; load`, show(loadavg()[0]!))]
    for (const [view, ready] of Object.entries(VIEWS))
      figures.push(await opened(browser, bench, { id, view, ready, count }))
    return [...figures, info('load at the end', show(loadavg()[0]!))]
  } finally {
    await browser.close()
    await bench.close()
  }
}

interface Opening {
  id: string
  view: string
  ready: string
  count: number
}

/** Opens the address of a view with an empty cache, as a person who follows a link. */
async function opened(
  browser: Browser,
  { url, key }: BenchContext,
  { id, view, ready, count }: Opening,
): Promise<Figure> {
  const took: number[] = []
  let requests = 0
  let bytes = 0
  for (let at = 0; at < OPENINGS; at++) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addInitScript(`sessionStorage.setItem('palimpsest-key', ${JSON.stringify(key)})`)
    const page = await context.newPage()
    ;[requests, bytes] = [0, 0]
    page.on('requestfinished', (request) => {
      requests += 1
      void request.sizes().then(
        ({ responseBodySize }) => (bytes += responseBodySize),
        () => {},
      )
    })
    const startedAt = performance.now()
    await page.goto(`${url}/#/sessions/${id}/${view}`)
    await page.locator(ready).first().waitFor({ timeout: TIMEOUT_MS })
    took.push(performance.now() - startedAt)
    await context.close()
  }
  const what = `  ${decodeURIComponent(view)}`
  const note = `${requests} requests, ${show(Math.round(bytes / 1024))} KiB`
  if (count > TARGET_MESSAGES) return info(what, `${show(median(took))} ms (${note})`)
  return atMost(what, median(took), TARGET_MS, 'ms', note)
}

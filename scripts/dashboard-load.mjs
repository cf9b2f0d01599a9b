// Measures the dashboard with many sessions and many events: longest task, memory, and how late the page is.
// Usage: node scripts/dashboard-load.mjs [--sessions 5000] [--events 50] [--seconds 150] [--view sessions|events]
// A daemon of its own runs in a child process. Not part of CI: the figures depend on the machine.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { CHROMIUM, startOwnDaemon } from './own-daemon.mjs'

const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '5000' },
    events: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '150' },
    view: { type: 'string', default: 'sessions' },
  },
})
const [sessionCount, perSecond, seconds] = [values.sessions, values.events, values.seconds].map(Number)
/** Requests at the same time while sessions are opened. */
const OPENING = 16

async function openSessions({ call }) {
  const ids = []
  let next = 0
  const open = async () => {
    while (next < sessionCount) {
      const externalId = `load ${next++}`
      const { id } = await call('POST', '/v1/sessions', { model: 'gpt-4o', contextSize: '16K', externalId })
      ids.push(id)
    }
  }
  await Promise.all(Array.from({ length: OPENING }, open))
  return ids
}

/** Appends messages so that about `perSecond` events arise each second: an append here makes two. */
async function appendFor({ call }, ids, untilMs) {
  const started = performance.now()
  let appended = 0
  const running = new Set()
  while (performance.now() < untilMs) {
    const wanted = ((performance.now() - started) / 1_000) * (perSecond / 2)
    while (appended < wanted && running.size < 64) {
      const id = ids[(appended * 7_919) % ids.length]
      appended += 1
      const content = `Message ${appended}. ${'The words of a person are never shortened. '.repeat(20)}`
      const sent = call('POST', `/v1/sessions/${id}/messages`, {
        format: 'openai',
        messages: [{ role: 'user', content }],
      })
        .catch((error) => console.error(String(error)))
        .finally(() => running.delete(sent))
      running.add(sent)
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await Promise.all(running)
  return appended
}

async function heapMb(cdp) {
  await cdp.send('HeapProfiler.collectGarbage')
  return (await cdp.send('Runtime.getHeapUsage')).usedSize / 1e6
}

const daemon = await startOwnDaemon()
let browser
try {
  const { url, key } = daemon
  const ids = await openSessions(daemon)
  console.log(`${ids.length} sessions are open.`)
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  page.on('pageerror', (error) => console.error(error))
  await page.addInitScript(`
    window.tasks = []
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration)
    }).observe({ type: 'longtask', buffered: true })`)
  const openedAt = performance.now()
  await page.goto(`${url}/#key=${key}`)
  await page.getByRole('heading', { name: sessionCount.toLocaleString('en-US') }).waitFor({ timeout: 120_000 })
  console.log(
    `The whole list was shown ${((performance.now() - openedAt) / 1_000).toFixed(1)} s after the address was opened.`,
  )
  if (values.view !== 'sessions') await page.evaluate((view) => (location.hash = `#/${view}`), values.view)
  const cdp = await page.context().newCDPSession(page)
  const cpu = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration').value
  }
  await cdp.send('Performance.enable')
  await page.evaluate('tasks.length = 0')
  const heaps = [await heapMb(cdp)]
  const [busyBefore, started] = [await cpu(), performance.now()]
  const appending = appendFor(daemon, ids, started + seconds * 1_000)
  for (let slice = 1; slice <= 6; slice++) {
    await page.waitForTimeout(started + (slice * seconds * 1_000) / 6 - performance.now())
    heaps.push(await heapMb(cdp))
    const tasks = await page.evaluate('tasks')
    const load = readFileSync('/proc/loadavg', 'utf8').split(' ')[0]
    console.log(
      `${Math.round((performance.now() - started) / 1_000)} s: ${tasks.length} tasks over 50 ms, longest ${Math.round(Math.max(0, ...tasks))} ms, heap ${heaps.at(-1).toFixed(1)} MB, load ${load}`,
    )
  }
  const appended = await appending
  const elapsed = (performance.now() - started) / 1_000
  const busy = ((await cpu()) - busyBefore) / elapsed
  const tasks = (await page.evaluate('tasks')).toSorted((a, b) => b - a)
  console.log(
    `appended ${appended} messages in ${elapsed.toFixed(0)} s; the page was busy ${(100 * busy).toFixed(0)}% of the time`,
  )
  console.log(
    `longest tasks: ${
      tasks
        .slice(0, 10)
        .map((ms) => Math.round(ms))
        .join(', ') || 'none over 50'
    } ms`,
  )
  console.log(`heap after collection: ${heaps.map((mb) => mb.toFixed(1)).join(' → ')} MB`)
} finally {
  await browser?.close()
  await daemon.stop()
}

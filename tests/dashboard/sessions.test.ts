import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADMIN_KEY } from '../support/admin-key.js'
import {
  closePages,
  expectSoundColors,
  hasChromium,
  openDashboard,
  sharedChromium,
  untilLive,
  WIDTHS,
} from '../support/browser.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { freePort } from '../support/port.js'
import { migratedDatabase } from '../support/database.js'
import { talk } from '../support/coding-talk.js'

describe.skipIf(!hasChromium)('the list of sessions', () => {
  let [daemon, browser]: [Daemon, Browser] = [undefined!, undefined!]
  beforeAll(async () => void ([daemon, browser] = [await startDaemon(), await sharedChromium()]))
  afterAll(async () => {
    await closePages(browser)
    await daemon?.stop()
  })

  test('[11] a session appears, fills and leaves live, with the numbers of its status', async () => {
    const { page, faults } = await openDashboard(browser, daemon.url)
    await page.getByText('No sessions yet.').waitFor()
    await untilLive(page)
    const session = await daemon.openSession({ externalId: 'filling' })
    const row = page.getByRole('row').filter({ hasText: 'filling' })
    await row.getByRole('cell', { name: '0%', exact: true }).waitFor()
    await session.append(talk(20))
    const { used, limit, utilization } = await session.contextStatus()
    await row.getByRole('cell', { name: `${Math.round(utilization * 100)}%`, exact: true }).waitFor()
    await row.getByText('Space left').waitFor()
    const english = (count: number) => count.toLocaleString('en-US')
    const bar = await row.getByRole('img').getAttribute('aria-label')
    expect(bar).toContain(`${english(used)} of ${english(limit)} tokens`)
    await daemon.client.call('deleteSession', { params: { sessionId: session.id } })
    await page.getByText('No sessions yet.').waitFor()
    expect(faults).toEqual([])
    await page.context().close()
  })

  test('[10] search, filters and order pick rows, also after Back; light, dark, wide and phone have no serious fault', async () => {
    for (const [name, rounds] of [
      ['empty one', 0],
      ['half one', 16],
      ['small one', 3],
    ] as const) {
      const session = await daemon.openSession({ externalId: name })
      if (rounds > 0) await session.append(talk(rounds))
    }
    for (const look of WIDTHS) {
      const opened = await openDashboard(browser, daemon.url, look)
      const { page } = opened
      await untilLive(page)
      const names = () => page.getByRole('row').getByRole('link').allTextContents()
      await page.getByLabel('Sort').selectOption('usage')
      await expect.poll(names).toEqual(['half one', 'small one', 'empty one'])
      await page.getByLabel('Sort').selectOption('name')
      await expect.poll(names).toEqual(['empty one', 'half one', 'small one'])
      await page.getByLabel('Search sessions').fill('HALF')
      await expect.poll(names).toEqual(['half one'])
      await page.getByLabel('State').selectOption('stuck')
      await page.getByText('No session matches these filters.').waitFor()
      await page.getByLabel('State').selectOption('')
      await page.getByRole('link', { name: 'half one' }).click()
      await page.getByRole('heading', { name: 'half one' }).waitFor()
      await page.goBack()
      await expect.poll(names).toEqual(['half one'])
      await expectSoundColors(opened)
      await page.context().close()
    }
  })

  test('[11] a lost connection shows, and what happened meanwhile appears after it', async () => {
    const database = await migratedDatabase()
    const env = { DATABASE_URL: database.url, PORT: String(await freePort()) }
    const first = await startDaemon({ env })
    const { page } = await openDashboard(browser, first.url)
    await untilLive(page)
    await first.stop()
    await page.getByText('Reconnecting').waitFor()
    const second = await startDaemon({ env })
    await second.openSession({ externalId: 'opened meanwhile' })
    await page.getByRole('link', { name: 'opened meanwhile' }).waitFor()
    await untilLive(page)
    await page.context().close()
    await second.stop()
    await database.drop()
  })

  test('[10] 5,000 sessions scroll without a long task, and only the visible rows exist', async () => {
    const sample = await daemon.openSession({ externalId: 'sample' })
    const { sessions } = await daemon.client.call('listSessions', { query: { limit: 200 } })
    const model = sessions.find(({ id }) => id === sample.id)!
    const { page } = await openDashboard(browser, daemon.url, { key: null })
    const rows = Array.from({ length: 5_000 }, (_, index) => ({
      ...model,
      id: `ses_${index}`,
      externalId: `session ${index}`,
    }))
    await page.route('**/v1/sessions?*', (route) => {
      const from = Number(new URL(route.request().url()).searchParams.get('after')?.slice(4) ?? -1) + 1
      const nextAfter = from + 200 < rows.length ? `ses_${from + 199}` : null
      return route.fulfill({ json: { sessions: rows.slice(from, from + 200), nextAfter } })
    })
    await page.addInitScript(
      `window.tasks = []; new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask', buffered: true })`,
    )
    await page.goto(`${daemon.url}/?#key=${ADMIN_KEY}`)
    await page.getByRole('heading', { name: '5,000' }).waitFor()
    await page.evaluate('tasks.length = 0')
    for (let step = 0; step < 40; step++) {
      await page
        .locator('.virtual')
        .evaluate((box, top) => void ((box as unknown as { scrollTop: number }).scrollTop = top), step * 6_000)
    }
    await page.locator('[aria-rowindex="4880"]').waitFor()
    expect(await page.getByRole('row').count()).toBeLessThan(60)
    const longest = Math.max(0, ...((await page.evaluate('tasks')) as number[]))
    console.log(`longest task while scrolling over 5,000 sessions: ${longest} ms`)
    // The goal is 100 ms on an idle machine. Test machines are often busy.
    expect(longest).toBeLessThan(400)
    await page.context().close()
  })
})

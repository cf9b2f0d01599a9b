import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  closePages,
  expectSoundColors,
  hasChromium,
  openDashboard,
  openView,
  sharedChromium,
} from '../support/browser.js'
import { talk } from '../support/coding-talk.js'
import { startDaemon, type Daemon } from '../support/daemon.js'

const PHONE = { viewport: { width: 390, height: 844 } }

/** Whether the text of an element ends inside of its box. */
const fits = (selector: string) =>
  `[...document.querySelectorAll('${selector}')].map((one) => one.scrollWidth <= one.clientWidth)`

describe.skipIf(!hasChromium)('what a stranger sees first', () => {
  let [daemon, browser]: [Daemon, Browser] = [undefined!, undefined!]
  beforeAll(async () => void ([daemon, browser] = [await startDaemon({ works: true }), await sharedChromium()]))
  afterAll(async () => {
    await closePages(browser)
    await daemon?.stop()
  })

  test('[8] a model server that was never called is not shown as one in order', async () => {
    for (const hash of ['#/health', '#/admin']) {
      const { page, faults } = await openView(browser, daemon.url, { hash })
      const server = page.locator('.card').filter({ has: page.getByRole('heading', { name: 'Model server' }) })
      await server.getByText('not called yet').waitFor()
      expect(await server.innerText()).not.toContain('✓')
      expect(faults).toEqual([])
      await page.context().close()
    }
  })

  test('[11] an empty event log that was replayed from its beginning offers no replay from the beginning', async () => {
    const { page } = await openView(browser, daemon.url, { hash: '#/events' })
    await page.getByRole('button', { name: 'Replay from the beginning' }).click()
    // Both at one moment: while it loads, the page has neither.
    const empty = 'document.querySelector(".notice.empty")'
    await expect.poll(() => page.evaluate(`${empty} !== null && ${empty}.querySelector("button") === null`)).toBe(true)
    await page.context().close()
  })

  test('[10] without keys there is no empty table, and the key is typed without a click', async () => {
    const opened = await openView(browser, daemon.url, { hash: '#/admin' })
    const keys = opened.page.locator('.card').filter({ has: opened.page.getByRole('heading', { name: 'Keys' }) })
    await keys.getByText('No keys but the admin key of the operator.').waitFor()
    expect(await keys.getByRole('table').count()).toBe(0)
    await expectSoundColors(opened)
    await opened.page.context().close()

    const { page } = await openDashboard(browser, daemon.url, { key: null })
    await page.getByLabel('API key').waitFor()
    await expect.poll(() => page.evaluate('document.activeElement?.getAttribute("name")')).toBe('key')
    await page.context().close()
  })

  test('[10] on a phone, every tab of a session is seen, and no word of a cut is cut off', async () => {
    const session = await daemon.openSession({ externalId: 'on a phone', contextSize: '8K' })
    await session.append(talk(14))
    await session.compress({ strategy: 'extractive' })
    const { page } = await openView(browser, daemon.url, { hash: `#/sessions/${session.id}/cuts`, ...PHONE })
    await page.getByText('A prompt cache keeps').waitFor()
    expect(await page.evaluate(fits('nav.tabs'))).toEqual([true])
    const folded = page.locator('.diff .folded button')
    if ((await folded.count()) > 0) await folded.first().click()
    await page.locator('.diff .kept .change').first().waitFor()
    const cells = (await page.evaluate(fits('.diff .change'))) as boolean[]
    expect(cells.length).toBeGreaterThan(0)
    expect(cells).not.toContain(false)
    await page.setViewportSize({ width: 1280, height: 800 })
    expect(await page.evaluate(fits('.diff .change'))).not.toContain(false)
    await page.context().close()
  })

  test('[10] on a phone, the head of a session leaves the screen to its content, and its details are whole', async () => {
    const name = 'a long talk about the release notes of the summer, and about who writes them'
    const session = await daemon.openSession({ externalId: name, contextSize: '8K' })
    await session.append(talk(14))
    await session.compress({ strategy: 'extractive' })
    const dark = { ...PHONE, colorScheme: 'dark' as const }
    for (const options of [PHONE, dark]) {
      const opened = await openView(browser, daemon.url, { hash: `#/sessions/${session.id}/cuts`, ...options })
      const { page } = opened
      await page.getByText('A prompt cache keeps').waitFor()
      const tabs = page.getByRole('navigation', { name: 'Views of the session' })
      expect((await tabs.boundingBox())!.y).toBeLessThan(844 / 4)
      const title = page.getByRole('heading', { name })
      const compress = page.getByRole('button', { name: 'Compress now' })
      expect(await compress.isVisible()).toBe(false)
      await expectSoundColors(opened)

      // The keyboard opens the details: all that the wide page shows.
      const folded = (await title.boundingBox())!.height
      await page.locator('summary').filter({ hasText: 'Details' }).focus()
      await page.keyboard.press('Enter')
      for (const shown of [compress, page.getByRole('button', { name: 'Export …' }), page.getByText(session.id)])
        await shown.waitFor()
      await page.locator('.budget-key').getByText('Free').waitFor()
      expect((await title.boundingBox())!.height).toBeGreaterThan(1.5 * folded)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
      await expectSoundColors(opened)
      // On a wide page, nothing is folded.
      await page.setViewportSize({ width: 1280, height: 800 })
      await compress.waitFor()
      expect(await page.getByText('Details', { exact: true }).count()).toBe(0)
      await page.context().close()
    }
  })

  test('[10] on a phone, each key is above what it does', async () => {
    const { page } = await openView(browser, daemon.url, { hash: '#/health', ...PHONE })
    await page.keyboard.press('?')
    const [key, does] = [page.locator('.keys dt').first(), page.locator('.keys dd').first()]
    await key.waitFor()
    const [above, below] = [(await key.boundingBox())!, (await does.boundingBox())!]
    expect([below.y >= above.y + above.height, below.x]).toEqual([true, above.x])
    await page.context().close()
  })
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closePages, hasChromium, openView, sharedChromium, showView, untilLive } from '../support/browser.js'
import { talk } from '../support/coding-talk.js'
import { startDaemon } from '../support/daemon.js'
import { migratedDatabase } from '../support/database.js'
import { freePort } from '../support/port.js'

describe.skipIf(!hasChromium)('views opened while the daemon was down', () => {
  let browser: Browser
  beforeAll(async () => void (browser = await sharedChromium()))
  afterAll(() => closePages(browser))

  test('[P10] they are read again when the event stream opens, without an event of the session and without a click', async () => {
    const database = await migratedDatabase()
    const env = { DATABASE_URL: database.url, PORT: String(await freePort()) }
    const first = await startDaemon({ env })
    const session = await first.openSession({ externalId: 'healing' })
    await session.append(talk(4))
    const tabs = ['savings', 'log', 'recall/handleFault1']
    const pages = []
    for (const tab of tabs) {
      const { page } = await openView(browser, first.url, { hash: `#/sessions/${session.id}/strip` })
      await page.getByRole('heading', { name: 'healing' }).waitFor()
      pages.push({ page, tab })
    }
    await first.stop()
    for (const { page, tab } of pages) {
      await showView(page, `#/sessions/${session.id}/${tab}`)
      await page.getByRole('alert').filter({ hasText: 'The daemon does not answer' }).first().waitFor()
      await page.getByText('Connection lost.').waitFor()
      expect(await page.getByRole('status').filter({ hasText: 'Connection lost.' }).innerText()).toMatch(
        /^Connection lost\. [A-Z].*\. What you see is from before\./,
      )
    }
    const second = await startDaemon({ env })
    for (const { page } of pages) {
      await untilLive(page)
      await expect.poll(() => page.getByRole('alert').count()).toBe(0)
      expect(await page.getByText('The daemon does not answer').count()).toBe(0)
      await expect.poll(() => page.locator('.spinner').count()).toBe(0)
      await page.context().close()
    }
    await second.stop()
    await database.drop()
  })
})

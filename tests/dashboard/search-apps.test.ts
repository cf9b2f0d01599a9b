import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closePages, expectSoundColors, hasChromium, openView, sharedChromium, untilLive } from '../support/browser.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { until } from '../support/until.js'

describe.skipIf(!hasChromium)('an admin in several apps', () => {
  let [daemon, browser]: [Daemon, Browser] = [undefined!, undefined!]
  beforeAll(async () => {
    ;[daemon, browser] = [await startDaemon({ works: true }), await sharedChromium()]
    for (const name of ['coding-agent', 'travel desk', 'quiet']) {
      const { id: appId } = await daemon.client.call('createApp', { body: { name } })
      const { key } = await daemon.client.call('createKey', { body: { appId, role: 'app' } })
      const session = await daemon.openSession({ externalId: `talk of ${name}` }, { key })
      if (name === 'quiet') continue
      for (let turn = 1; turn <= 7; turn++)
        await session.append([{ role: 'user', content: `The lighthouse of ${name}, part ${turn}.` }])
      const query = { q: 'lighthouse', limit: 50 }
      const found = async () => (await daemon.client.as(key).call('searchMessages', { query })).hits.length === 7
      await until('the messages are found', found)
    }
  })
  afterAll(async () => {
    await closePages(browser)
    await daemon?.stop()
  })
  const hits = (page: Page, app: string) => page.getByRole('region', { name: `Hits in ${app}` }).getByRole('listitem')

  test('[R7] [P11] a search covers all apps, each under its name; a choice is in the address and outlives a reload', async () => {
    const opened = await openView(browser, daemon.url, { hash: '#/search/lighthouse' })
    const { page, faults } = opened
    await page.getByText('4 apps searched, hits in 2.').waitFor()
    for (const app of ['coding-agent', 'travel desk']) expect(await hits(page, app).count()).toBe(5)
    await expectSoundColors(opened)
    await page.getByRole('region', { name: 'Hits in travel desk' }).getByRole('link', { name: 'all hits' }).click()
    await page.getByText('7 found.').waitFor()
    expect(page.url()).toContain('#/search/lighthouse/travel%20desk')
    await page.reload()
    await untilLive(page)
    await page.getByText('7 found.').waitFor()
    expect(await page.getByRole('link', { name: 'talk of coding-agent' }).count()).toBe(0)
    expect(await page.getByLabel('App', { exact: true }).inputValue()).toBe('travel desk')
    await page.getByLabel('Search all sessions').fill('zebracrossing')
    await page.keyboard.press('Enter')
    await page.getByText('No message has these words.').waitFor()
    expect(page.url()).toContain('#/search/zebracrossing/travel%20desk')
    await page.getByLabel('App', { exact: true }).selectOption('')
    await page.getByText('4 apps searched, hits in 0.').waitFor()
    expect(faults).toEqual([])
    await page.context().close()
  })

  test('[R7] an address with an app that does not exist says so and searches all', async () => {
    const { page } = await openView(browser, daemon.url, { hash: '#/search/lighthouse/no%20such%20app' })
    await page.getByText('No app has the name or id “no such app”.').waitFor()
    await expect.poll(() => hits(page, 'coding-agent').count()).toBe(5)
    await page.context().close()
  })

  test('[10] the list of sessions names the app of each, and finds sessions by it', async () => {
    const { page } = await openView(browser, daemon.url, { hash: '#/' })
    await page.getByLabel('Search sessions').fill('Travel D')
    const names = () => page.getByRole('row').getByRole('link').allTextContents()
    await expect.poll(names).toEqual(['talk of travel desk'])
    await page.getByRole('row').filter({ hasText: 'travel desk ·' }).waitFor()
    await page.context().close()
  })
})

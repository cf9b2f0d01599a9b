import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  closePages,
  expectSoundColors,
  hasChromium,
  openView,
  sharedChromium,
  showView,
  WIDTHS,
} from '../support/browser.js'
import { startDaemon, type Daemon } from '../support/daemon.js'

describe.skipIf(!hasChromium)('the admin view', () => {
  let [daemon, browser]: [Daemon, Browser] = [undefined!, undefined!]
  beforeAll(async () => void ([daemon, browser] = [await startDaemon(), await sharedChromium()]))
  afterAll(async () => {
    await closePages(browser)
    await daemon?.stop()
  })

  test('[10.3] an admin makes an app and a key, sets quotas and retention, rotates and deletes the key', async () => {
    const { page, faults } = await openView(browser, daemon.url, { hash: '#/admin' })
    await page.getByLabel('Name of the new app').fill('helpdesk')
    await page.getByRole('button', { name: 'New app' }).click()
    const row = page.getByRole('row').filter({ hasText: 'helpdesk' })
    await row.getByText('no limits').waitFor()
    await page.getByRole('button', { name: 'Edit helpdesk' }).click()
    await page.getByLabel('Sessions stored').fill('20')
    await page.getByLabel('Days that idle sessions are kept').fill('90')
    await page.getByRole('button', { name: 'Save' }).click()
    await row.getByText('0 of 20 sessions').waitFor()
    await row.getByText('90 days').waitFor()
    const { apps } = await daemon.client.call('listApps', {})
    const appId = apps.find(({ name }) => name === 'helpdesk')!.id
    const app = await daemon.client.call('getApp', { params: { appId } })
    expect([app.quotas.sessions.limit, app.quotas.messages.limit, app.retentionDays]).toEqual([20, null, 90])

    await page.getByLabel('App of the new key').selectOption({ label: 'helpdesk' })
    await page.getByLabel('Role of the new key').selectOption('viewer')
    await page.getByRole('button', { name: 'New key' }).click()
    const secret = page.locator('.secret code')
    const first = (await secret.textContent())!
    expect((await daemon.call('GET', '/v1/sessions', { key: first })).status).toBe(200)
    const { keys } = await daemon.client.call('listKeys', { query: { appId } })
    const { id } = keys[0]!
    await page.getByRole('button', { name: `Rotate ${id}` }).click()
    await expect.poll(() => secret.textContent()).not.toBe(first)
    // Programs have an hour to change to the new secret.
    expect((await daemon.call('GET', '/v1/sessions', { key: first })).status).toBe(200)
    await page.getByRole('button', { name: `Delete ${id}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('button', { name: `Delete ${id}` }).waitFor({ state: 'detached' })
    expect((await daemon.client.call('listKeys', { query: { appId } })).keys).toEqual([])
    expect(faults).toEqual([])
    await page.context().close()
  })

  test('[M11] standing entries are read with the way to the message that has the words, also of another app', async () => {
    const app = await daemon.newApp()
    const session = await daemon.openSession({ externalId: 'scoped', memoryScope: 'user:42' }, { key: app.app })
    await session.append([{ role: 'user', content: 'Always answer in French.' }])
    for (const look of WIDTHS) {
      const opened = await openView(browser, daemon.url, { hash: '#/admin', ...look })
      const { page } = opened
      await page.getByRole('button', { name: 'user:42' }).click()
      await page.getByText('Always answer in French').waitFor()
      await expectSoundColors(opened)
      await page.getByRole('link', { name: 'Read message 1' }).click()
      await page.getByRole('article', { name: 'Message 1', exact: true }).getByText('Always answer in French').waitFor()
      await showView(page, `#/sessions/${session.id}/memory`)
      await page
        .getByRole('region', { name: /^Standing entries/ })
        .getByText('Always answer in French')
        .waitFor()
      await page.context().close()
    }
  })

  test('[P11] a key that is no admin has no such view', async () => {
    const app = await daemon.newApp()
    const { page } = await openView(browser, daemon.url, { hash: '#/admin', key: app.app })
    await page.getByText('This view needs an admin key.').waitFor()
    expect(await page.getByRole('link', { name: 'Admin' }).count()).toBe(0)
    await page.context().close()
  })
})

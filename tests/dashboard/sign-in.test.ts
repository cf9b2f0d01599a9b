import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADMIN_KEY } from '../support/admin-key.js'
import { closePages, hasChromium, openDashboard, axeFaults, sharedChromium, untilLive } from '../support/browser.js'
import { startDaemon, type Daemon } from '../support/daemon.js'

describe.skipIf(!hasChromium)('signing in to the dashboard', () => {
  let [daemon, browser]: [Daemon, Browser] = [undefined!, undefined!]
  beforeAll(async () => void ([daemon, browser] = [await startDaemon(), await sharedChromium()]))
  afterAll(async () => {
    await closePages(browser)
    await daemon?.stop()
  })

  test('[10] a key in the fragment leaves the address and outlives a reload, until the person signs out', async () => {
    const { page, faults } = await openDashboard(browser, daemon.url)
    await untilLive(page)
    expect(page.url()).not.toContain(ADMIN_KEY)
    expect(await page.evaluate('history.length')).toBeLessThan(3)
    await page.getByText('No sessions yet.').waitFor()
    await page.reload()
    await untilLive(page)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('API key').waitFor()
    await page.reload()
    await page.getByLabel('API key').waitFor()
    expect(await page.evaluate('JSON.stringify([{...sessionStorage}, {...localStorage}])')).not.toContain(ADMIN_KEY)
    expect(faults).toEqual([])
    await page.context().close()
  })

  test('[10] a wrong key is refused with its reason and stays in the field, a right one typed after it opens the sessions', async () => {
    const { page, faults } = await openDashboard(browser, daemon.url, { key: null })
    const field = page.getByLabel('API key')
    await field.fill('no-such-key')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').filter({ hasText: 'does not know this key' }).waitFor()
    expect(await field.inputValue()).toBe('no-such-key')
    expect(await axeFaults(page)).toEqual([])
    await field.fill('kéy')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: 'letters, digits and signs' }).waitFor()
    await field.fill(` ${ADMIN_KEY} `)
    await page.keyboard.press('Enter')
    await untilLive(page)
    expect(faults).toEqual([])
    await page.context().close()
  })

  test('[10] the check of every view finds faint text and a button without a name', async () => {
    const { page } = await openDashboard(browser, daemon.url, { key: null })
    await page.getByLabel('API key').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.evaluate(`document.querySelector('main').append(document.createElement('button'))`)
    await page.evaluate(
      `document.querySelectorAll('p, label').forEach(({ style }) => Object.assign(style, { color: '#ccc', background: '#fff' }))`,
    )
    const found = (rules?: string[]) => axeFaults(page, rules).then((faults) => faults.join())
    expect(await found()).toMatch(/button-name/)
    expect(await found()).toMatch(/color-contrast/)
    expect(await found(['color-contrast'])).toMatch(/^color-contrast/)
    await page.context().close()
  })

  test('[10] a link with another key, opened in the same tab, signs in with that key and leaves the address', async () => {
    const { viewer } = await daemon.newApp()
    const { page } = await openDashboard(browser, daemon.url)
    await untilLive(page)
    await page.getByTitle('Role of the key').getByText('admin').waitFor()
    await page.goto(`${daemon.url}/#key=${viewer}`)
    await page.getByTitle('Role of the key').getByText('viewer').waitFor()
    await untilLive(page)
    expect(page.url()).not.toContain(viewer)
    expect(await page.evaluate('sessionStorage.getItem("palimpsest-key")')).toBe(viewer)
    await page.context().close()
  })

  test('[P11] each app sees only its own sessions, live too, and a viewer gets no control that writes', async () => {
    const [mine, theirs] = [await daemon.newApp(), await daemon.newApp()]
    const own = await daemon.openSession({ externalId: 'mine' }, { key: mine.app })
    await daemon.openSession({ externalId: 'theirs' }, { key: theirs.app })
    for (const [key, buttons] of [
      [mine.app, 1],
      [mine.viewer, 0],
    ] as const) {
      const { page } = await openDashboard(browser, daemon.url, { key })
      await untilLive(page)
      await page.getByRole('link', { name: 'mine', exact: true }).waitFor()
      await daemon.openSession({ externalId: `theirs, later for ${buttons}` }, { key: theirs.app })
      await daemon.openSession({ externalId: `mine, later for ${buttons}` }, { key: mine.app })
      await page.getByRole('link', { name: `mine, later for ${buttons}` }).waitFor()
      expect(await page.getByText('theirs').count()).toBe(0)
      await page.getByRole('link', { name: 'mine', exact: true }).click()
      await page.getByText('No messages yet.').waitFor()
      expect(await page.getByRole('button', { name: 'Compress now' }).count()).toBe(buttons)
      await page.goto(`${page.url().split('#')[0]}#/sessions/${own.id}/memory`)
      await page.getByText('No pinned messages.').waitFor()
      expect(await page.getByRole('button', { name: 'Check the newest step' }).count()).toBe(buttons)
      await page.context().close()
    }
  })
})

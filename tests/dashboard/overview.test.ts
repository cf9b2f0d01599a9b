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
import { question, round } from '../support/coding-talk.js'
import { startDaemon, type Daemon } from '../support/daemon.js'

describe.skipIf(!hasChromium)('the overview of all sessions and apps', () => {
  let [daemon, browser]: [Daemon, Browser] = [undefined!, undefined!]
  let appId: string
  beforeAll(async () => {
    ;[daemon, browser] = [await startDaemon(), await sharedChromium()]
    const app = await daemon.newApp()
    appId = app.appId
    const own = await daemon.openSession({ externalId: 'of the other app' }, { key: app.app })
    await own.append([{ role: 'user', content: 'Hello.' }])
    const busy = await daemon.openSession({ externalId: 'busy', contextSize: '8K' })
    await busy.append([question(1)])
    for (let number = 1; number <= 12; number++) for (const message of round(number)) await busy.append([message])
    const over = await daemon.openSession({ externalId: 'over its limit', contextSize: '2K', preset: 'off' })
    for (let number = 1; number <= 8; number++) await over.append(round(number))
  })
  afterAll(async () => {
    await closePages(browser)
    await daemon?.stop()
  })

  test('[Q1a] it names the sessions that need a person, the apps, and the input saved, as the API counts it', async () => {
    const { json } = await daemon.call('GET', '/v1/savings')
    const days = json.sessions.flatMap((one: { days: object[] }) => one.days)
    const sum = (way: string) => days.reduce((all: number, day: never) => all + day[way]['tokens'], 0)
    const saved = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
    expect(sum('whole')).toBeGreaterThan(sum('sent'))
    for (const look of WIDTHS) {
      const opened = await openView(browser, daemon.url, { hash: '#/', ...look })
      const { page, faults } = opened
      const card = page.getByRole('region', { name: 'Saved in 30 days' })
      await card.getByText(saved.format(sum('whole') - sum('sent')), { exact: true }).waitFor()
      await page.getByRole('region', { name: /^Apps/ }).getByText('1 session', { exact: false }).waitFor()
      await page
        .getByRole('region', { name: 'Attention' })
        .getByRole('button', { name: '1 session: over; shrinks' })
        .click()
      await expect.poll(() => page.getByRole('row').getByRole('link').allTextContents()).toEqual(['over its limit'])
      await expectSoundColors(opened)
      expect(faults).toEqual([])
      await page.context().close()
    }
  })

  test('[10] filters are in the address: a link opens the same list, and the app is named', async () => {
    const { page } = await openView(browser, daemon.url, { hash: '#/?sort=name&q=of' })
    const names = () => page.getByRole('row').getByRole('link').allTextContents()
    await expect.poll(names).toEqual(['of the other app'])
    expect(await page.getByLabel('Sort').inputValue()).toBe('name')
    await page.getByLabel('Search sessions').fill('')
    await expect.poll(names).toEqual(['busy', 'of the other app', 'over its limit'])
    expect(await page.evaluate('location.hash')).toBe('#/?sort=name')
    const app = await daemon.client.call('getApp', { params: { appId } })
    await page.getByLabel('App', { exact: true }).selectOption({ label: app.name })
    await expect.poll(names).toEqual(['of the other app'])
    expect(await page.evaluate('location.hash')).toContain(new URLSearchParams({ app: app.name }).toString())
    await page.reload()
    await expect.poll(names).toEqual(['of the other app'])
    await page.context().close()
  })

  test('[R5] savings of all sessions are read by day, app and session, and add up to the same', async () => {
    const { page } = await openView(browser, daemon.url, { hash: '#/savings' })
    const line = page.getByRole('row', { name: /^Input tokens/ })
    await line.waitFor()
    const whole = await line.getByRole('cell').allTextContents()
    await page.getByText(/^\d+ sessions, \d+ calls/).waitFor()
    for (const by of ['app', 'session', 'day']) {
      await page.getByLabel('Rows').selectOption(by)
      await expect.poll(() => page.evaluate('location.hash')).toContain(`by=${by}`)
      const cells = page.locator('.savings-table tbody tr')
      await expect
        .poll(async () => {
          const rows = await Promise.all((await cells.all()).map((row) => row.getByRole('cell').allTextContents()))
          return [1, 2, 3, 4].map((column) =>
            rows.reduce((sum, row) => sum + Number(row[column]!.replace(/,/g, '')), 0).toLocaleString('en-US'),
          )
        })
        .toEqual(whole)
    }
    await page.context().close()
  })

  test('[10] `/` goes to the search and `?` lists the keys, but not while a person types', async () => {
    const { page } = await openView(browser, daemon.url, { hash: '#/' })
    await page.getByRole('row').nth(1).waitFor()
    await page.keyboard.press('/')
    expect(await page.evaluate(`document.activeElement.getAttribute('aria-label')`)).toBe('Search sessions')
    await page.keyboard.press('?')
    expect(await page.getByLabel('Search sessions').inputValue()).toBe('?')
    await showView(page, '#/health')
    await page.getByRole('heading', { name: 'Health' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('/')
    await page.getByRole('heading', { name: 'Search' }).waitFor()
    await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('search')
    await page.context().close()
  })

  test('[10] a session has at most seven tabs, and every view is in one of them', async () => {
    const { sessions } = await daemon.client.call('listSessions', { query: { externalId: 'busy' } })
    const { page } = await openView(browser, daemon.url, { hash: `#/sessions/${sessions[0]!.id}/log` })
    const tabs = page.getByRole('navigation', { name: 'Views of the session' }).getByRole('link')
    await tabs.first().waitFor()
    const names = await tabs.allTextContents()
    expect(names.length).toBeLessThanOrEqual(7)
    for (const view of [
      'strip',
      'context',
      'budget',
      'cuts',
      'checkpoints',
      'memory',
      'recall',
      'offloads',
      'savings',
      'snapshots',
      'log',
    ]) {
      await showView(page, `#/sessions/${sessions[0]!.id}/${view}`)
      await page.locator(`.tabs [aria-current=page]`).waitFor()
      const links = page.locator(`:is(.tabs, .subtabs) a[href$="/${view}"]`)
      expect([view, await links.count()]).toEqual([view, expect.any(Number)])
      await links.first().waitFor()
    }
    await page.context().close()
  })
})

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  closePages,
  expectSoundColors,
  hasChromium,
  openDashboard,
  sharedChromium,
  untilLive,
  WIDTHS,
} from '../support/browser.js'
import { talk } from '../support/coding-talk.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import type { TestSession } from '../support/session.js'

interface Logged {
  type: string
  cursor: string
  at: string
  sessionId: string | null
}

describe.skipIf(!hasChromium)('the event feed', () => {
  let [daemon, browser, session]: [Daemon, Browser, TestSession] = [undefined!, undefined!, undefined!]
  beforeAll(async () => {
    ;[daemon, browser] = [await startDaemon(), await sharedChromium()]
    session = await daemon.openSession({ externalId: 'first' })
    await session.append(talk(3))
  })
  afterAll(async () => {
    await closePages(browser)
    await daemon?.stop()
  })

  const logged = async (query = {}): Promise<Logged[]> =>
    (await daemon.client.call('readEvents', { query: { ...query, limit: 500 } })).events as Logged[]
  const open = async (options = {}) => {
    const opened = await openDashboard(browser, daemon.url, options)
    await untilLive(opened.page)
    await opened.page.getByRole('link', { name: 'Events' }).click()
    await opened.page.getByText('Up to date').waitFor()
    return opened
  }
  /** Types in the list, newest first. */
  const shown = (page: Page) => page.locator('.event-row .what').allInnerTexts()
  const typesOf = (events: readonly Logged[]) => events.map(({ type }) => type).toReversed()

  test('[P10] a replay from the beginning shows the whole log, then goes on live', async () => {
    const { page, faults } = await open()
    await page.getByText('No events here yet.').waitFor()
    await page.getByRole('button', { name: 'Replay from the beginning' }).click()
    await expect.poll(() => shown(page)).toEqual(typesOf(await logged()))
    await session.append([{ role: 'user', content: 'One more.' }])
    await expect.poll(() => shown(page)).toEqual(typesOf(await logged()))
    expect(faults).toEqual([])
    await page.context().close()
  })

  test('[P10] a paused feed does not change, and continues without a gap', async () => {
    const { page, faults } = await open()
    await session.append([{ role: 'user', content: 'Seen live.' }])
    await expect.poll(async () => (await shown(page)).length).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('status').filter({ hasText: 'Paused' }).waitFor()
    const before = await shown(page)
    for (let n = 0; n < 5; n++) await session.append([{ role: 'user', content: `While paused ${n}.` }])
    const { cursor } = (await logged()).at(-1)!
    expect(await shown(page)).toEqual(before)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect
      .poll(() => shown(page))
      .toEqual(typesOf((await logged()).filter((event) => event.cursor <= cursor)).slice(0, before.length + 5))
    expect(faults).toEqual([])
    await page.context().close()
  })

  test('[P10] a replay starts at a time or after an event, and its filters are those of the log', async () => {
    const other = await daemon.openSession({ externalId: 'second' })
    await other.append([{ role: 'user', content: 'Hello.' }])
    const all = await logged()
    const { page, faults } = await open()
    const from = all.find((event) => event.sessionId === other.id)!
    await page.getByLabel('Replay from this time').fill(from.at.slice(0, 19))
    await page.getByRole('button', { name: 'Replay', exact: true }).click()
    const second = `${from.at.slice(0, 19)}.000Z`
    await expect.poll(() => shown(page)).toEqual(typesOf(await logged({ since: second })))
    await page.getByLabel('Session', { exact: true }).fill('second')
    await expect.poll(() => shown(page)).toEqual(typesOf(await logged({ since: second, sessionId: other.id })))
    await page.getByLabel('Type').selectOption('message-appended')
    await expect.poll(() => shown(page)).toEqual(['message-appended'])
    await page.getByLabel('Type').selectOption('')
    await expect.poll(async () => (await shown(page)).length).toBeGreaterThan(1)
    await page.getByRole('button', { name: 'session-created' }).click()
    const details = page.getByRole('complementary', { name: 'Event' })
    await details.getByText(from.cursor).waitFor()
    await details.getByRole('button', { name: 'Replay from here' }).click()
    await expect.poll(() => shown(page)).toEqual(typesOf(all.filter((event) => event.sessionId === other.id).slice(1)))
    await page.getByLabel('Session', { exact: true }).fill('no such session')
    await page.getByText('No session has this name or id.').waitFor()
    expect(faults).toEqual([])
    await page.context().close()
  })

  test('[P11] the feed of an app shows no event of another app', async () => {
    const { app } = await daemon.newApp()
    const own = await daemon.openSession({ externalId: 'own' }, { key: app })
    await own.append([{ role: 'user', content: 'Mine.' }], { key: app })
    const { page } = await open({ key: app })
    await page.getByLabel('Replay from', { exact: true }).selectOption('beginning')
    await expect.poll(async () => (await shown(page)).length).toBeGreaterThan(1)
    const names = new Set(await page.locator('.event-row .whose').allInnerTexts())
    expect([...names].filter((name) => name !== 'service')).toEqual(['own'])
    await page.context().close()
  })

  test('[10] light, dark, wide and phone have no serious fault', async () => {
    for (const look of WIDTHS) {
      const opened = await open(look)
      const { page } = opened
      await page.getByLabel('Replay from', { exact: true }).selectOption('beginning')
      await page.locator('.event-row .what button').first().click()
      await page.getByRole('complementary', { name: 'Event' }).waitFor()
      await expectSoundColors(opened)
      await page.context().close()
    }
  })
})

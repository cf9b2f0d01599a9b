import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TABS } from '../../dashboard/src/state/tabs.js'
import { closePages, hasChromium, openView, sharedChromium, showView, viewFaults } from '../support/browser.js'
import { talk } from '../support/coding-talk.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import type { TestSession } from '../support/session.js'

describe.skipIf(!hasChromium)('roles and states of the views of a session', () => {
  let [daemon, browser]: [Daemon, Browser] = [undefined!, undefined!]
  beforeAll(async () => void ([daemon, browser] = [await startDaemon({ works: true }), await sharedChromium()]))
  afterAll(async () => {
    await closePages(browser)
    await daemon?.stop()
  })
  /** Waits until a view has read what it shows. */
  const untilRead = async (page: Page) => {
    await page.getByRole('navigation', { name: 'Views of the session' }).waitFor()
    await expect.poll(() => page.locator('.spinner').count()).toBe(0)
  }
  const WRITES = /Compress now|Make a snapshot|Restore|Fork|Delete|Check the newest step/

  test('[P11] a viewer sees every view and no control that writes; every button it has only reads', async () => {
    const { app, viewer } = await daemon.newApp()
    const session = await daemon.openSession({ goal: 'Keep the build green', contextSize: '8K' }, { key: app })
    await session.append(talk(14))
    await session.call('createSnapshot', { body: { name: 'a state' } })
    await session.compress({ strategy: 'extractive' })
    const found = { [app]: new Set<string>(), [viewer]: new Set<string>() }
    let clicked = 0
    for (const key of [app, viewer]) {
      const { page } = await openView(browser, daemon.url, { hash: '#/', key })
      const writes: string[] = []
      page.on('request', (request) => {
        const isRead = request.method() === 'GET' || request.url().endsWith('/v1/tickets')
        if (!isRead) writes.push(`${request.method()} ${request.url()}`)
      })
      await showView(page, `#/sessions/${session.id}/strip`)
      await untilRead(page)
      for (const tab of TABS) {
        const hash = `#/sessions/${session.id}/${tab}`
        await showView(page, hash.endsWith('/strip') ? `${hash}/2` : hash)
        await untilRead(page)
        if (hash.endsWith('/strip')) await page.getByRole('article').waitFor()
        if (hash.endsWith('/snapshots')) await page.getByRole('listitem', { name: 'a state' }).waitFor()
        const buttons = page.locator('main button:visible:enabled')
        for (const name of await buttons.evaluateAll((all) =>
          (all as unknown as { textContent: string }[]).map(({ textContent }) => textContent),
        ))
          if (WRITES.test(name)) found[key]!.add(name)
        if (key === viewer)
          for (const button of (await buttons.elementHandles()).slice(0, 8)) {
            // A click may replace the buttons that follow.
            clicked += await button.evaluate((node) => {
              const one = node as unknown as { isConnected: boolean; click(): void }
              if (one.isConnected) one.click()
              return one.isConnected ? 1 : 0
            })
            await page.keyboard.press('Escape')
          }
      }
      expect(writes).toEqual([])
      await page.context().close()
    }
    expect([...found[viewer]!]).toEqual([])
    expect(clicked).toBeGreaterThan(10)
    // The same search finds every control of an app key.
    expect([...found[app]!].toSorted()).toEqual([
      'Check the newest step',
      'Compress now',
      'Delete …',
      'Fork …',
      'Make a snapshot',
      'Restore …',
    ])
  })

  test('[10] every view of an empty session says what is missing', async () => {
    const session = await daemon.openSession()
    const opened = await openView(browser, daemon.url, { hash: '#/', viewport: { width: 360, height: 740 } })
    const { page } = opened
    const EMPTY: Record<string, string> = {
      strip: 'No messages yet.',
      checkpoints: 'No checkpoints yet.',
      recall: 'Find what was said.',
      offloads: 'Nothing is reduced.',
      snapshots: 'No snapshots yet.',
      savings: 'No calls yet.',
    }
    for (const [tab, text] of Object.entries(EMPTY)) {
      await showView(page, `#/sessions/${session.id}/${tab}`)
      await page.getByText(text).waitFor()
      expect([tab, await viewFaults(opened)]).toEqual([tab, []])
    }
    await page.context().close()
  })

  test('[10] a view that cannot be read says why, and reads again on request', async () => {
    const session: TestSession = await daemon.openSession()
    await session.append(talk(24))
    await session.call('createSnapshot', { body: { name: 'a state' } })
    const { page } = await openView(browser, daemon.url, { hash: `#/sessions/${session.id}/strip` })
    const detail = 'The database is unavailable.'
    const problem = { type: 'about:blank', title: '', status: 500, code: 'internal_error', detail, errors: [] }
    for (const [tab, path, text] of [
      ['offloads', 'offloads', 'read_file'],
      ['snapshots', 'snapshots', 'a state'],
      ['savings', 'savings', 'Input tokens saved'],
      ['log', 'log', 'Opened for'],
      ['memory', 'goals', 'No goals.'],
    ] as const) {
      const pattern = `**/v1/sessions/*/${path}?*`
      const bare = `**/v1/sessions/*/${path}`
      for (const one of [pattern, bare]) await page.route(one, (route) => route.fulfill({ status: 500, json: problem }))
      await showView(page, `#/sessions/${session.id}/${tab}`)
      await page.getByRole('alert').filter({ hasText: detail }).waitFor()
      expect([tab, await page.getByText(text).count()]).toEqual([tab, 0])
      for (const one of [pattern, bare]) await page.unroute(one)
      await page.getByRole('button', { name: 'Retry' }).click()
      await page.getByText(text).first().waitFor()
      await page.getByRole('alert').waitFor({ state: 'detached' })
    }
    await page.context().close()
  })
})

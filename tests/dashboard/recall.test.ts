import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closePages, hasChromium, LOOKS, openView, sharedChromium, showView, viewFaults } from '../support/browser.js'
import { talk } from '../support/coding-talk.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import type { TestSession } from '../support/session.js'

/** Of one tool result: long enough to be offloaded. */
const LINES = 1_000

describe.skipIf(!hasChromium)('recall in the dashboard', () => {
  let [daemon, browser]: [Daemon, Browser] = [undefined!, undefined!]
  let session: TestSession
  const text = Array.from({ length: LINES }, (_, index) => `row ${index + 1} of the ledger, checked by hand`).join('\n')
  beforeAll(async () => {
    ;[daemon, browser] = [await startDaemon({ works: true }), await sharedChromium()]
    session = await daemon.openSession({ externalId: 'coding', contextSize: '8K' })
    await session.append(talk(14))
    await session.compress({ strategy: 'extractive' })
    await session.compressionEnded()
    const call = { id: 'call_rows', type: 'function', function: { name: 'list_rows', arguments: '{}' } }
    await session.append([
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'call_rows', content: text },
    ])
  })
  afterAll(async () => {
    await closePages(browser)
    await daemon?.stop()
  })
  const at = (rest: string) => `#/sessions/${session.id}/${rest}`
  const search = (page: Page, label: string, words: string) =>
    page
      .getByLabel(label, { exact: true })
      .fill(words)
      .then(() => page.keyboard.press('Enter'))

  test.each(LOOKS)(
    '[R7] a search finds a sentence behind a checkpoint, its original, cell and checkpoint: $colorScheme',
    async (look) => {
      const sentence = 'Error E503 is handled in handleFault3()'
      const message = (await session.history()).find(({ message: { content } }) => content?.includes?.(sentence))!
      expect(message.state).toBe('covered')
      const opened = await openView(browser, daemon.url, { hash: at('recall'), ...look })
      const { page } = opened
      await page.getByText('Find what was said.').waitFor()
      expect(await viewFaults(opened)).toEqual([])
      await search(page, 'Search this session', 'handleFault3')
      const hit = page.getByRole('listitem').filter({ hasText: `#${message.seq} assistant` })
      await hit.getByText('behind a checkpoint').waitFor()
      expect(await hit.locator('mark').allTextContents()).toContain('handleFault3')
      await hit.getByRole('button', { name: 'Read the original' }).click()
      const original = page.getByRole('article', { name: `Message ${message.seq}`, exact: true })
      expect(await original.locator('pre').textContent()).toBe(message.message.content)
      expect(await viewFaults(opened)).toEqual([])
      await hit.getByRole('link', { name: 'Show in Messages' }).click()
      const strip = page.getByRole('slider', { name: 'Messages of the session' })
      await expect.poll(() => strip.getAttribute('aria-valuenow')).toBe(String(message.seq))
      await original.waitFor()
      await page.goBack()
      await hit.getByRole('link', { name: 'Open the checkpoint' }).click()
      await page.getByRole('heading', { name: 'Originals' }).waitFor()
      await page.context().close()
    },
  )

  test('[R7] words that no message has, and a search that is refused, say so; a repetition works', async () => {
    const { page } = await openView(browser, daemon.url, { hash: at('recall/zebracrossing') })
    await page.getByText('No message has these words.').waitFor()
    const refusal = {
      type: 'about:blank',
      title: 'Database or job queue unavailable',
      status: 503,
      code: 'store_unavailable',
      errors: [],
    }
    await page.route('**/v1/search?*', (route) =>
      route.fulfill({ status: 503, json: { ...refusal, detail: 'The database is unavailable.' } }),
    )
    await search(page, 'Search this session', 'handleFault3')
    await page.getByRole('alert').filter({ hasText: 'The database is unavailable.' }).waitFor()
    await page.unroute('**/v1/search?*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('listitem').filter({ hasText: 'handleFault3' }).first().waitFor()
    await page.context().close()
  })

  test('[P11] a search in all sessions finds those of the app only, also for a viewer; an admin finds those of all apps', async () => {
    const [mine, theirs] = [await daemon.newApp(), await daemon.newApp()]
    for (const [name, { app }] of Object.entries({ mine, theirs })) {
      const one = await daemon.openSession({ externalId: `session of ${name}` }, { key: app })
      await one.append([{ role: 'user', content: `The lighthouse of ${name} is red.` }])
    }
    for (const [key, own] of [
      [mine.app, 'mine'],
      [theirs.viewer, 'theirs'],
    ] as const) {
      const opened = await openView(browser, daemon.url, { hash: '#/search/lighthouse', key })
      const { page } = opened
      await page.getByRole('link', { name: `session of ${own}` }).waitFor()
      expect(await page.getByRole('listitem').filter({ hasText: 'lighthouse' }).count()).toBe(1)
      expect(await viewFaults(opened)).toEqual([])
      await page.context().close()
    }
    const { page } = await openView(browser, daemon.url, { hash: '#/search/lighthouse' })
    for (const name of ['mine', 'theirs']) await page.getByRole('link', { name: `session of ${name}` }).waitFor()
    // These apps have the same name, so their ids distinguish them.
    await page.getByLabel('App', { exact: true }).selectOption(mine.appId)
    await page.getByRole('link', { name: 'session of theirs' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'session of mine' }).waitFor()
    await page.context().close()
  })

  test.each(LOOKS)(
    '[D1] an offload is read by range to its end, searched, and opened at a match: $colorScheme',
    async (look) => {
      const [offload] = (await session.offloads()).filter(({ toolName }) => toolName === 'list_rows')
      const opened = await openView(browser, daemon.url, { hash: at('offloads'), ...look })
      const { page } = opened
      await page.getByLabel('Filter the shortened parts').fill('list_rows')
      await page.getByRole('link', { name: `Read the original in message ${offload!.seq}` }).click()
      const reader = page.getByRole('article')
      const range = reader.getByLabel('Text of the range')
      const next = reader.getByRole('button', { name: 'Next' })
      const first = reader.getByLabel('From line')
      let whole = (await range.textContent())!
      while (await next.isEnabled()) {
        const from = await first.inputValue()
        await next.click()
        await expect.poll(() => first.inputValue()).not.toBe(from)
        whole += await range.textContent()
      }
      expect(whole).toBe(text)
      await search(page, 'Search the original', 'ROW 777 OF')
      await reader.getByRole('button', { name: 'Line 777' }).click()
      await expect.poll(() => first.inputValue()).toBe('777')
      expect(await range.textContent()).toMatch(/^row 777 of/)
      await reader.getByText('What the model sees instead').click()
      await reader.getByText(offload!.placeholder!.split('\n')[0]!).first().waitFor()
      expect(await viewFaults(opened)).toEqual([])
      await page.context().close()
    },
  )

  test('[D1] an offload that does not exist is reported, and the list stays reachable', async () => {
    const [offload] = (await session.offloads()).filter(({ toolName }) => toolName === 'list_rows')
    const { page } = await openView(browser, daemon.url, { hash: at('offloads/off_none') })
    await page.getByRole('alert').filter({ hasText: 'off_none' }).waitFor()
    await showView(page, at('offloads'))
    await page.getByRole('link', { name: `Read the original in message ${offload!.seq}` }).waitFor()
    await page.context().close()
  })

  test('[C9] superseded entries of the ledger are folded below those in force; offloads are listed largest first on request', async () => {
    const { page } = await openView(browser, daemon.url, { hash: at('memory') })
    const entry = { id: 'led_1_1', kind: 'decision', seq: 1, inView: false }
    await page.route('**/ledger?*', (route) =>
      route.fulfill({
        json: {
          nextAfter: null,
          entries: [
            { ...entry, text: 'use MySQL', state: 'superseded' },
            { ...entry, id: 'led_2_1', text: 'use Postgres', state: 'open' },
          ],
        },
      }),
    )
    await page.reload()
    await page.getByRole('row').filter({ hasText: 'use Postgres' }).waitFor()
    expect(await page.getByText('use MySQL').isVisible()).toBe(false)
    await page.getByText('Superseded entries: 1').click()
    await page.getByText('use MySQL').waitFor()
    await showView(page, at('offloads'))
    await page.getByLabel('Order').selectOption('size')
    const before = () => page.locator('.offload-table tbody tr td:nth-child(4)').allTextContents()
    await page.getByRole('table', { name: 'Reduced parts, largest first' }).waitFor()
    const sizes = (await before()).map((text) => Number(text.replace(/,/g, '')))
    expect(sizes.length).toBeGreaterThan(1)
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
    await page.context().close()
  })
})

import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADMIN_KEY } from '../support/admin-key.js'
import { closePages, hasChromium, LOOKS, openView, sharedChromium, viewFaults } from '../support/browser.js'
import { talk } from '../support/coding-talk.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import type { TestSession } from '../support/session.js'

/** Answers of the agent, each appended by itself. */
const CALLS = 40

describe.skipIf(!hasChromium)('log, savings and export in the dashboard', () => {
  let [daemon, browser]: [Daemon, Browser] = [undefined!, undefined!]
  let session: TestSession
  beforeAll(async () => {
    ;[daemon, browser] = [await startDaemon({ works: true }), await sharedChromium()]
    session = await daemon.openSession({ externalId: 'coding', contextSize: '8K' })
    for (const message of talk(20)) await session.append([message])
    await session.compress({ strategy: 'extractive' })
    await session.compressionEnded()
  })
  afterAll(async () => {
    await closePages(browser)
    await daemon?.stop()
  })
  const open = (tab: string, options = {}) =>
    openView(browser, daemon.url, { hash: `#/sessions/${session.id}/${tab}`, ...options })
  const english = (count: number) => count.toLocaleString('en-US')

  test('[R6] an export of each format has the bytes of the API, read with the key and not by a link', async () => {
    const { page, faults } = await open('strip')
    for (const [title, format, extension] of [
      ['JSON', 'json', 'json'],
      ['JSON Lines', 'jsonl', 'jsonl'],
      ['Markdown', 'markdown', 'md'],
    ] as const) {
      await page.getByRole('button', { name: 'Export' }).click()
      expect(await viewFaults({ page, faults })).toEqual([])
      const started = page.waitForEvent('download')
      await page.getByRole('dialog').getByRole('button', { name: title, exact: true }).click()
      const saved = await started
      expect(saved.suggestedFilename()).toBe(`${session.id}.${extension}`)
      expect(saved.url()).toMatch(/^blob:/)
      const headers = { authorization: `Bearer ${ADMIN_KEY}` }
      const reply = await fetch(`${daemon.url}/v1/sessions/${session.id}/export?format=${format}`, { headers })
      expect(await readFile(await saved.path(), 'utf8')).toBe(await reply.text())
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await page.context().close()
  })

  test('[R6] an export that breaks off says so and saves nothing', async () => {
    const { page } = await open('strip')
    await page.route('**/export?*', (route) => route.abort())
    const saved: unknown[] = []
    page.on('download', (file) => saved.push(file))
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('button', { name: 'JSON', exact: true }).click()
    await page.getByRole('alert').filter({ hasText: 'The daemon does not answer' }).waitFor()
    expect(saved).toEqual([])
    await page.context().close()
  })

  test('[R5] the log has the lines of the API, newest first, with a level each, and grows live', async () => {
    for (const look of LOOKS) {
      const { lines } = await session.call('readLog', {})
      const opened = await open('log', look)
      const { page } = opened
      await page.getByText(`${lines.length} of ${lines.length} lines`).waitFor()
      const actions = page.locator('.log-table tbody td:nth-child(3)')
      expect(await actions.allTextContents()).toEqual(lines.map(({ line }) => line).toReversed())
      expect(await viewFaults(opened)).toEqual([])
      await session.call('createSnapshot', { body: { name: 'made meanwhile' } })
      await page.getByText('Snapshot “made meanwhile”').first().waitFor()
      await page.getByLabel('Filter the log').fill('MEANWHILE')
      await page.getByText(`of ${lines.length + 1} lines`).waitFor()
      expect(await actions.allTextContents()).toEqual(
        (await actions.allTextContents()).filter((text) => text.includes('made meanwhile')),
      )
      await page.getByLabel('Level').selectOption('error')
      await page.getByText('No line matches.').waitFor()
      await page.context().close()
    }
  })

  test('[R5] the savings are what the calls would have been sent, in tokens and by own prices, and what each rule freed', async () => {
    const { input, rules } = await session.call('readSavings', {})
    const { whole, newest, sent } = input
    expect([input.calls, rules.length > 0]).toEqual([CALLS, true])
    expect(whole.tokens).toBeGreaterThan(sent.tokens)
    for (const look of LOOKS) {
      const opened = await open('savings', look)
      const { page } = opened
      const line = page.getByRole('row', { name: /^Input tokens/ })
      const figures = [whole.tokens, newest.tokens, sent.tokens, whole.tokens - sent.tokens].map(english)
      await expect.poll(() => line.getByRole('cell').allTextContents()).toEqual(figures)
      // Prices are those of the person, and stay.
      await page.getByLabel('input', { exact: true }).fill('10')
      await page.getByLabel('cached input').fill('1')
      const price = ({ tokens, cached }: typeof whole) => ((tokens - cached) * 10 + cached) / 1e6
      const money = [price(whole), price(newest), price(sent), price(whole) - price(sent)].map((value) =>
        value.toFixed(2),
      )
      await expect
        .poll(() =>
          page
            .getByRole('row', { name: /^Price/ })
            .getByRole('cell')
            .allTextContents(),
        )
        .toEqual(money)
      await page.getByText(`of ${english(input.calls)} calls, the whole history was larger`).waitFor()
      expect(await page.locator('.notes b').textContent()).toBe(english(input.callsBeyondLimit))
      const rows = await page.locator('.rule-table tbody tr').allTextContents()
      const expected = rules.toSorted((a, b) => b.saved - a.saved)
      expect(rows).toHaveLength(rules.length)
      for (const [index, rule] of expected.entries()) {
        expect(rows[index]).toContain(rule.rule)
        expect(rows[index]).toContain(`${english(rule.tokensBefore)}${english(rule.tokensAfter)}${english(rule.saved)}`)
      }
      expect(await viewFaults(opened)).toEqual([])
      await page.context().close()
    }
  })
})

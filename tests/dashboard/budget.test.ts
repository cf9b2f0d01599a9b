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
import { startDaemon, type Daemon } from '../support/daemon.js'
import { appendReal, realMessages, replayedSession } from '../support/replayed-session.js'
import type { TestSession } from '../support/session.js'
import { CUT_WORDS } from '../../dashboard/src/parts/words.js'
import type { Entry } from '../../dashboard/src/strip/cells.js'

interface CutEvent {
  at: string
  data: { kind: keyof typeof CUT_WORDS; reason: string; version: number; tokensBefore: number; tokensAfter: number }
}

const english = (count: number) => count.toLocaleString('en-US')

describe.skipIf(!hasChromium)('budget and cuts of a replayed session', () => {
  let [daemon, browser, session]: [Daemon, Browser, TestSession] = [undefined!, undefined!, undefined!]
  beforeAll(async () => {
    ;[daemon, browser] = [await startDaemon({ works: true }), await sharedChromium()]
    session = await replayedSession(daemon, 60)
    await session.compressionEnded()
  })
  afterAll(async () => {
    await closePages(browser)
    await daemon?.stop()
  })

  const cutsOf = async ({ id }: TestSession): Promise<CutEvent[]> => {
    const query = { sessionId: id, types: 'context-rewritten', limit: 500 }
    return (await daemon.client.call('readEvents', { query })).events as CutEvent[]
  }
  /** Returns a cut that masked messages which were whole before. */
  const maskingCut = async () => {
    for (const { data: cut } of await cutsOf(session)) {
      const report = await session.call('readCut', { params: { version: `${cut.version}` } })
      const [before, after] = [report.before.entries as Entry[], report.after.entries as Entry[]]
      const wasRaw = new Set(before.filter(({ state }) => state === 'raw').map(({ seq }) => seq))
      const masked = after.filter(({ state, seq }) => state === 'reduced' && wasRaw.has(seq))
      if (cut.kind === 'mask' && masked.length > 0) return { cut, report, masked }
    }
    throw new Error('no cut masked a message that was whole')
  }
  const open = async (tab: string, { id }: TestSession = session, options = {}) => {
    const opened = await openDashboard(browser, daemon.url, options)
    await untilLive(opened.page)
    await opened.page.evaluate(`location.hash = '#/sessions/${id}/${tab}'`)
    return opened
  }
  const chart = (page: Page) => page.getByRole('slider', { name: 'Budget over time' })
  const cutRows = (page: Page) => page.locator('.cut-table tbody tr')

  test('[11] [P12] the table of the chart has every cut of the session, with what a prompt cache keeps', async () => {
    const cuts = await cutsOf(session)
    expect(cuts.length).toBeGreaterThan(3)
    const { page, faults } = await open('budget')
    await expect.poll(() => cutRows(page).count()).toBe(cuts.length)
    await page.getByText('…', { exact: true }).first().waitFor({ state: 'detached' })
    const rows = await cutRows(page).allInnerTexts()
    const expected = await Promise.all(
      cuts.toReversed().map(async ({ data }) => {
        const report = await session.call('readCut', { params: { version: `${data.version}` } })
        const share = Math.round((100 * report.unchanged.tokens) / report.after.tokens)
        return [CUT_WORDS[data.kind], data.reason, english(data.tokensBefore), english(data.tokensAfter), `${share}%`]
      }),
    )
    expect(
      rows.map((row) =>
        row
          .split('\t')
          .slice(1, 6)
          .map((cell) => cell.trim()),
      ),
    ).toEqual(expected)
    expect(faults).toEqual([])
    await page.context().close()
  })

  test('[10] keys move the cursor over the chart, from cut to cut too, and the card says what, why and how much', async () => {
    const cuts = await cutsOf(session)
    const first = cuts[0]!.data
    const { page, faults } = await open('budget')
    const card = page.getByRole('region', { name: 'At the cursor' })
    await expect.poll(() => cutRows(page).count()).toBe(cuts.length)
    const position = () => chart(page).getAttribute('aria-valuenow')
    await chart(page).focus()
    await page.keyboard.press('Home')
    await expect.poll(position).toBe('1')
    const text = `${CUT_WORDS[first.kind]}: ${first.reason}, ${english(first.tokensBefore)} → ${english(first.tokensAfter)} tokens`
    await page.keyboard.press('PageUp')
    await card.getByText(text).waitFor()
    await page.keyboard.press('PageUp')
    await card.getByText(text).waitFor({ state: 'detached' })
    await page.keyboard.press('PageDown')
    await card.getByText(text).waitFor()
    expect(await chart(page).getAttribute('aria-valuetext')).toContain(text)
    await page.keyboard.press('End')
    const end = (await chart(page).getAttribute('aria-valuemax'))!
    await expect.poll(position).toBe(end)
    await page.getByRole('button', { name: 'By time' }).click()
    await chart(page).hover({ position: { x: 300, y: 100 } })
    await expect.poll(position).not.toBe(end)
    await page.getByText('The chart as a table').click()
    const [newest] = await page.locator('.twin').nth(1).locator('tbody tr').allInnerTexts()
    expect(newest).toContain(english((await session.contextStatus()).limit))
    expect(faults).toEqual([])
    await page.context().close()
  })

  test('[R3] a cut shows both contexts entry by entry, and opens the original of a message', async () => {
    const { cut, report, masked } = await maskingCut()
    const { page, faults } = await open('budget')
    await page
      .getByRole('row', { name: english(cut.tokensBefore) })
      .getByRole('link', { name: CUT_WORDS.mask })
      .first()
      .click()
    await page.getByRole('heading', { name: `${CUT_WORDS.mask}: ${cut.reason}` }).waitFor()
    await page
      .getByText(`keeps ${english(report.unchanged.tokens)} of ${english(report.after.tokens)} tokens`)
      .waitFor()
    const foot = page.locator('.diff tfoot')
    expect(await foot.innerText()).toContain(`${report.before.entries.length} → ${report.after.entries.length} entries`)
    expect(await foot.innerText()).toContain(english(report.before.tokens))
    for (const { seq, tokens } of masked) {
      const row = page.locator('.diff .changed tr').filter({ hasText: new RegExp(`#${seq}\\b`) })
      expect(await row.innerText()).toContain(english(tokens))
    }
    await page.getByRole('button', { name: new RegExp(`^#${masked[0]!.seq}\\b`) }).click()
    await page.getByRole('article', { name: `Message ${masked[0]!.seq}`, exact: true }).waitFor()
    expect(faults).toEqual([])
    await page.context().close()
  })

  test('[10] the axis of the chart is as wide as its labels', async () => {
    const large = await daemon.openSession({ externalId: 'large', contextSize: 2_000_000 })
    // Less than 1% of the limit would make no point of the chart.
    await large.append([{ role: 'user', content: 'word '.repeat(30_000) }])
    const left = async (page: Page) => {
      await page.locator('.budget-chart .u-over').first().waitFor()
      return (
        (await page.locator('.budget-chart .u-over').first().boundingBox())!.x - (await chart(page).boundingBox())!.x
      )
    }
    const [small, wide] = [await open('budget'), await open('budget', large)]
    // `2,000,000` has three more characters than `10,000`, of 6 to 7 px each.
    expect(await left(wide.page)).toBeGreaterThan(70)
    expect(await left(small.page)).toBeLessThan(66)
    for (const { page } of [small, wide]) await page.context().close()
  })

  test('[11] a conversation that is being replayed is watched live: its points and cuts appear', async () => {
    const watched = await daemon.openSession({ externalId: 'watched', contextSize: '4K' })
    const { page, faults } = await open('budget', watched)
    await page.getByText('Nothing recorded yet.').waitFor()
    await appendReal(watched, realMessages().slice(0, 30))
    await watched.compressionEnded()
    const cuts = await cutsOf(watched)
    expect(cuts.length).toBeGreaterThan(0)
    await expect.poll(() => cutRows(page).count()).toBe(cuts.length)
    await page.getByRole('link', { name: 'Cuts' }).click()
    await page.getByText('A prompt cache keeps').waitFor()
    expect(faults).toEqual([])
    await page.context().close()
  })

  test('[10] light, dark, wide and phone have no serious fault and nothing beside the page', async () => {
    for (const look of WIDTHS) {
      const opened = await open('budget', session, look)
      const { page } = opened
      await cutRows(page).first().waitFor()
      await expectSoundColors(opened)
      await page.getByRole('link', { name: 'Cuts' }).click()
      await page.getByText('A prompt cache keeps').waitFor()
      await expectSoundColors(opened)
      await page.context().close()
    }
  })

  test('[10] a session without messages, and a cut that does not exist, get plain words', async () => {
    const empty = await daemon.openSession({ externalId: 'nothing yet' })
    const { page } = await open('cuts', empty)
    await page.getByText('No cuts yet.').waitFor()
    await page.evaluate(`location.hash = '#/sessions/${session.id}/cuts/999999'`)
    await page.getByRole('alert').filter({ hasText: 'No cut of this session made version 999999' }).waitFor()
    await page.context().close()
  })
})

import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closePages, hasChromium, openDashboard, axeFaults, sharedChromium, untilLive } from '../support/browser.js'
import { talk } from '../support/coding-talk.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import type { TestSession } from '../support/session.js'

describe.skipIf(!hasChromium)('a session in the dashboard', () => {
  let [daemon, browser]: [Daemon, Browser] = [undefined!, undefined!]
  let session: TestSession
  beforeAll(async () => {
    ;[daemon, browser] = [await startDaemon({ works: true }), await sharedChromium()]
    session = await daemon.openSession({ externalId: 'coding', contextSize: '8K', goal: 'Keep the build green' })
    await session.append(talk(14))
    await session.compress({ strategy: 'extractive' })
    await session.append(talk(6, 15))
    await session.compress({ strategy: 'extractive' })
    await session.compressionEnded()
  })
  afterAll(async () => {
    await closePages(browser)
    await daemon?.stop()
  })

  const open = async (tab: string, options = {}) => {
    const opened = await openDashboard(browser, daemon.url, options)
    await untilLive(opened.page)
    await opened.page.evaluate(`location.hash = '#/sessions/${session.id}/${tab}'`)
    await opened.page.getByRole('heading', { name: 'coding', level: 1 }).waitFor()
    return opened
  }
  const cellAt = (page: Page) => page.getByRole('slider', { name: 'Messages of the session' })

  test('[P2] the strip shows every message in the state that the history reports, as cells and as a table', async () => {
    const history = await session.history()
    const { page, faults } = await open('strip')
    await page.getByText('The messages as a table').click()
    const rows = await page.locator('.twin tbody tr').allTextContents()
    const shown = new Map<number, string>()
    for (const row of rows) {
      const [, from, to = from, state] = /^(\d+)(?: to (\d+))?(Whole|Shortened|Checkpoint|Left out|Came later)/.exec(
        row,
      )!
      for (let seq = Number(from); seq <= Number(to); seq++) shown.set(seq, state!)
    }
    const TITLES = { raw: 'Whole', reduced: 'Shortened', covered: 'Checkpoint', evicted: 'Left out' }
    expect([...shown]).toEqual(history.map(({ seq, state }) => [seq, TITLES[state]]))
    expect(new Set(shown.values()).size).toBeGreaterThan(1)
    expect(await axeFaults(page)).toEqual([])
    expect(faults).toEqual([])
    await page.context().close()
  })

  test('[10] keys move the cursor, Enter and a click read the original', async () => {
    const history = await session.history()
    const { page } = await open('strip')
    await cellAt(page).focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    expect(await cellAt(page).getAttribute('aria-valuenow')).toBe('2')
    await page.keyboard.press('Enter')
    const original = page.getByRole('article', { name: 'Message 2', exact: true })
    await original.getByText(`${history[1]!.tokens} tokens`).waitFor()
    await page.locator('.strip canvas').click({ position: { x: 6, y: 8 } })
    await page.getByRole('article', { name: 'Message 1', exact: true }).waitFor()
    expect(await page.getByRole('article').textContent()).toContain(String(history[0]!.message.content).slice(0, 40))
    await page.context().close()
  })

  test('[P2] a message is found by its number, and the page says whether it is in the context, and what replaced it', async () => {
    const history = await session.history()
    const { page } = await open('strip')
    const goTo = page.getByLabel('Go to message')
    for (const [state, words] of [
      ['covered', /^Not in the context: checkpoint \d+ replaced it/],
      ['raw', /^In the context, whole: /],
    ] as const) {
      const { seq } = history.find((one) => one.state === state)!
      await goTo.fill(String(seq))
      await goTo.press('Enter')
      await page.getByRole('article', { name: `Message ${seq}`, exact: true }).waitFor()
      expect(await page.locator('.whereabouts').innerText()).toMatch(words)
    }
    const { seq } = history.find(({ state }) => state === 'covered')!
    await goTo.fill(String(seq))
    await goTo.press('Enter')
    await page.getByRole('link', { name: 'What the checkpoint says instead' }).click()
    await page.getByRole('heading', { name: /^Checkpoint \d+$/ }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.context().close()
  })

  test('[10] scrubbing shows the context of that moment in head and original, and entry by entry; Now returns', async () => {
    const at = 12
    const then = await session.context('native', { at, explain: true })
    const { page, faults } = await open('strip')
    await page.getByRole('slider', { name: 'Moment' }).fill(String(at))
    await page.getByRole('heading', { name: `Context at message ${at}` }).waitFor()
    await page.getByText(`Later ${(await session.read()).messageCount - at}`).waitFor()
    // The head and the original show the same moment.
    const head = page.locator('.session-head')
    await head.getByText(`at message ${at}`).waitFor()
    expect(await head.locator('.used-line strong').textContent()).toBe(then.tokens.toLocaleString('en-US'))
    await cellAt(page).focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    const [, , was] = /^Message (2): ([a-z, -]+)/.exec((await cellAt(page).getAttribute('aria-valuetext'))!)!
    expect((await session.history())[1]!.state).toBe('covered')
    await page.keyboard.press('Enter')
    const state = page.getByRole('article', { name: 'Message 2', exact: true }).locator('.tag').first()
    await expect.poll(() => state.textContent()).toBe(was)
    expect(was).toBe('whole')
    await page.getByRole('button', { name: 'Now', exact: true }).click()
    await page.getByRole('heading', { name: 'Context now' }).waitFor()
    await expect.poll(() => state.textContent()).toBe('behind a checkpoint')
    const { used } = await session.contextStatus()
    expect(await head.locator('.used-line strong').textContent()).toBe(used.toLocaleString('en-US'))
    await page.getByRole('slider', { name: 'Moment' }).fill(String(at))
    await page.getByRole('link', { name: 'Read this context' }).click()
    const foot = page.locator('.prompt-list tfoot')
    await foot.getByText(`${then.entries!.length} entries`).waitFor()
    expect(await foot.textContent()).toContain(then.tokens.toLocaleString('en-US'))
    await head.getByText(`at message ${at}`).waitFor()
    expect(faults).toEqual([])
    await page.context().close()
  })

  test('[10] the strip is saved as an SVG with one cell per message', async () => {
    const { page } = await open('strip')
    const started = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as SVG' }).click()
    const svg = await readFile(await (await started).path(), 'utf8')
    const parsed = await page.evaluate(
      `(() => { const svg = new DOMParser().parseFromString(${JSON.stringify(svg)}, 'image/svg+xml'); return [svg.querySelectorAll('parsererror').length, svg.querySelectorAll('use').length] })()`,
    )
    expect(parsed).toEqual([0, (await session.read()).messageCount])
    await page.context().close()
  })

  test('[10] the context lists the entries of explain; a checkpoint opens beside its originals', async () => {
    const { entries, tokens } = (await session.explain()) as unknown as { entries: unknown[]; tokens: number }
    const [checkpoint] = (await session.checkpoints()).toSorted((a, b) => a.range.from - b.range.from)
    for (const options of [{}, { colorScheme: 'dark', viewport: { width: 360, height: 740 } }]) {
      const { page, faults } = await open('context', options)
      const foot = page.locator('.prompt-list tfoot')
      await foot.getByText(`${entries.length} entries`).waitFor()
      expect(await foot.textContent()).toContain(tokens.toLocaleString('en-US'))
      expect(await axeFaults(page)).toEqual([])
      await page.getByRole('link', { name: 'Memory', exact: true }).click()
      await page.getByRole('button', { name: `messages ${checkpoint!.range.from} to` }).click()
      await page.getByText(checkpoint!.lines[0]!.text.split('\n')[0]!).first().waitFor()
      const first = checkpoint!.covered[0]!.from
      await page.getByRole('article', { name: `Message ${first}`, exact: true }).waitFor()
      expect(await axeFaults(page)).toEqual([])
      await page.getByRole('link', { name: 'Goals and ledger' }).click()
      await page.getByText('Keep the build green').waitFor()
      expect(await axeFaults(page)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      expect(faults).toEqual([])
      await page.context().close()
    }
  })

  test('[11] a message appended elsewhere becomes a cell; a session that does not exist says so', async () => {
    const { page } = await open('strip')
    const { messageCount } = await session.read()
    await session.append([{ role: 'user', content: 'One more thing.' }])
    await page
      .locator(`[role=slider][aria-valuemax="${messageCount + 1}"]`)
      .first()
      .waitFor()
    await page.evaluate(`location.hash = '#/sessions/ses_none/strip'`)
    await page.getByRole('alert').filter({ hasText: 'ses_none' }).waitFor()
    await page.context().close()
  })

  test('[10] a strip of 10,000 messages is drawn in 100 ms', async () => {
    const { page } = await openDashboard(browser, daemon.url)
    await untilLive(page)
    const states = ['raw', 'reduced'] as const
    const entries = Array.from({ length: 10_000 }, (_, index) => {
      const named = { kind: 'message', seq: index + 1, role: 'user', state: states[index % 2] }
      return { ...named, tokens: 1, rule: 'C2', reason: 'not compressed', human: index % 3 === 0 }
    })
    const change = (path: string, more: object) =>
      page.route(`**/v1/sessions/${session.id}${path}`, async (route) => {
        const reply = await route.fetch()
        await route.fulfill({ json: { ...((await reply.json()) as object), ...more } })
      })
    await change('', { messageCount: 10_000 })
    await change('/explain', { entries })
    await page.evaluate(`location.hash = '#/sessions/${session.id}/strip'`)
    await page.locator('[role=slider][aria-valuemax="10000"]').first().waitFor()
    await cellAt(page).focus()
    for (let press = 0; press < 30; press++) await page.keyboard.press(press % 2 === 0 ? 'Home' : 'End')
    const measured = `performance.getEntriesByName('strip').map(({ duration }) => duration)`
    await expect.poll(async () => ((await page.evaluate(measured)) as number[]).length).toBeGreaterThan(20)
    const times = ((await page.evaluate(measured)) as number[]).toSorted((a, b) => a - b)
    console.log(`drawing 10,000 cells: ${times.map((ms) => ms.toFixed(0)).join(', ')} ms`)
    // The fastest, because other programs interrupt the others: what the drawing itself takes.
    expect(times[0]).toBeLessThan(100)
    await page.context().close()
  })
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { indexPending } from '../../src/app/search/index-messages.js'
import {
  closePages,
  expectSoundColors,
  hasChromium,
  openView,
  sharedChromium,
  showView,
  WIDTHS,
} from '../support/browser.js'
import { talk } from '../support/coding-talk.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import type { TestSession } from '../support/session.js'

const TOOL = { type: 'function', function: { name: 'find_violin', parameters: { type: 'object' } } }
const FACT = 'Your sister Odalys keeps her violin in the blue cabinet at Varkaus.'

describe.skipIf(!hasChromium)('the text that the model gets', () => {
  let [daemon, browser]: [Daemon, Browser] = [undefined!, undefined!]
  let session: TestSession
  let asked: number
  beforeAll(async () => {
    ;[daemon, browser] = [await startDaemon({ env: { RECALL_MS: '60000' } }), await sharedChromium()]
    session = await daemon.openSession({
      ...{ externalId: 'violin', contextSize: '8K', policy: { makeRoom: 'evict' } },
      ...{ systemPrompt: 'Answer in one sentence.', tools: [TOOL], goal: 'Find the violin' },
    })
    const { goals } = await session.goals()
    const decision = { kind: 'decision', text: 'Never sell the violin', locked: true } as const
    await session.call('addGoalItem', { params: { goalId: goals[0]!.id }, body: decision })
    await session.append([
      { role: 'user', content: 'Hello there.' },
      { role: 'assistant', content: FACT },
      { role: 'user', content: 'What else?' },
    ])
    for (let turn = 0; turn < 40; turn++) {
      const words = Array.from({ length: 60 }, (_, at) => `detail ${turn}-${at}`).join(', ')
      await session.append([
        { role: 'assistant', content: `About the harbor: ${words}.` },
        { role: 'user', content: `Go on with the harbor, part ${turn}.` },
      ])
    }
    await session.append([{ role: 'assistant', content: 'That is all.' }])
    await indexPending(daemon.ports)
    await session.append([{ role: 'user', content: 'Where does Odalys keep her violin?' }])
    await session.context('openai')
    asked = (await session.read()).messageCount
  })
  afterAll(async () => {
    await closePages(browser)
    await daemon?.stop()
  })
  const at = (rest: string) => `#/sessions/${session.id}/${rest}`

  test('[P4] [M7] it has prompt, goals, locks and tools as sent, and the recalled words before the question, with their source', async () => {
    for (const look of WIDTHS) {
      const opened = await openView(browser, daemon.url, { hash: at('context'), ...look })
      const { page, faults } = opened
      await page.getByRole('button', { name: 'Text the model gets' }).click()
      const { system } = await session.context('native')
      const systemCard = page.getByRole('article', { name: 'System: system prompt, goals and locked decisions' })
      expect(await systemCard.locator('pre').textContent()).toBe(system)
      expect(system).toContain('Never sell the violin')
      expect(await page.getByRole('article', { name: 'Tools' }).locator('pre').textContent()).toContain('find_violin')
      await page.getByRole('button', { name: /^Show \d+ more$/ }).click()
      const names = await page
        .getByRole('article')
        .evaluateAll((all) => (all as unknown as { ariaLabel: string }[]).map(({ ariaLabel }) => ariaLabel))
      expect(names.slice(0, 2)).toEqual([expect.stringMatching(/^System/), 'Tools'])
      expect(names.slice(-2)).toEqual([`Recalled for #${asked}`, `#${asked} user`])
      const recalled = page.getByRole('article', { name: `Recalled for #${asked}` })
      expect(await recalled.locator('pre').textContent()).toContain(FACT)
      await recalled.getByText(`Found by the words of message ${asked}`).waitFor()
      await expectSoundColors(opened)
      await recalled.getByRole('link', { name: 'Read message 2' }).click()
      await page.getByRole('article', { name: 'Message 2', exact: true }).getByText(FACT).waitFor()
      expect(faults).toEqual([])
      await page.context().close()
    }
  })

  test('[10] each row of the entries begins with the text that is sent, and reading them changes nothing', async () => {
    const before = await session.read()
    const { page, faults } = await openView(browser, daemon.url, { hash: at('context') })
    const row = page.getByRole('row').filter({ hasText: `#${asked} user` })
    await row.filter({ hasText: 'Where does Odalys keep her violin?' }).first().waitFor()
    await page.getByRole('row').filter({ hasText: 'System prompt' }).getByText('Answer in one sentence.').waitFor()
    const { entries } = (await session.explain()) as unknown as { entries: unknown[] }
    await page.locator('.receipt tfoot').getByText(`${entries.length} entries`).waitFor()
    expect((await session.read()).version).toBe(before.version)
    expect(faults).toEqual([])
    await page.context().close()
  })

  test('[10] reading a context that is over its limit, or whose question is not answered yet, leaves both to the app', async () => {
    const over = await daemon.openSession({ externalId: 'over', contextSize: '2K', preset: 'off' })
    for (let turn = 0; turn < 12; turn++) await over.append(talk(1, turn))
    const { version, contextStatus } = await over.read()
    expect(contextStatus.waiting).toBeGreaterThan(0)
    const { page } = await openView(browser, daemon.url, { hash: `#/sessions/${over.id}/context` })
    await page.locator('.session-head').getByText('Over; shrinks at the next read').waitFor()
    await page.getByRole('button', { name: 'Text the model gets' }).click()
    await page.getByText('The next read shrinks it first.').waitFor()
    expect((await over.read()).version).toBe(version)
    await over.context('openai')
    await page.locator('.session-head').getByText('Over;').waitFor({ state: 'detached' })
    await page.context().close()
  })

  test('[M7] the strip marks the message before which words are recalled, lists the block, and opens its sources', async () => {
    const { page, faults } = await openView(browser, daemon.url, { hash: at('strip') })
    await page.getByRole('slider', { name: 'Messages of the session' }).focus()
    await page.keyboard.press('End')
    const cell = page.getByRole('slider', { name: 'Messages of the session' })
    await expect.poll(() => cell.getAttribute('aria-valuetext')).toContain('earlier words recalled before it')
    await page.getByRole('button', { name: `Recalled for #${asked}` }).click()
    const sources = page.getByRole('article', { name: `Recalled for message ${asked}` })
    await sources.getByText(FACT).waitFor()
    expect(await sources.getByRole('link', { name: 'Read message 2' }).getAttribute('href')).toBe(at('strip/2'))
    expect(faults).toEqual([])
    await page.context().close()
  })

  test('[M7] the budget bar has the recalled words as a kind of their own, and its kinds add up', async () => {
    const { breakdown, used } = await session.contextStatus()
    expect(breakdown.recall).toBeGreaterThan(0)
    const { page } = await openView(browser, daemon.url, { hash: at('strip') })
    const rows = page.locator('.budget-key > div')
    await rows.filter({ hasText: 'Recalled' }).getByText(String(breakdown.recall)).waitFor()
    const numbers = (await rows.locator('dd').allTextContents())
      .slice(0, 7)
      .map((text) => Number(text.replace(/,/g, '')))
    expect(numbers.reduce((sum, tokens) => sum + tokens, 0)).toBe(used)
    await page.context().close()
  })

  test('[10] a text is copied as it is sent, and the page says so', async () => {
    const { page } = await openView(browser, daemon.url, {
      ...{ hash: at('context'), permissions: ['clipboard-read', 'clipboard-write'] },
    })
    await page.getByRole('button', { name: 'Text the model gets' }).click()
    const card = page.getByRole('article', { name: /^System/ })
    await card.getByRole('button', { name: /^Copy/ }).click()
    await card.getByText('Copied', { exact: true }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe((await session.context('native')).system)
    await showView(page, '#/')
    await expect.poll(() => page.title()).toBe('Sessions · Palimpsest')
    await showView(page, at('budget'))
    await expect.poll(() => page.title()).toBe('Budget · violin · Palimpsest')
    await page.context().close()
  })
})

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

describe.skipIf(!hasChromium)('the context as the prompt', () => {
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

  test('[P4] [M7] it is one list in prompt order, and a row opens in place with sent text and source', async () => {
    for (const look of WIDTHS) {
      const opened = await openView(browser, daemon.url, { hash: at('context'), ...look })
      const { page, faults } = opened
      const list = page.locator('.prompt-list')
      const { system, tokens } = await session.context('native')
      await list.locator('tfoot').getByText(tokens.toLocaleString('en-US')).waitFor()
      const names = await list.locator('.entry a').allTextContents()
      expect(names.slice(0, 3)).toEqual(['System prompt', 'Goals and locked decisions', 'Tools'])
      expect(names.slice(-2)).toEqual([`Recalled for #${asked}`, `#${asked} user`])
      await expectSoundColors(opened)
      await list.getByRole('link', { name: 'Goals and locked decisions' }).click()
      const goals = page.getByRole('article', { name: 'Sent: Goals and locked decisions' })
      const sent = (await goals.locator('pre').textContent())!
      expect(system).toContain(sent)
      expect(sent).toContain('Never sell the violin')
      await list.getByRole('link', { name: `Recalled for #${asked}` }).click()
      await list.getByText('recalled from message 2', { exact: true }).first().waitFor()
      const recalled = page.getByRole('article', { name: `Sent: Recalled for #${asked}` })
      expect(await recalled.locator('pre').textContent()).toContain(FACT)
      await page.getByText(`Found by the words of message ${asked}`).waitFor()
      expect(await page.evaluate('location.hash')).toBe(at(`context/recall-${asked}`))
      await expectSoundColors(opened)
      await page.getByRole('link', { name: 'Read message 2' }).click()
      await page.getByRole('article', { name: 'Message 2', exact: true }).getByText(FACT).waitFor()
      expect(faults).toEqual([])
      await page.context().close()
    }
  })

  test('[10] each row has role, text, tokens, state and the meaning of its rule; reading them changes nothing', async () => {
    const before = await session.read()
    const { page, faults } = await openView(browser, daemon.url, { hash: at('context') })
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: `#${asked} user`, exact: true }) })
    await row.getByText('Where does Odalys keep her violin?').waitFor()
    await row.getByText('kept whole').waitFor()
    expect(await row.locator('abbr').getAttribute('title')).toMatch(/human words.*byte for byte/)
    await row.getByRole('link').click()
    await page.getByRole('article', { name: `Sent: #${asked} user` }).waitFor()
    // The reason is in the row; the opened row adds what the rule means.
    const why = (await row.locator('.why').innerText()).replace(/ \w+$/, '')
    const opened = await page.locator('.opened-row').innerText()
    expect(opened).toContain('byte for byte')
    expect(opened).not.toContain(why)
    const { entries } = (await session.explain()) as unknown as { entries: unknown[] }
    await page.locator('.prompt-list tfoot').getByText(`${entries.length} entries`).waitFor()
    expect((await session.read()).version).toBe(before.version)
    expect(faults).toEqual([])
    await page.context().close()
  })

  test('[10] the context is copied as the request that each provider takes', async () => {
    const { page } = await openView(browser, daemon.url, {
      ...{ hash: at('context'), permissions: ['clipboard-read', 'clipboard-write'] },
    })
    for (const format of ['openai', 'anthropic', 'ollama'] as const) {
      const name = { openai: 'OpenAI', anthropic: 'Anthropic', ollama: 'Ollama' }[format]
      const button = page.getByRole('button', { name: `Copy the context as ${name} JSON` })
      await button.click()
      await page.locator('.copy').filter({ has: button }).getByText('Copied').waitFor()
      const copied = JSON.parse(await page.evaluate<string>('navigator.clipboard.readText()')) as object
      const { messages, system, tools } = (await session.context(format)) as Record<string, unknown>
      expect(copied).toMatchObject({ messages, tools, ...(system !== undefined && { system }) })
      expect(Object.keys(copied)).not.toContain('contextStatus')
      expect('options' in copied).toBe(format === 'ollama')
    }
    await page.context().close()
  })

  test('[10] reading a context that is over its limit, or whose question is not answered yet, leaves both to the app', async () => {
    const over = await daemon.openSession({ externalId: 'over', contextSize: '2K', preset: 'off' })
    for (let turn = 0; turn < 12; turn++) await over.append(talk(1, turn))
    const { version, contextStatus } = await over.read()
    expect(contextStatus.waiting).toBeGreaterThan(0)
    const { page } = await openView(browser, daemon.url, { hash: `#/sessions/${over.id}/context` })
    await page.locator('.session-head').getByText('Over; shrinks at the next read').waitFor()
    await page.getByText('The next read shrinks it first.').waitFor()
    expect((await over.read()).version).toBe(version)
    await over.context('openai')
    await page.locator('.session-head').getByText('Over;').waitFor({ state: 'detached' })
    await page.context().close()
  })

  test('[M7] the strip marks the message before which words are recalled, and opens its sources', async () => {
    const { page, faults } = await openView(browser, daemon.url, { hash: at('strip') })
    await page.getByRole('slider', { name: 'Messages of the session' }).focus()
    await page.keyboard.press('End')
    const cell = page.getByRole('slider', { name: 'Messages of the session' })
    await expect.poll(() => cell.getAttribute('aria-valuetext')).toContain('earlier words recalled before it')
    await page.keyboard.press('Enter')
    const sources = page.getByRole('region', { name: `Recalled for message ${asked}` })
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
    // What is free, and where a compression starts, is no content. A kind without content has no row.
    const kinds = rows.filter({ hasNotText: /^ ?(Free|Compression)/ })
    const numbers = (await kinds.locator('dd').allTextContents()).map((text) => Number(text.replace(/,/g, '')))
    expect(numbers).not.toContain(0)
    expect(numbers.reduce((sum, tokens) => sum + tokens, 0)).toBe(used)
    await page.context().close()
  })

  test('[10] a text is copied as it is sent, and the page says so', async () => {
    const { page } = await openView(browser, daemon.url, {
      ...{ hash: at('context'), permissions: ['clipboard-read', 'clipboard-write'] },
    })
    await page.getByRole('link', { name: 'System prompt' }).click()
    const card = page.getByRole('article', { name: 'Sent: System prompt' })
    await card.getByRole('button', { name: /^Copy/ }).click()
    await card.getByText('Copied', { exact: true }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('Answer in one sentence.')
    await showView(page, '#/')
    await expect.poll(() => page.title()).toBe('Sessions · Palimpsest')
    await showView(page, at('budget'))
    await expect.poll(() => page.title()).toBe('Over time · violin · Palimpsest')
    await page.context().close()
  })
})

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CONDITIONS, conditionOf } from '../../dashboard/src/context/condition.js'
import { scriptedOllama, type ScriptedOllama } from '../../testing/scripted-ollama.js'
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

describe.skipIf(!hasChromium)('health and compressions in the dashboard', () => {
  let [daemon, browser, ollama]: [Daemon, Browser, ScriptedOllama] = [undefined!, undefined!, undefined!]
  beforeAll(async () => {
    ollama = await scriptedOllama({ scenario: 'honest', contextLength: 8_192 })
    daemon = await startDaemon({ works: true, env: { OLLAMA_HOST: ollama.url, SUMMARY_MODEL: 'qwen2.5:7b' } })
    browser = await sharedChromium()
    const session = await daemon.openSession({ externalId: 'summarized', contextSize: '8K' })
    await session.append(talk(14))
    await session.compress({ strategy: 'auto' })
    await session.compressionEnded()
  })
  afterAll(async () => {
    await closePages(browser)
    await daemon?.stop()
    await ollama?.close()
  })

  const open = async (options = {}) => {
    const opened = await openDashboard(browser, daemon.url, options)
    await untilLive(opened.page)
    await opened.page.getByRole('link', { name: 'Health' }).click()
    return opened
  }
  const card = (page: Page, name: string) => page.getByRole('region', { name })

  test('[P2] the audit says how many messages are lost, of how many', async () => {
    const other = await daemon.openSession({ externalId: 'other', contextSize: '8K' })
    await other.append(talk(2))
    const { sessions } = await daemon.client.call('listSessions', { query: { limit: 200 } })
    const messages = sessions.reduce((sum, { messageCount }) => sum + messageCount, 0)
    const { page, faults } = await open()
    await card(page, 'Audit').getByText(`✓ 0 lost of ${messages} messages`).waitFor()
    await card(page, 'Audit').getByText(`${sessions.length} of ${sessions.length} sessions`).waitFor()
    await page.getByRole('button', { name: `Audit all sessions (${sessions.length})` }).click()
    await card(page, 'Audit').getByText(`✓ 0 lost of ${messages} messages`).waitFor()
    expect(faults).toEqual([])
    await page.context().close()
  })

  test('[P2] the audit repeats a session that changed meanwhile, and counts only what it recomputed', async () => {
    const { sessions } = await daemon.client.call('listSessions', { query: { limit: 200 } })
    const refusal = { type: 'about:blank', title: 'Changed', status: 412, code: 'version_mismatch', errors: [] }
    for (const [refusals, audited, words] of [
      [1, sessions.length, 'recomputed'],
      [Infinity, sessions.length - 1, '1 changed during every attempt'],
    ] as const) {
      const { page } = await openDashboard(browser, daemon.url)
      await untilLive(page)
      let left: number = refusals
      await page.route(`**/v1/sessions/${sessions[0]!.id}/audit`, (route) =>
        left-- > 0 ? route.fulfill({ status: 412, json: { ...refusal, detail: 'It changed.' } }) : route.continue(),
      )
      await page.getByRole('link', { name: 'Health' }).click()
      await card(page, 'Audit')
        .getByText(`${audited} of ${sessions.length} sessions`)
        .filter({ hasText: words })
        .waitFor()
      await expect.poll(() => card(page, 'Audit').getByRole('button', { name: 'Audit all' }).isEnabled()).toBe(true)
      await page.context().close()
    }
  })

  test('[V8] queue, model server, record of the model and size of the store are those of the API', async () => {
    const models = await daemon.client.call('listModels', {})
    const { name, record } = models.models.find((model) => model.record !== null)!
    const { page, faults } = await open()
    await card(page, 'Daemon').getByText('✓ yes').waitFor()
    await card(page, 'Queue').getByRole('row', { name: 'compression' }).waitFor()
    expect(await card(page, 'Queue').getByRole('row').count()).toBe(4)
    await card(page, 'Model server').getByText(models.server.name).waitFor()
    await card(page, 'Model server').getByText('✓ calls allowed').first().waitFor()
    const row = page.locator('.models tbody tr').filter({ hasText: name })
    expect(await row.innerText()).toContain(`${record!.spans.accepted} of ${record!.spans.asked}`)
    await card(page, 'Store').getByText('in the database').waitFor()
    const { usage } = await daemon.client.call('getApp', { params: { appId: 'default' } })
    expect(await card(page, 'Store').getByRole('row', { name: 'default' }).innerText()).toContain(
      String(usage.messages),
    )
    expect(faults).toEqual([])
    await page.context().close()
  })

  test('[Q1a] sessions are counted by the states that the list names, and each count opens them', async () => {
    const { sessions } = await daemon.client.call('listSessions', { query: { limit: 200 } })
    const free = sessions.filter(({ contextStatus }) => conditionOf(contextStatus).kind === 'free').length
    const { page, faults } = await open()
    const states = card(page, 'Sessions by state')
    const counts = async () => (await states.locator('dd').allInnerTexts()).map(Number)
    await expect.poll(async () => (await counts()).reduce((sum, count) => sum + count, 0)).toBe(sessions.length)
    expect(await counts()).toHaveLength(CONDITIONS.length)
    await states
      .getByRole('link', { name: String(free) })
      .first()
      .click()
    await expect.poll(() => page.getByRole('table', { name: 'Sessions' }).getByText('Space left').count()).toBe(free)
    expect(faults).toEqual([])
    await page.context().close()
  })

  test('[P11] an app sees its own sizes, and no jobs of other apps', async () => {
    const { app } = await daemon.newApp()
    const { page, faults } = await open({ key: app })
    await card(page, 'Queue').getByText('Only an admin key sees').waitFor()
    await card(page, 'Store').getByText('Nothing is stored yet.').waitFor()
    await card(page, 'Audit').getByText('No sessions to audit yet.').waitFor()
    const own = await daemon.openSession({ contextSize: '8K' }, { key: app })
    await own.append([{ role: 'user', content: 'Mine.' }], { key: app })
    await card(page, 'Store').getByRole('row').nth(1).waitFor()
    await card(page, 'Audit').getByText('✓ 0 lost of 1 messages').waitFor()
    expect(await card(page, 'Store').getByText('in the database').count()).toBe(0)
    expect(faults).toEqual([])
    await page.context().close()
  })

  test('[10] light, dark, wide and phone have no serious fault', async () => {
    for (const look of WIDTHS) {
      const opened = await open(look)
      const { page } = opened
      await card(page, 'Store').getByText('in the database').waitFor()
      await page.locator('.models').waitFor()
      await expectSoundColors(opened)
      await page.context().close()
    }
  })

  test('[V3] a session shows the stages of its compression under way, and what the model has written so far', async () => {
    ollama.scenario = 'runaway'
    ollama.options.tokenMs = 50
    const session = await daemon.openSession({ externalId: 'under way', contextSize: '8K' })
    const { page, faults } = await open()
    await page.evaluate(`location.hash = '#/sessions/${session.id}'`)
    await page.getByRole('heading', { name: 'under way', level: 1 }).waitFor()
    await session.append(talk(14))
    // It is watched while it runs.
    await session.compress({ strategy: 'auto', waitMs: 0 })
    const stages = page.getByRole('list', { name: 'Compression under way' }).getByRole('listitem')
    await stages.filter({ hasText: /Summarize messages \d+ to \d+: \d+ tokens written/ }).waitFor()
    expect(await stages.count()).toBe(6)
    expect(await stages.nth(2).getAttribute('aria-current')).toBe('step')
    expect(await page.getByRole('button', { name: 'Compressing …' }).isDisabled()).toBe(true)
    expect(faults).toEqual([])
    await page.context().close()
  })
})

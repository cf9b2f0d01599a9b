import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closePages, hasChromium, LOOKS, openView, sharedChromium, viewFaults } from '../support/browser.js'
import { talk } from '../support/coding-talk.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import type { TestSession } from '../support/session.js'

describe.skipIf(!hasChromium)('snapshots in the dashboard', () => {
  let [daemon, browser]: [Daemon, Browser] = [undefined!, undefined!]
  beforeAll(async () => void ([daemon, browser] = [await startDaemon({ works: true }), await sharedChromium()]))
  afterAll(async () => {
    await closePages(browser)
    await daemon?.stop()
  })

  /** The bytes that a model is sent. */
  const contextBytes = async (session: TestSession) => {
    const { system, messages, tools } = await session.context('openai')
    return JSON.stringify({ system, messages, tools })
  }
  const open = (session: TestSession, tab: string, look = {}) =>
    openView(browser, daemon.url, { hash: `#/sessions/${session.id}/${tab}`, ...look })
  const english = (count: number) => count.toLocaleString('en-US')

  test('[R2] a snapshot is made, restored after a question that names what changes, and the restore is undone', async () => {
    const session = await daemon.openSession({ externalId: 'restored' })
    await session.append(talk(12))
    const opened = await open(session, 'snapshots')
    const { page } = opened
    await page.getByText('No snapshots yet.').waitFor()
    expect(await viewFaults(opened)).toEqual([])
    await page.getByLabel('Name of the snapshot').fill('before the change')
    await page.keyboard.press('Enter')
    const card = page.getByRole('listitem', { name: 'before the change' })
    await card.waitFor()
    const then = { bytes: await contextBytes(session), ...(await session.read()) }
    await session.append(talk(14, 13))
    await session.compress({ strategy: 'extractive' })
    await session.compressionEnded()
    const now = { bytes: await contextBytes(session), ...(await session.read()) }
    expect(now.bytes).not.toBe(then.bytes)

    const later = now.messageCount - then.messageCount
    await card.getByText(`(${later} since)`).waitFor()
    await card.getByRole('button', { name: 'Restore' }).click()
    const dialog = page.getByRole('dialog')
    await expect
      .poll(() => dialog.getByRole('row').filter({ hasText: 'Tokens in the context' }).textContent())
      .toBe(`Tokens in the context${english(now.contextStatus.used)}${english(then.contextStatus.used)}`)
    await dialog.getByText(`${later} later messages leave the context`).waitFor()
    expect(await viewFaults(opened)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await contextBytes(session)).toBe(now.bytes)

    await card.getByRole('button', { name: 'Restore' }).click()
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await page.getByRole('status').filter({ hasText: 'Restored “before the change”' }).waitFor()
    expect(await contextBytes(session)).toBe(then.bytes)
    await page.getByRole('button', { name: 'Undo' }).click()
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await expect.poll(() => contextBytes(session)).toBe(now.bytes)
    await page.context().close()
  })

  test('[R2] the question follows the session; a restore of another version than the shown one is refused', async () => {
    const session = await daemon.openSession()
    await session.append(talk(2))
    await session.call('createSnapshot', { body: { name: 'start' } })
    const { page } = await open(session, 'snapshots')
    await page.getByRole('button', { name: 'Restore' }).click()
    const newest = page.getByRole('dialog').getByRole('row').filter({ hasText: 'Newest message' })
    await expect.poll(() => newest.textContent()).toBe('Newest message#7#7')
    await session.append([{ role: 'user', content: 'One more thing.' }])
    await expect.poll(() => newest.textContent()).toBe('Newest message#8#7')
    const bytes = await contextBytes(session)
    const { version } = await session.read()
    await page.route('**/restore', (route) =>
      route.continue({ headers: { ...route.request().headers(), 'if-match': `"${version - 1}"` } }),
    )
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
    const refusal = `The context is at version ${version}, not ${version - 1}.`
    await page.getByRole('alert').filter({ hasText: refusal }).waitFor()
    expect(await contextBytes(session)).toBe(bytes)
    await page.context().close()
  })

  test('[R1] a snapshot is deleted after a question; a refusal is shown in the words of the daemon', async () => {
    const session = await daemon.openSession({ policy: { snapshots: { enabled: false } } })
    const { page } = await open(session, 'snapshots')
    await page.getByRole('button', { name: 'Make a snapshot' }).click()
    await page.getByRole('alert').filter({ hasText: 'The policy of this session allows no snapshots.' }).waitFor()
    await session.update({ policy: { snapshots: { enabled: true } } })
    await page.getByRole('button', { name: 'Make a snapshot' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No snapshots yet.').waitFor()
    expect((await session.call('listSnapshots', {})).snapshots).toEqual([])
    await page.context().close()
  })

  test('[R3] a fork from a snapshot or from a message asks for a name and opens the new session', async () => {
    const session = await daemon.openSession({ externalId: 'parent' })
    await session.append(talk(6))
    const bytes = await contextBytes(session)
    await session.call('createSnapshot', { body: { name: 'start' } })
    await session.append(talk(3, 7))
    for (const [index, look] of LOOKS.entries()) {
      const opened = await open(session, 'snapshots', look)
      const { page } = opened
      const dialog = page.getByRole('dialog')
      await page.getByRole('button', { name: 'Fork … from “start”' }).click()
      await dialog.getByLabel('Name of the new session').fill('parent')
      await page.keyboard.press('Enter')
      await dialog.getByRole('alert').filter({ hasText: session.id }).waitFor()
      expect(await viewFaults({ ...opened, faults: [] })).toEqual([])
      await dialog.getByLabel('Name of the new session').fill(`fork ${index}`)
      await dialog.getByRole('button', { name: 'Fork' }).click()
      await page.getByRole('heading', { name: `fork ${index}`, level: 1 }).waitFor()
      const id = /sessions\/(ses_\w+)\//.exec(page.url())![1]!
      expect(await contextBytes(session.sibling(id))).toBe(bytes)

      await page.evaluate(`location.hash = '#/sessions/${session.id}/strip/5'`)
      await page.getByRole('button', { name: 'Fork … from message 5' }).click()
      await dialog.getByLabel('Name of the new session').fill(`at five ${index}`)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: `at five ${index}`, level: 1 }).waitFor()
      await page
        .getByRole('slider', { name: 'Messages of the session' })
        .and(page.locator('[aria-valuemax="5"]'))
        .waitFor()
      await page.context().close()
    }
  })
})

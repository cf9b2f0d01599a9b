import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closePages, hasChromium, openView, sharedChromium } from '../support/browser.js'
import { talk } from '../support/coding-talk.js'
import { startDaemon, type Daemon } from '../support/daemon.js'

describe.skipIf(!hasChromium)('what a person asks for in a session', () => {
  let [daemon, browser]: [Daemon, Browser] = [undefined!, undefined!]
  beforeAll(async () => void ([daemon, browser] = [await startDaemon({ works: true }), await sharedChromium()]))
  afterAll(async () => {
    await closePages(browser)
    await daemon?.stop()
  })
  const open = async (rounds: number, tab = 'strip') => {
    const session = await daemon.openSession({ externalId: `of ${rounds}`, contextSize: '8K' })
    await session.append(talk(rounds))
    const opened = await openView(browser, daemon.url, { hash: `#/sessions/${session.id}/${tab}` })
    return { ...opened, session }
  }

  test('[P9] a compression of a short session is answered: nothing was compressed, and why', async () => {
    const { page, faults } = await open(1)
    await page.getByRole('button', { name: 'Compress now' }).click()
    await page
      .getByRole('status')
      .filter({ hasText: 'Nothing was compressed: nothing is old enough to compress.' })
      .waitFor()
    expect(faults).toEqual([])
    await page.context().close()
  })

  test('[P9] a compression that was made is answered with its tokens', async () => {
    const { page, session } = await open(14)
    await page.getByRole('button', { name: 'Compress now' }).click()
    const result = page.getByRole('status').filter({ hasText: /^Compressed: [\d,]+ → [\d,]+ tokens\.$/ })
    await result.waitFor()
    const { compressions } = await session.call('listCompressions', { query: { limit: 1 } })
    const { tokensBefore, tokensAfter } = compressions[0]!
    const english = (count: number | null) => count!.toLocaleString('en-US')
    expect(await result.innerText()).toBe(`Compressed: ${english(tokensBefore)} → ${english(tokensAfter)} tokens.`)
    await page.locator('.session-head').getByText('facts kept').waitFor()
    await page.context().close()
  })

  test('[R1] a snapshot that was made is confirmed by its name', async () => {
    const { page } = await open(2, 'snapshots')
    await page.getByLabel('Name of the snapshot').fill('before lunch')
    await page.getByRole('button', { name: 'Make a snapshot' }).click()
    await page.getByRole('status').filter({ hasText: 'Made “before lunch”.' }).waitFor()
    await page.getByRole('listitem', { name: 'before lunch' }).waitFor()
    await page.context().close()
  })
})

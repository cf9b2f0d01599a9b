import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ScriptedIssuer } from '../../testing/scripted-issuer.js'
import {
  closePages,
  expectSoundColors,
  hasChromium,
  openDashboard,
  sharedChromium,
  untilLive,
} from '../support/browser.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { freePort } from '../support/port.js'

describe.skipIf(!hasChromium)('signing in at an issuer', () => {
  const issuer = new ScriptedIssuer('dashboard', 'palimpsest')
  let [daemon, browser]: [Daemon, Browser] = [undefined!, undefined!]
  beforeAll(async () => {
    await issuer.listen()
    await issuer.rotate()
    issuer.person = { sub: 'ada', roles: ['ops'] }
    const port = String(await freePort())
    daemon = await startDaemon({
      env: {
        ...{ PORT: port, OIDC_ISSUER: issuer.url, OIDC_AUDIENCE: 'palimpsest', OIDC_ROLES: 'ops=admin' },
        ...{ OIDC_CLIENT_ID: 'dashboard', OIDC_CLIENT_SECRET: issuer.clientSecret },
        OIDC_REDIRECT_URI: `http://127.0.0.1:${port}/oidc/callback`,
      },
    })
    browser = await sharedChromium()
  })
  afterAll(async () => {
    await closePages(browser)
    await daemon?.stop()
    await issuer.close()
  })

  test('[10] [13] a person signs in without a key, returns to the view, is live, and signs out', async () => {
    const opened = await openDashboard(browser, `${daemon.url}/#/health`, { key: null })
    const { page, faults } = opened
    await page.getByRole('link', { name: 'Sign in' }).waitFor()
    await expectSoundColors(opened)
    if (process.env.SIGN_IN_PICTURE) await page.screenshot({ path: process.env.SIGN_IN_PICTURE })
    await page.getByRole('link', { name: 'Sign in' }).click()
    await untilLive(page)
    expect(page.url()).toBe(`${daemon.url}/#/health`)
    await page.getByText('admin', { exact: true }).waitFor()
    const kept = 'JSON.stringify([document.cookie, {...sessionStorage}, {...localStorage}])'
    expect(await page.evaluate(kept)).toBe('["",{},{}]')
    await page.reload()
    await untilLive(page)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('link', { name: 'Sign in' }).waitFor()
    await page.reload()
    await page.getByRole('link', { name: 'Sign in' }).waitFor()
    expect(faults).toEqual([])
  })
})

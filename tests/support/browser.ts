import { existsSync } from 'node:fs'
import { join } from 'node:path'
import axe from 'axe-core'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { ADMIN_KEY } from './admin-key.js'

/** Drives the built dashboard in the Chromium of this machine: if possible in the one without windows, which takes less
 * processor time. */

const SHELL = '/usr/bin/chromium-headless-shell'
const CHROMIUM = process.env.CHROMIUM ?? (existsSync(SHELL) ? SHELL : '/usr/bin/chromium')
/** Whether this machine has a Chromium. Without one, the tests that need it are reported as skipped. */
export const hasChromium = existsSync(CHROMIUM)
/** Whether `npm run build` built the dashboard. `npm test` does it first. */
export const builtDashboardFolder = join(import.meta.dirname, '../../dist/dashboard')

/** Ends what hangs. On a busy machine, everything takes ten times as long. */
const PAGE_TIMEOUT_MS = 120_000

let shared: Promise<Browser> | undefined

/** Returns the Chromium of this process, which ends with it. Files share it, because its start costs more than most tests.
 * They share nothing else: each page that is opened has its own context. */
export async function sharedChromium(): Promise<Browser> {
  if (!(await shared)?.isConnected()) shared = launchChromium()
  return shared!
}

/** Closes what a file opened. */
export async function closePages(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()))
}

/** Parts of Chromium around the page. Each new context opens a window, and the popup of its address bar alone is a page in a
 * process of its own, which costs five times as much as ours. The others are those that Playwright turns off and that can
 * matter here: Chromium obeys only the last list. */
const DISABLED_FEATURES = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'PaintHolding', 'MediaRouter'],
  ...['HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'ThirdPartyStoragePartitioning', 'LensOverlay'],
  ...['OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
]

function launchChromium(): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-dev-shm-usage', `--disable-features=${DISABLED_FEATURES.join(',')}`]
  return chromium.launch({ executablePath: CHROMIUM, args })
}

export interface OpenPage {
  page: Page
  /** Errors of the page: uncaught exceptions, and messages of the console, such as violated policies. */
  faults: string[]
}

/** Opens the dashboard. @param key signs in with a link that carries it; null: opens the page without a key */
export async function openDashboard(
  browser: Browser,
  url: string,
  { key = ADMIN_KEY, ...options }: { key?: string | null } & BrowserContextOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
  context.setDefaultTimeout(PAGE_TIMEOUT_MS)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (line) => {
    // A refused key is an answer, which Chromium also reports.
    if (line.type() === 'error' && !/status of 40[13]/.test(line.text())) faults.push(line.text())
  })
  await page.goto(key === null ? url : `${url}/#key=${key}`)
  return { page, faults }
}

/** The two ways in which a view is checked: wide and light, dark on a phone. */
export const LOOKS: readonly BrowserContextOptions[] = [
  { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { colorScheme: 'dark', viewport: { width: 360, height: 740 } },
]

/** Wide and on a phone. */
export const WIDTHS: readonly BrowserContextOptions[] = [
  { viewport: { width: 1280, height: 800 } },
  { viewport: { width: 360, height: 740 } },
]

/** Those of axe's rules that look at colors. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/** Checks what every view must have in light and in dark colors. A page that was opened in one look shows the other as well,
 * for a fraction of the time. */
export async function expectSoundColors(opened: OpenPage): Promise<void> {
  await opened.page.emulateMedia({ colorScheme: 'light' })
  expect(['light', await viewFaults(opened)]).toEqual(['light', []])
  await opened.page.emulateMedia({ colorScheme: 'dark' })
  expect(['dark', [...(await axeFaults(opened.page, COLOR_RULES)), ...opened.faults]]).toEqual(['dark', []])
}

/** Opens the dashboard at a view, live. @param hash such as `#/sessions/ses_1/log` */
export async function openView(
  browser: Browser,
  url: string,
  { hash, ...options }: { hash: string; key?: string } & BrowserContextOptions,
): Promise<OpenPage> {
  const opened = await openDashboard(browser, url, options)
  await untilLive(opened.page)
  await showView(opened.page, hash)
  return opened
}

/** Goes to another view of an open page. */
export async function showView(page: Page, hash: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`)
}

/** Checks what every view must have: no fault of access, no scrolling sideways, no error of the page. */
export async function viewFaults({ page, faults }: OpenPage): Promise<string[]> {
  const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
  return [...(await axeFaults(page)), ...(isWide ? ['the page scrolls sideways'] : []), ...faults]
}

/** Waits until the event stream is open, so that later changes are seen live. */
export async function untilLive(page: Page): Promise<void> {
  await page.getByRole('status').filter({ hasText: 'Live' }).waitFor()
}

/** Returns what axe finds, minor faults included, as `rule: selector`. axe describes only violations: all else takes three
 * times as long.
 * @param rules names of the only rules that are checked; all without it */
export async function axeFaults(page: Page, rules?: string[]): Promise<string[]> {
  // A page that is checked again has it.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
  const checked = await page.evaluate<axe.AxeResults>(`axe.run(document, ${JSON.stringify(options)})`)
  return checked.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

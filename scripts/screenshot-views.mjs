// The views of the dashboard as pictures: how each is opened, and what must be on the page before the picture is taken.

const WIDE = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

/** Words that the replayed conversation contains. */
const WORDS = 'error test'

const first = (page, role, name) => page.getByRole(role, { name }).first()
const tab = (name) => (session) => `#/sessions/${session.id}/${name}`

/** `hash` opens the view; `ready` waits until it is complete and opens what its picture shows. */
export const VIEWS = {
  'sign-in': { hash: null, ready: (page) => page.getByLabel('API key').waitFor() },
  sessions: { hash: () => '#/', ready: (page) => page.getByRole('row').nth(2).waitFor() },
  search: {
    hash: () => `#/search/${encodeURIComponent(WORDS)}`,
    ready: (page) => page.getByRole('listitem').nth(3).waitFor(),
  },
  strip: {
    hash: ({ id, messageCount }) => `#/sessions/${id}/strip/${Math.round(messageCount * 0.7)}`,
    ready: async (page, { messageCount }) => {
      await page.getByRole('article').waitFor()
      const moment = page.getByLabel('Moment')
      await moment.fill(String(Math.round(messageCount * 0.8)))
      await moment.blur()
      await page.getByText('Context at message').waitFor()
    },
  },
  budget: {
    hash: tab('budget'),
    ready: async (page) => {
      await page.getByText('Cuts as a table').waitFor()
      await page.getByText('…', { exact: true }).first().waitFor({ state: 'detached' })
      await page.getByRole('slider', { name: 'Budget over time' }).focus()
      await page.keyboard.press('PageDown')
    },
  },
  cuts: {
    hash: tab('cuts'),
    ready: async (page) => {
      await page.getByText('A prompt cache keeps').waitFor()
      await first(page, 'button', '#').click()
      await page.getByRole('article').first().waitFor()
    },
  },
  events: {
    hash: () => '#/events',
    ready: async (page) => {
      await page.getByLabel('Replay from', { exact: true }).selectOption('beginning')
      await page.getByRole('row').nth(3).waitFor()
      await page.getByRole('row').nth(3).getByRole('button').click()
      await page.getByText('Up to date').waitFor()
    },
  },
  health: {
    hash: () => '#/health',
    ready: async (page) => {
      await page.getByText(/(\d+) of \1 sessions recomputed/).waitFor()
      await page.getByText(/in the database/).waitFor()
    },
  },
  context: {
    hash: tab('context'),
    ready: async (page) => {
      // A shortened message shows most: what is sent beside what was received.
      await page.getByRole('row').filter({ hasText: ' → ' }).filter({ hasText: '#' }).getByRole('link').first().click()
      await page.getByRole('article').nth(1).waitFor()
    },
  },
  checkpoints: {
    hash: tab('checkpoints'),
    ready: async (page) => {
      await first(page, 'button', /messages \d/).click()
      await page.getByRole('article').first().waitFor()
    },
  },
  memory: {
    hash: tab('memory'),
    ready: async (page) => {
      await page.getByRole('button', { name: 'Check the newest step' }).click()
      await page.getByText(', score').waitFor()
      await page.getByRole('heading', { name: 'Goals' }).scrollIntoViewIfNeeded()
    },
  },
  recall: {
    hash: (session) => `#/sessions/${session.id}/recall/${encodeURIComponent(WORDS)}`,
    ready: async (page) => {
      await first(page, 'button', 'Read the original').click()
      await page.getByRole('article').waitFor()
    },
  },
  offloads: {
    hash: tab('offloads'),
    ready: async (page) => {
      await first(page, 'link', /Read the original/).click()
      await page.getByRole('article').waitFor()
    },
  },
  snapshots: { hash: tab('snapshots'), ready: (page) => first(page, 'button', 'Restore').waitFor() },
  restore: {
    hash: tab('snapshots'),
    ready: async (page) => {
      await page.getByRole('button', { name: 'Restore' }).last().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  fork: {
    hash: tab('snapshots'),
    ready: async (page) => {
      await first(page, 'button', 'Fork').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  savings: { hash: tab('savings'), ready: (page) => page.getByRole('row', { name: /^Input tokens/ }).waitFor() },
  'all-savings': {
    hash: () => '#/savings?by=session',
    // Sessions have their names once their list is read.
    ready: (page) => page.getByRole('table').last().getByRole('link').filter({ hasNotText: /^ses_/ }).first().waitFor(),
  },
  admin: { hash: () => '#/admin', ready: (page) => page.getByRole('heading', { name: 'Keys' }).waitFor() },
  keys: {
    hash: () => '#/health',
    ready: async (page) => {
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
  },
  log: { hash: tab('log'), ready: (page) => page.getByRole('row').nth(2).waitFor() },
  export: {
    hash: tab('strip'),
    ready: async (page) => {
      await page.getByRole('heading', { level: 1 }).waitFor()
      // On a phone, the actions of a session are folded.
      const folded = page.locator('.head-details > summary')
      if (await folded.isVisible()) await folded.click()
      await page.getByRole('button', { name: 'Export' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
}

/** The pictures in docs/images. */
export const README_SHOTS = [
  { name: 'dashboard-strip', ...VIEWS.strip, scheme: 'light', size: WIDE },
  { name: 'dashboard-context', ...VIEWS.context, scheme: 'dark', size: WIDE },
  { name: 'dashboard-sessions', ...VIEWS.sessions, scheme: 'light', size: PHONE },
]

/** Every view, light and dark, wide and on a phone. @param only name of one view */
export function allShots(only) {
  const sizes = Object.entries({ wide: WIDE, phone: PHONE })
  return Object.entries(VIEWS)
    .filter(([name]) => only === undefined || name === only)
    .flatMap(([name, view]) =>
      sizes.flatMap(([form, size]) =>
        ['light', 'dark'].map((scheme) => ({ name: `${name}-${form}-${scheme}`, ...view, scheme, size })),
      ),
    )
}

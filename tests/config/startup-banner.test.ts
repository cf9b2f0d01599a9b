import { expect, test } from 'vitest'
import { readConfig } from '../../src/config.js'
import { startupBanner } from '../../src/startup-banner.js'

const KEY = 'pk_admin_of_this_start'
const FILE = '/data/admin-key'

test('[14] a new admin key is shown on a terminal only; a log gets the file that has it', () => {
  const config = readConfig({ HOME: '/home/operator' })
  const banner = (fresh: boolean, isTerminal: boolean) =>
    startupBanner(config, 7420, { key: KEY, file: FILE, fresh }, isTerminal)

  expect(banner(true, true)).toContain(`Admin key: ${KEY}`)
  for (const text of [banner(true, false), banner(false, true), banner(false, false)]) {
    expect(text).not.toContain(KEY)
    expect(text).toContain(`Admin key: in ${FILE} (readable only by you)`)
    expect(text).toContain(`KEY=$(cat '${FILE}')`)
  }
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectOf, projectsOf } from '../support/test-projects.js'

const TESTS = join(import.meta.dirname, '..')

test('[layout] imports decide, however indirect, which tests share processes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-projects-'))
  const verdictOn = (text: string) => {
    writeFileSync(join(folder, 'one.test.ts'), text)
    return projectOf(join(folder, 'one.test.ts'))
  }
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  try {
    write('helper.ts', "export {\n  listen,\n} from './server.js'\n")
    write('server.ts', "import { createServer } from 'node:net'\nexport const listen = createServer\n")
    mkdirSync(join(folder, 'eval'))
    write('eval/run.ts', "export const watch = (close: () => void) => void process.on('SIGINT', close)\n")
    mkdirSync(join(folder, 'linear'))
    write('linear/cost.ts', 'export const costFault = () => null\n')
    write('moves.ts', "import { listen } from './server.js'\nprocess.chdir('/')\nlisten()\n")
    const verdicts = {
      pure: [
        "import { watch } from './eval/run.js'",
        "import type { listen } from './helper.js'",
        "const path = process.env.PATH ?? ''",
        'globalThis.fetch',
      ],
      service: [
        "import { listen } from './helper.js'",
        "import {\n  listen,\n} from './helper.js'",
        "const { listen } = await import('./server.js')",
        "import './server.js'",
        'const { listen } = await import(`${BUILT}server.js`)',
        'const { listen } = await import(path)',
      ],
      watched: ["import { costFault } from './linear/cost.js'"],
      alone: [
        'vi.useFakeTimers()',
        "process.env.PORT = '1'",
        "process.chdir('/')",
        'globalThis.fetch = other',
        'const { heapUsed } = process.memoryUsage()',
        "import './moves.js'",
      ],
    }
    for (const [project, texts] of Object.entries(verdicts))
      for (const text of texts) expect([text, verdictOn(text)]).toEqual([text, project])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('[layout] tests of the domain are pure, tests with a daemon are not, and few need a process of their own', () => {
  const files = Array.from(projectsOf(TESTS), ([path, project]) => ({ name: path.slice(TESTS.length + 1), project }))
  const namesOf = (project: string) => files.filter((file) => file.project === project).map(({ name }) => name)
  // A walk that stops early would find no service in any file.
  expect(namesOf('service').length).toBeGreaterThan(100)
  expect(namesOf('pure').length).toBeGreaterThan(50)
  expect(namesOf('alone').length).toBeLessThan(20)
  expect(namesOf('watched')).toContain('stalls/reads.test.ts')
  expect(files.filter(({ name, project }) => name.startsWith('domain/') && project !== 'pure')).toEqual([])
  const ofServices = namesOf('pure').filter((name) => /^(e2e|leases|stalls|store|torture|ws)\//.test(name))
  // These run one function alone. That of the migrations reads their SQL, and runs none.
  const ofOneFunction = [
    ...['stalls/pause.test.ts', 'store/bind-message.test.ts', 'store/migrations.test.ts'],
    'store/view.test.ts',
  ]
  expect(ofServices).toEqual(ofOneFunction)
})

import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
/** One file for each rule of the project and for what the check relies on: types, promises, sizes. */
const FAULTS: Record<string, string> = {
  'src/domain/wait.ts': 'export async function wait(one: Promise<void>): Promise<void> {\n  await one\n}\n',
  'src/domain/clock.ts': 'export const now = (): number[] => [Date.now(), Math.random(), new Date().getTime()]\n',
  'src/app/change.ts':
    'export const one = (session: object): object => Object.assign(session, { a: 1 })\n' +
    'export const two = (tx: { session: object }): object => Object.assign(tx.session, { a: 1 })\n',
  'src/app/signals.ts': 'export const both = (all: AbortSignal[]): AbortSignal => AbortSignal.any(all)\n',
  'src/app/env.ts': 'export const home = (): string | undefined => process.env["HOME"]\n',
  'src/app/types.ts': 'export const one: number = "a"\n',
  'src/app/forgotten.ts': 'export const start = (run: () => Promise<void>): void => {\n  run()\n}\n',
  'src/app/long.ts': 'export const a = [\n' + '  1,\n'.repeat(250) + ']\n',
  'src/cli/env.ts': 'export const home = (): string | undefined => process.env["HOME"]\n',
}

test('[layout] the linter reports wrong types, lost promises, long files, and each rule of this project', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-lint-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const name of ['.oxlintrc.json', 'tsconfig.json', 'package.json', 'scripts/lint-rules.mjs'])
    await cp(join(ROOT, name), join(folder, name))
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  for (const [path, text] of Object.entries(FAULTS)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  const oxlint = join(ROOT, 'node_modules/oxlint/bin/oxlint')
  const run = spawnSync(process.execPath, [oxlint, '--format', 'unix', 'src'], { cwd: folder, encoding: 'utf8' })
  const found = [...run.stdout.matchAll(/^(\S+?):\d+:\d+: .*\/(\S+)\]$/gm)].map(([, file, rule]) => `${file} ${rule}`)
  expect(found.toSorted()).toEqual([
    'src/app/change.ts palimpsest(session-writes)',
    'src/app/change.ts palimpsest(session-writes)',
    'src/app/env.ts palimpsest(process-env)',
    'src/app/forgotten.ts typescript(no-floating-promises)',
    'src/app/long.ts eslint(max-lines)',
    'src/app/signals.ts palimpsest(combined-signals)',
    'src/app/types.ts typescript(TS2322)',
    'src/domain/clock.ts palimpsest(pure-domain)',
    'src/domain/clock.ts palimpsest(pure-domain)',
    'src/domain/clock.ts palimpsest(pure-domain)',
    'src/domain/wait.ts palimpsest(pure-domain)',
  ])
  expect(run.status).toBe(1)
})

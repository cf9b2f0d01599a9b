import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const DIST = join(import.meta.dirname, '../../dist')
const urlOf = (path: string) => JSON.stringify(pathToFileURL(join(DIST, path)).href)

test('[14] processes load the modules that the build joined', () => {
  const program = `
    const { joined } = await import(${urlOf('src/load-joined.js')})
    const none = () => null
    console.log(await joined('daemon', none) === await import(${urlOf('bundle/daemon.js')}))
    console.log(await joined('commands', none) === await import(${urlOf('bundle/commands.js')}))
    console.log(await joined('unknown', none))`
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  expect([run.stdout, run.stderr, run.status]).toEqual(['true\ntrue\nnull\n', '', 0])
})

test('[14] packages that the instrumentation of OpenTelemetry patches are not joined', () => {
  const imported = new Set([...joinedText().matchAll(/^import .*? from ["']([\w@/.-]+)["']/gm)].map(([, name]) => name))
  expect([...imported]).toEqual(
    expect.arrayContaining(['pg', 'express', 'ioredis', 'pino', 'ws', '@opentelemetry/api']),
  )
})

function joinedText(): string {
  const folder = join(DIST, 'bundle')
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
}

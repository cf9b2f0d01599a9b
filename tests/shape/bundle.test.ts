import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const DIST = join(import.meta.dirname, '../../dist')
const urlOf = (path: string) => JSON.stringify(pathToFileURL(join(DIST, path)).href)

test('[14] processes load the modules that the build joined', () => {
  const program = `
    const { loadDaemon } = await import(${urlOf('src/load-daemon.js')})
    console.log(await loadDaemon() === await import(${urlOf('bundle/daemon.js')}))`
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  expect([run.stdout.trim(), run.status]).toEqual(['true', 0])
})

test('[14] packages that the instrumentation of OpenTelemetry patches are not joined', () => {
  const joined = readFileSync(join(DIST, 'bundle/daemon.js'), 'utf8')
  const imported = new Set([...joined.matchAll(/^import .*? from ["']([\w@/.-]+)["']/gm)].map(([, name]) => name))
  expect([...imported]).toEqual(
    expect.arrayContaining(['pg', 'express', 'ioredis', 'pino', 'ws', '@opentelemetry/api']),
  )
})

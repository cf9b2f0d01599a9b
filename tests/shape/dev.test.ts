import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { until } from '../support/until.js'

const ROOT = join(import.meta.dirname, '../..')
const COPIED = ['src', 'workers', 'testing', 'packages', 'scripts', 'examples', 'package.json', 'tsconfig.json']

/** Starts `npm run dev` in a copy of the project. */
function startLoop() {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-dev-'))
  for (const name of COPIED)
    cpSync(join(ROOT, name), join(folder, name), {
      recursive: true,
      filter: (path) => !/\/(node_modules|dist)$/.test(path),
    })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  // The dashboard has tests of its own, and so has the long conversation of the demo: here, they are there already.
  mkdirSync(join(folder, 'dist/dev/dashboard'), { recursive: true })
  writeFileSync(join(folder, 'dist/dev/dashboard/index.html'), '')
  mkdirSync(join(folder, '.palimpsest/dev'), { recursive: true })
  writeFileSync(join(folder, '.palimpsest/dev/claude-code-session.jsonl.gz.done'), '')
  const env = { PATH: process.env.PATH ?? '', HOME: folder, TMPDIR: tmpdir(), PORT: '0' }
  const child = spawn(process.execPath, ['scripts/dev.mjs'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const closed = once(child, 'close')
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const shown = (text: RegExp, count = 1) =>
    until(`${text} is shown ${count} times`, () => {
      if (child.exitCode !== null) throw new Error(`The loop ended with ${child.exitCode}: ${output}`)
      return [...output.matchAll(new RegExp(text, 'g'))][count - 1]
    })
  const stop = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await closed
    return child.exitCode
  }
  const kill = async () => {
    if (child.exitCode === null) child.kill('SIGTERM')
    await closed
  }
  return { folder, shown, stop, kill }
}

test('[layout] the daily loop starts the daemon again after a change, and keeps it when the change is faulty', async () => {
  const loop = startLoop()
  const path = join(loop.folder, 'src/version.ts')
  const good = readFileSync(path, 'utf8')
  try {
    const [, url, key] = await loop.shown(/Ready after \S+ s: (http:\S+)\/#key=(\S+)/)
    const versionOf = async () => /version: (\S+)/.exec(await (await fetch(`${url}/openapi.yaml`)).text())?.[1]
    await loop.shown(/Added demo data: airline/)
    const sessions = await fetch(`${url}/v1/sessions`, { headers: { authorization: `Bearer ${key}` } })
    expect(await sessions.json()).toMatchObject({ sessions: [{ messageCount: 61 }] })

    // As editors save: the file is replaced.
    const save = (text: string) => {
      writeFileSync(`${path}.new`, text)
      renameSync(`${path}.new`, path)
    }
    save(good.replace(/'.*'/, "'7.0.1'"))
    await loop.shown(/Ready after/, 2)
    expect(await versionOf()).toBe('7.0.1')

    save('export const VERSION = ;')
    await loop.shown(/src\/version\.ts: [^]*Not compiled\./)
    expect(await versionOf()).toBe('7.0.1')

    save("export const OTHER = '7.0.2'")
    await loop.shown(/does not provide an export named 'VERSION'[^]*Not loaded\. The previous daemon runs on\./)
    expect(await versionOf()).toBe('7.0.1')

    // In a folder that did not exist before.
    mkdirSync(join(loop.folder, 'src/new'))
    writeFileSync(join(loop.folder, 'src/new/version.ts'), "export const VERSION = '7.0.3'")
    save("export { VERSION } from './new/version.js'")
    await loop.shown(/Ready after/, 3)
    expect(await versionOf()).toBe('7.0.3')
    writeFileSync(join(loop.folder, 'src/new/version.ts'), "export const VERSION = '7.0.4'")
    await loop.shown(/Ready after/, 4)
    expect(await versionOf()).toBe('7.0.4')

    expect(await loop.stop('SIGINT')).toBe(0)
    // The database ends with the daemon.
    expect(existsSync(join(loop.folder, '.palimpsest/dev/postgres/postmaster.pid'))).toBe(false)
    await expect(fetch(`${url}/readyz`)).rejects.toThrow('fetch failed')
  } finally {
    await loop.kill()
    rmSync(loop.folder, { recursive: true, force: true })
  }
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'

const SOURCE = join(import.meta.dirname, '../../eval/close-on-signal.ts')
const SCRIPT = `
import { closeOnSignal } from './close-on-signal.mjs'
const closer = (name) => closeOnSignal(async () => {
  await new Promise((resolve) => setTimeout(resolve, 50))
  console.log('closed', name)
})
const [first, second, third] = ['first', 'second', 'third'].map(closer)
await first()
console.log('ready')
setInterval(() => {}, 1000)
`

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-signal-'))
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 }
  const { outputText } = ts.transpileModule(await readFile(SOURCE, 'utf8'), { compilerOptions: options })
  await writeFile(join(folder, 'close-on-signal.mjs'), outputText)
  await writeFile(join(folder, 'main.mjs'), SCRIPT)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  '[14] an evaluation that gets %s closes every open service once, and exits with %i',
  async (signal, code) => {
    const child = spawn(process.execPath, [join(folder, 'main.mjs')], { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      // Twice, as npm forwards a copy.
      if (text.includes('ready')) for (let copy = 0; copy < 2; copy++) child.kill(signal)
    })
    expect((await once(child, 'close'))[0]).toBe(code)
    expect(output.trim().split('\n')).toEqual(['closed first', 'ready', 'closed second', 'closed third'])
  },
)

import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const FOLDER = join(ROOT, 'clients/python/src/palimpsest')
const SCRIPT = join(ROOT, 'scripts/sync-python.mjs')
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8')

test('[10.4] the synchronous Python client is what its asynchronous source gives, and every method of one is in the other', () => {
  for (const [target, source] of [
    ['client.py', 'async_client.py'],
    ['conversation.py', 'async_conversation.py'],
  ] as const) {
    expect(read(target)).toBe(translated(read(source)).stdout.replace('standard input', source))
    const methods = (text: string) => [...text.matchAll(/^ {4}(?:async )?def (\w+)/gm)].map(([, name]) => name)
    expect(methods(read(target)).filter((name) => !name!.startsWith('__'))).toEqual(
      methods(read(source)).filter((name) => !name!.startsWith('__')),
    )
  }
  execFileSync(process.execPath, [SCRIPT, '--check'])
})

test('[10.4] asynchronous code that no rule translates is refused, not written', () => {
  expect(translated('async def f():\n    await asyncio.sleep(1)\n').stdout).toMatch(
    /\ndef f\(\):\n {4}time\.sleep\(1\)\n$/,
  )
  for (const [text, word] of [
    ['async with timeout_async(1): pass', 'timeout_async'],
    ['async def __anext__(self): ...', '__anext__'],
  ] as const) {
    const { status, stdout, stderr } = translated(text)
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toContain(`no rule says what ${word}`)
  }
})

const translated = (input: string) => spawnSync(process.execPath, [SCRIPT, '--stdin'], { input, encoding: 'utf8' })

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { some } from '../support/long-run.js'
import { ENTRIES } from '../support/spawned.js'
import { until } from '../support/until.js'

const SIGNALS = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const

test.each(some(SIGNALS, 2))(
  '[14] a demo that %s ends in its replay leaves no daemon and no folder',
  async (signal, code) => {
    const folder = await mkdtemp(join(tmpdir(), 'palimpsest-demo-end-'))
    const env = {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      TMPDIR: folder,
      PORT: '0',
      OLLAMA_HOST: 'http://127.0.0.1:9',
    }
    const child = spawn(process.execPath, [ENTRIES.cli, 'demo'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    try {
      let output = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
      await until('the replay runs', () => output.includes('Context: '))
      child.kill(signal)
      expect(await once(child, 'exit')).toEqual([code, null])
      expect(await readdir(folder)).toEqual([])
    } finally {
      child.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    }
  },
)

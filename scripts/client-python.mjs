// Generates the Python client from openapi.yaml into clients/python/generated, as a release does. It is not committed.
// Usage: node scripts/client-python.mjs. It needs Python 3.11 or newer and the Python registry.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const GENERATOR = 'openapi-python-client==0.29.1'
const OUTPUT = join(ROOT, 'clients/python/generated')

const folder = mkdtempSync(join(tmpdir(), 'palimpsest-python-'))
const run = (program, args) => execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
try {
  run('python3', ['-m', 'venv', 'venv'])
  const bin = join(folder, 'venv/bin')
  run(join(bin, 'pip'), ['install', '--quiet', GENERATOR])
  const source = ['--path', join(ROOT, 'openapi.yaml'), '--output-path', OUTPUT, '--overwrite']
  run(join(bin, 'openapi-python-client'), ['generate', ...source])
  run(join(bin, 'python'), ['-m', 'compileall', '-q', OUTPUT])
  console.log(`The client is in ${OUTPUT}.`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

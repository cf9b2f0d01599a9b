// Compiles the packages below packages/ into their dist folders, and checks their types. The client comes first: the
// others read its types.
// Usage: node scripts/build-packages.mjs
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const PACKAGES = ['client', 'openai-agents', 'claude-agent-sdk', 'react']

for (const name of PACKAGES) {
  const folder = join(ROOT, 'packages', name)
  rmSync(join(folder, 'dist'), { recursive: true, force: true })
  const run = spawnSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder], {
    stdio: 'inherit',
  })
  if (run.status !== 0) process.exit(run.status ?? 1)
}

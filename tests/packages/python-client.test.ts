import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { ADMIN_KEY } from '../support/admin-key.js'
import { startDaemon } from '../support/daemon.js'

const FOLDER = join(import.meta.dirname, '../../clients/python')
/** A Python with httpx and openai-agents. */
const PYTHON = process.env.PALIMPSEST_TEST_PYTHON ?? 'python3'
/** To import them takes seconds. */
const FIND = 'from importlib.util import find_spec; assert find_spec("httpx") and find_spec("agents")'
const hasPackages = spawnSync(PYTHON, ['-c', FIND]).status === 0

test.skipIf(!hasPackages)(
  '[10.4] the Python session works with the real OpenAI Agents SDK, and its inputs stay bounded',
  async () => {
    const daemon = await startDaemon({ works: true, env: { RECALL_MS: '60000' } })
    try {
      const script = join(FOLDER, 'checks/check_openai_agents.py')
      const env = { ...process.env, PYTHONPATH: join(FOLDER, 'src') }
      const { stdout } = await promisify(execFile)(PYTHON, [script, daemon.url, ADMIN_KEY], { env, timeout: 100_000 })
      expect(stdout).toMatch(/^15 runs: /)
      const { sessions } = await daemon.client.call('listSessions', { query: { externalId: 'python run' } })
      const params = { sessionId: sessions[0]!.id }
      expect(await daemon.client.call('auditSession', { params })).toMatchObject({ ok: true, messages: 60 })
    } finally {
      await daemon.stop()
    }
  },
  120_000,
)

import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chatter } from '../support/chatter.js'
import { runCommand } from '../support/command.js'
import { spawnDaemon, type SpawnedDaemon } from '../support/spawned.js'

let folder: string
const running: SpawnedDaemon[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-backup-command-'))
})
afterEach(async () => {
  for (const daemon of running.splice(0)) if (daemon.child.exitCode === null) await daemon.stop()
  await rm(folder, { recursive: true, force: true })
})
const start = async (dataDir: string) => {
  const daemon = await spawnDaemon({ DATA_DIR: dataDir, OLLAMA_HOST: 'http://127.0.0.1:9' })
  running.push(daemon)
  return daemon
}

test('[14] backup beside a running daemon, restore into another folder, and every refusal says what to do', async () => {
  const [from, to] = [join(folder, 'from'), join(folder, 'to')]
  const file = join(folder, 'whole.backup')
  expect(await runCommand(['backup', file], { DATA_DIR: from })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/no database in .*Set DATA_DIR or DATABASE_URL/),
  })
  const daemon = await start(from)
  const { id } = await daemon.client.call('createSession', { body: { model: 'gpt-4o', contextSize: '16K' } })
  await daemon.client.call('appendMessages', { params: { sessionId: id }, body: { messages: chatter(3) } })

  const written = await runCommand(['backup', file], { DATA_DIR: from })
  expect(written).toMatchObject({ code: 0, stderr: expect.stringMatching(/Written to .*rows of \d+ tables/) })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readdir(folder), 'no unfinished file').toEqual(['from', 'whole.backup'])
  expect((await runCommand(['backup', file], { DATA_DIR: from })).stderr).toMatch(/exists.*--force/)
  expect((await runCommand(['restore', '--check', file], {})).stdout).toMatch(/^Undamaged: /)
  expect((await runCommand(['restore', file, '--replace', '--yes'], { DATA_DIR: from })).stderr).toMatch(
    /Another daemon is using/,
  )
  await daemon.stop()
  expect((await runCommand(['restore', file], { DATA_DIR: from })).stderr).toMatch(/not empty.*--replace/)
  expect((await runCommand(['restore', file, '--replace'], { DATA_DIR: from })).stderr).toMatch(/would delete.*--yes/)
  expect(await runCommand(['restore', file], { DATA_DIR: to })).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Restored .* Now start the daemon/),
  })
  const restored = await start(to)
  const session = await restored.client.call('getSession', { params: { sessionId: id } })
  expect(session.messageCount).toBe(6)
  const elsewhere = { DATABASE_URL: 'postgres://u:hidden-password@127.0.0.1:9/db' }
  const refused = await runCommand(['backup', join(folder, 'x')], elsewhere)
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/ECONNREFUSED/) })
  expect(refused.stderr).not.toMatch(/hidden-password| at /)
}, 400_000)

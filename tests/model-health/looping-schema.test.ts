import { afterAll, beforeAll, expect, test } from 'vitest'
import { scriptedOllama, type ScriptedOllama } from '../../testing/scripted-ollama.js'
import type { Daemon } from '../support/daemon.js'
import { migratedDatabase, type TestDatabase } from '../support/database.js'
import { careRoom, ended, expectSound, filledSession } from '../support/filled-session.js'

let ollama: ScriptedOllama
let database: TestDatabase
let daemon: Daemon
beforeAll(async () => {
  const scenario = ({ format }: { format?: unknown }) => (format === undefined ? 'honest' : 'cut-by-length')
  ;[ollama, database] = await Promise.all([scriptedOllama({ scenario }), migratedDatabase()])
  daemon = (await careRoom(ollama, database)).daemon
})
afterAll(async () => {
  await daemon.stop()
  await ollama.close()
  await database.drop()
})

test('[V5] a model that repeats itself up to its limit within a schema is asked for plain lines before half of the text', async () => {
  const id = await filledSession(daemon)
  const [newest] = await ended(daemon, id)
  await expectSound(daemon, id)
  const { attempts } = newest!
  expect(attempts.map(({ verdict }) => verdict)).toEqual(['length', 'accepted'])
  expect(attempts[1]!.range).toEqual(attempts[0]!.range)
})

/** What the dashboard calls changed in a cut, compared with the bytes of both contexts. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { diffEntries } from '../../dashboard/src/budget/diff.js'
import type { Entry } from '../../dashboard/src/strip/cells.js'
import { contextRecords } from '../../src/app/shared/context-records.js'
import { contextContents } from '../../src/app/shared/context-contents.js'
import { recordsAroundCut } from '../../src/app/time/records-around-cut.js'
import { ownCallIds } from '../../src/domain/context/call-ids.js'
import { assembleContext } from '../../src/domain/context/context.js'
import { writeEntry } from '../../src/domain/context/render-context.js'
import type { ContextAt } from '../../src/domain/time/moment.js'
import { appendReal, realMessages } from '../support/replayed-session.js'
import type { TestSession } from '../support/session.js'
import { daemonByHand, Played, randomNumbers, type ByHand } from './played.js'
import { some } from '../support/long-run.js'

let by: ByHand
beforeAll(async () => void (by = await daemonByHand()))
afterAll(() => by.daemon.stop())

/** Returns the bytes of every entry of a context, in the order in which a cut lists them. */
async function bytesOf({ session, entries, checkpoints, reductions }: ContextAt): Promise<string[]> {
  const context = assembleContext(contextRecords({ session, entries, checkpoints, reductions }))
  const seqs = entries.map(({ seq }) => seq)
  const contents = await contextContents(by.daemon.ports, { sessionId: session.id, seqs, reductions })
  const ids = ownCallIds('native', context)
  const { systemPrompt, tools } = session
  return [
    ...(systemPrompt === null ? [] : [systemPrompt]),
    ...(tools === null ? [] : [tools]),
    ...context.map((entry) => JSON.stringify(writeEntry('native', entry, contents, ids))),
  ]
}

/** Compares every cut of a session. Returns how many rows of each kind were compared. */
async function compareCuts(session: TestSession) {
  const { id } = session
  const found = { cuts: 0, kept: 0, changed: 0, tokensDiffer: 0 }
  for (const { version } of await by.daemon.ports.store.cuts(id)) {
    const report = await session.call('readCut', { params: { version: `${version}` } })
    const sides = await recordsAroundCut(by.daemon.ports, { sessionId: id, appId: null, version })
    const [before, after] = [report.before.entries as Entry[], report.after.entries as Entry[]]
    const [old, now] = [await bytesOf(sides.before), await bytesOf(sides.after)]
    expect([old.length, now.length]).toEqual([before.length, after.length])
    for (const row of diffEntries(before, after)) {
      if (!row.before || !row.after) continue
      const isSame = old[before.indexOf(row.before)] === now[after.indexOf(row.after)]
      const { kind, seq } = row.after
      expect([version, kind, seq, row.change]).toEqual([version, kind, seq, isSame ? 'kept' : 'changed'])
      found[isSame ? 'kept' : 'changed'] += 1
      if (isSame && row.before.tokens !== row.after.tokens) found.tokensDiffer += 1
    }
    found.cuts += 1
  }
  return found
}

test('[P12] a cut of an example session calls an entry changed exactly where its bytes differ, although rounded tokens differ elsewhere', async () => {
  const session = await by.daemon.openSession({ contextSize: '8K', model: 'qwen2.5:7b', goal: 'Keep the build green' })
  const messages = realMessages().slice(0, 200)
  for (let from = 0; from < messages.length; from += 20) {
    await appendReal(session, messages.slice(from, from + 20))
    await by.work()
  }
  const found = await compareCuts(session)
  expect(found.cuts).toBeGreaterThan(5)
  expect(found.changed).toBeGreaterThan(10)
  expect(found.kept).toBeGreaterThan(100)
  // Otherwise a comparison by tokens would pass as well.
  expect(found.tokensDiffer).toBeGreaterThan(0)
})

for (const seed of some([21, 22], 2))
  test(`[P12] under random changes ${seed}, prompts, tools, goals and notes are changed exactly where their bytes differ`, async () => {
    const session = await by.daemon.openSession({ contextSize: '4K', model: 'qwen2.5:7b', systemPrompt: 'Be brief.' })
    const played = new Played(session, by.work, randomNumbers(seed))
    for (let step = 0; step < 40; step++) await played.step()
    const found = await compareCuts(session)
    expect(found.cuts).toBeGreaterThan(3)
    expect(found.kept).toBeGreaterThan(20)
  })

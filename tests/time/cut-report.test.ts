/** What a cut changed: the contexts before and after it, and the beginning that a prompt cache keeps. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Entry } from '../../dashboard/src/strip/cells.js'
import { oneLine } from '../../src/domain/texts.js'
import { daemonByHand, Played, randomNumbers, type ByHand } from './played.js'
import { some } from '../support/long-run.js'

let by: ByHand
beforeAll(async () => {
  by = await daemonByHand()
})
afterAll(() => by.daemon.stop())

for (const seed of some([11, 13], 2))
  test(`[P12] [R3] both sides of every cut are contexts of that time, and the unchanged beginning is the same text, under random changes ${seed}`, async () => {
    const session = await by.daemon.openSession({ contextSize: seed % 2 ? '4K' : '8K', systemPrompt: 'Be brief.' })
    const played = new Played(session, by.work, randomNumbers(seed))
    for (let step = 0; step < 40; step++) await played.step()
    const { store } = by.daemon.ports
    const cuts = await store.cuts(session.id)
    expect(new Set(cuts.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(3)
    let compared = 0
    let kept = 0
    let read = 0
    for (const { version, kind } of cuts) {
      const at = `cut ${version} (${kind})`
      const report = await session.call('readCut', { params: { version: `${version}` } })
      const { before, after, unchanged } = report
      const worded = await session.call('readCut', { params: { version: `${version}` }, query: { words: 'true' } })
      for (const side of ['before', 'after'] as const) {
        const { entries: plain } = report[side]
        const { entries: named } = worded[side]
        expect(
          (named as Entry[]).map(({ words: _words, ...entry }) => entry),
          at,
        ).toEqual(plain)
        for (const [index, { kind: what, words }] of (named as Entry[]).entries())
          expect(words === undefined, `${at} ${what}`).toBe(index < unchanged.entries || FIXED.has(what))
      }
      const entries = [before, after].map((side) => side.entries as Entry[])
      expect(
        report.cuts.map((cut) => cut.version),
        at,
      ).toContain(version)
      expect(before.version, at).toBeLessThan(version)
      expect(after.version, at).toBeGreaterThanOrEqual(version)
      const head = entries[1]!.slice(0, unchanged.entries)
      expect(
        head.reduce((sum, { tokens }) => sum + tokens, 0),
        at,
      ).toBe(unchanged.tokens)
      // A message may have been the newest during several cuts. Reading by message shows the last of these contexts.
      const found = await Promise.all([before, after].map(({ seq }) => store.moment(session.id, { seq })))
      const isLast = [found[0]!.nextVersion === after.version, found[1]!.moment?.version === after.version]
      const contexts = await Promise.all(
        [before, after].map(({ seq }, index) =>
          isLast[index] && seq > 0
            ? session.context('native', { at: `${seq}`, explain: 'true' })
            : Promise.resolve(null),
        ),
      )
      for (const [index, context] of contexts.entries()) {
        if (context === null) continue
        const listed = (context.entries as Entry[]).map(({ messages: _shownAs, chars: _chars, ...entry }) => entry)
        expect(listed, at).toEqual(entries[index])
        const sent = textsOf(context)
        for (const [place, { words }] of (worded[index === 0 ? 'before' : 'after'].entries as Entry[]).entries()) {
          if (words === undefined) continue
          expect(sent[place], `${at} entry ${place}`).toContain(words.replace(/ …$/, ''))
          read += 1
        }
        compared += 1
      }
      if (kind === 'prompt-changed') expect(unchanged.tokens, at).toBe(0)
      kept += unchanged.tokens
      if (contexts[0] === null || contexts[1] === null) continue
      const inHead = head.filter(({ kind: what }) => what === 'message').length
      const same = sameBeginning(contexts[0]!.messages, contexts[1]!.messages)
      expect(same, at).toBeGreaterThanOrEqual(inHead)
    }
    expect(compared).toBeGreaterThan(0)
    expect(kept).toBeGreaterThan(0)
    expect(read).toBeGreaterThan(20)
  })

/** Entries before the conversation, which have no words. */
const FIXED: ReadonlySet<string> = new Set(['system', 'tools'])

/** Returns what is sent for each entry of a context in native format, on one line. */
function textsOf({ entries, messages, system }: { entries?: unknown; messages: readonly unknown[]; system?: unknown }) {
  let next = 0
  return (entries as Entry[]).map(({ messages: count = 0, chars }) => {
    const from = next
    next += count
    if (chars !== undefined) return oneLine(String(system))
    const parts = (messages.slice(from, next) as { parts: Record<string, unknown>[] }[]).flatMap((one) => one.parts)
    return oneLine(
      parts
        .map(({ text, name, args, content }) => text ?? content ?? `${String(name)} ${JSON.stringify(args)}`)
        .join(' '),
    )
  })
}

test('[R3] [13] a version that no cut made is refused, as is a session of another app', async () => {
  const session = await by.daemon.openSession()
  await session.append([{ role: 'user', content: 'Hello' }])
  const { status, problem } = await session.send('readCut', { params: { version: '1' } })
  expect([status, problem.code]).toEqual([404, 'not_found'])
  expect((await session.send('readCut', { params: { version: 'x' } })).status).toBe(400)
  const { app } = await by.daemon.newApp()
  expect((await session.send('readCut', { params: { version: '1' } }, { key: app })).status).toBe(404)
})

function sameBeginning(before: readonly unknown[], after: readonly unknown[]): number {
  const firstChange = before.findIndex((message, index) => JSON.stringify(message) !== JSON.stringify(after[index]))
  return firstChange === -1 ? before.length : firstChange
}

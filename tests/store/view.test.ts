import { expect, test } from 'vitest'
import { viewOf, withMessages, withReductions } from '../../src/store/tables/view.js'
import type { NewMessage } from '../../src/domain/message.js'
import type { Reduction } from '../../src/domain/context/reduction.js'

/** The entries of a context are handed out without copies, so nothing may write into them. */

const STORED = '[[1,"user","human",false,0,[{"kind":"text","tokens":5}],9,9,1]]'
const empty = { reductions: '[]', checkpoints: '[]' }

const message = (seq: number) =>
  ({
    seq,
    role: 'assistant',
    origin: 'agent',
    pinned: false,
    shape: [{ kind: 'text', tokens: 3 }],
    tokens: 7,
    turn: 1,
  }) as unknown as NewMessage
const reduction = (seq: number) =>
  ({ id: 'off_1', seq, part: 0, placeholder: 'short', tokensBefore: 5, tokensAfter: 2 }) as unknown as Reduction

test('[P10] entries that were read, appended, or reduced refuse to change', () => {
  const read = viewOf({ entries: STORED, ...empty })
  const longer = withMessages(read, [message(2)])
  const reduced = withReductions(longer, [reduction(1)])
  expect(longer.entries.map(({ seq, viewTokens }) => [seq, viewTokens])).toEqual([
    [1, 9],
    [2, 7],
  ])
  expect(reduced.entries.map(({ seq, viewTokens }) => [seq, viewTokens])).toEqual([
    [1, 6],
    [2, 7],
  ])
  // The view before a change is what it was: another reader may hold it.
  expect(read.entries).toHaveLength(1)
  expect(longer.entries[0]).toMatchObject({ state: 'raw', viewTokens: 9 })
  for (const entry of [...read.entries, ...longer.entries, ...reduced.entries])
    expect(() => Object.assign(entry, { viewTokens: 0 })).toThrow(TypeError)
})

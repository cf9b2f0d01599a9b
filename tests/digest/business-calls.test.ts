import { describe, expect, test } from 'vitest'
import { isSameTarget, targetOf } from '../../src/domain/outcomes/call-target.js'
import { digestLines } from '../../src/domain/digest/digest.js'
import { quoteOf } from '../../src/domain/digest/quote.js'
import { saidLines } from '../../src/domain/digest/said.js'
import { isPoliteness } from '../../src/domain/digest/weak-lines.js'
import { UNKNOWN_TURNS } from '../../src/domain/digest/turns.js'
import { callVerdict } from '../../src/domain/outcomes/outcome.js'
import { printedOf } from '../../src/domain/outcomes/printed.js'
import { textOfBlocks } from '../../src/domain/json/content-blocks.js'
import { commandLineOf } from '../../src/domain/shell/shell-files.js'
import type { SourceMessage } from '../../src/domain/source/types.js'
import { called, count, returned, said } from '../summary/spans.js'

/** What checkpoints say of agents that serve customers: calls that act, what became of them, and talk around them. */

const digest = (source: readonly SourceMessage[], facts = UNKNOWN_TURNS) =>
  digestLines(source, facts, { budgetTokens: 800, count })
const call = (seq: number, name: string, args: object, text: string) => [
  called(seq, name, args),
  returned(seq + 1, name, text),
]

describe('[V9] a call that failed and was made again', () => {
  const pay = (seq: number, args: object, text: string) => call(seq, 'record_payment', args, text)
  const first = pay(1, { order_id: 'O-2', method: 'card' }, "Error: 'method_type'")

  test('is no open error if a later call for the same did not fail', () => {
    const again = pay(3, { order_id: 'O-2', method_type: 'card' }, '{"status": "paid"}')
    expect(digest([...first, ...again]).map(({ kind, text }) => [kind, text])).toEqual([
      [
        'progress',
        "`record_payment(order_id: O-2, method: card)` failed: Error: 'method_type'; a later call for the same did not fail",
      ],
      ['progress', '`record_payment(order_id: O-2, method_type: card)` ran: status: paid'],
    ])
  })

  test('stays open if the later call was for another', () => {
    const other = pay(3, { order_id: 'O-3', method_type: 'card' }, '{"status": "paid"}')
    expect(digest([...first, ...other])[0]?.kind).toBe('error')
    const tool = call(3, 'cancel_payment', { order_id: 'O-2' }, '{"status": "none"}')
    expect(digest([...first, ...tool])[0]?.kind).toBe('error')
  })

  test('stays open, below the newest one, if the later call failed, too', () => {
    const again = pay(3, { order_id: 'O-2', method_type: 'cash' }, 'Error: closed')
    const [older, newer] = digest([...first, ...again])
    expect([older?.kind, newer?.kind]).toEqual(['error', 'error'])
    expect(older!.importance).toBeLessThan(newer!.importance)
  })

  test.each([
    [{ guestId: 'G-1', amount: 3 }, { guestId: 'G-1', amount: 4 }, true],
    [{ name: 'Ada' }, { name: 'Ada', city: 'Ulm' }, true],
    [{ number: 7, email: 'a@b.c' }, { number: 7, email: 'd@b.c' }, false],
    [{ amount: 3 }, { amount: 3 }, false],
    [{ user_id: 'U-1' }, { order_id: 'U-1' }, false],
    ['text', { user_id: 'U-1' }, false],
  ])('%j and %j are about the same: %s', (one, other, isSame) => {
    expect(isSameTarget(targetOf('book', one), targetOf('book', other))).toBe(isSame)
  })
})

describe('[V9] what a call printed', () => {
  test('begins with what became of it and what it made, without what its line says already', () => {
    const label = 'create_booking(guest: G-7, nights: 200)'
    const text = JSON.stringify({
      guest: 'G-7',
      bed: { id: 'R-1' },
      nights: 200,
      total: 440,
      booking_id: 'B-9',
      status: 'held',
    })
    expect(printedOf(text, label)).toBe('status: held, booking_id: B-9, total: 440, id: R-1')
  })

  test('keeps a state that the name of the tool has, and all fields if none is new', () => {
    expect(printedOf('{"order_id": "#W12", "status": "pending"}', 'change_pending_order(order_id: #W12)')).toBe(
      'status: pending',
    )
    expect(printedOf('{"order_id": "#W12"}', 'change_order(order_id: #W12)')).toBe('order_id: #W12')
  })

  test('is a count and the first of several objects', () => {
    expect(printedOf('[{"name": "Ada", "id": 1}, {"name": "Bo", "id": 2}]')).toBe(
      '2 items, the first: name: Ada, id: 1',
    )
    for (const other of ['[{"name": "Ada"}]', '[{"a": 1}, 2]', '[{"a": 1}, {"b"]'])
      expect(printedOf(other)).not.toContain('items')
  })
})

test('[V9] a result that is a list of content blocks as JSON is read as their texts', () => {
  expect(textOfBlocks('[{"type":"text","text":"Error building the map: no rows"}]')).toBe(
    'Error building the map: no rows',
  )
  expect(textOfBlocks(' [ {"text":"a","type":"text"},{"type":"text","text":"b"}]\n')).toBe('a\nb')
  for (const other of [
    '[]',
    '["text"]',
    '[{"text":"a"}]',
    '[{"type":"text","text":1}]',
    '[{"type":"text"',
    '{"type":"text"}',
  ])
    expect(textOfBlocks(other)).toBeNull()
})

test.each([
  ['Error building the map: no rows', 'failed'],
  ['Error while the map was built', 'ran'],
  ['Error handling was added to the map', 'ran'],
  ['Error logging is on', 'ran'],
  ['Error reporting is on', 'ran'],
  ['Error tracking is on', 'ran'],
  ['Error checking is on', 'ran'],
  ['An error building it is rare', 'ran'],
  ['Error in row 3', 'failed'],
])('[V9] the outcome of a call that returned "%s" is "%s"', (text, outcome) => {
  expect(callVerdict('build_map', text, false).outcome).toBe(outcome)
})

test.each([
  [['head', '-n5', '/data/rows of may.tsv'], "head -n5 '/data/rows of may.tsv'"],
  [['bash', '-lc', 'npm test'], 'npm test'],
  [['/bin/sh', '-c', 'ls; pwd', 'name'], 'ls; pwd'],
  [['powershell.exe', '-Command', 'dir'], 'dir'],
  [['cmd', '/c', 'dir'], 'dir'],
  [['npm test'], 'npm test'],
  [['grep', '-c', "it's"], "grep -c 'it'\\''s'"],
  [['bash', 'run.sh'], 'bash run.sh'],
])('[V9] the words %j are the command line %s', (command, line) => {
  expect(commandLineOf('shell', { command })).toBe(line)
})

test('[V5] a message is quoted by its first row that is no label', () => {
  expect(quoteOf('Customer information:\nAda Example, Ulm\n\nRequest: return it')).toBe('Ada Example, Ulm')
  expect(quoteOf('Do this:')).toBe('Do this:')
})

describe('[C4] politeness', () => {
  const turns = {
    turnOf: new Map([
      [1, 1],
      [2, 1],
      [3, 2],
    ]),
    lastTurn: 2,
  }
  const requests = new Map([
    [1, { seq: 1, text: 'Hello there' }],
    [2, { seq: 3, text: 'Cancel R-1' }],
  ])

  test('is no line: an offer, a wish, a request to wait', () => {
    const facts = { ...turns, requests }
    expect(digest([said(2, 'How can I help you today?')], facts)).toEqual([])
    const [line] = digest([said(2, 'The stay R-1 is canceled. Is there anything else I can do?')], facts)
    expect(line?.text).toMatch(/The stay R-1 is canceled\.$/)
  })

  test('is said with what it accompanies, and what has a figure is more than politeness', () => {
    expect(isPoliteness('Have a great day!')).toBe(true)
    expect(isPoliteness('Have a great time on flight HAT204!')).toBe(false)
    expect(isPoliteness('Enjoy your 20% discount.')).toBe(false)
  })

  test('and a request for data count little once there is a reply', () => {
    const facts = { ...turns, requests }
    const [asked] = digest([said(2, 'I can help you with that. Could you please provide your booking number?')], facts)
    const [offered] = digest(
      [said(2, 'I can help you with that. Would you like me to cancel the whole stay for you?')],
      facts,
    )
    expect(asked!.importance).toBeLessThan(offered!.importance)
    const named = 'The stay R-1 has three nights. Could you please provide your booking number?'
    expect(digest([said(2, named)], facts)[0]!.importance).toBe(offered!.importance)
    const open = { turnOf: new Map([[2, 1]]), requests: new Map(), lastTurn: 1 }
    expect(digest([said(2, 'Could you please provide your booking number?')], open)[0]!.importance).toBe(
      offered!.importance,
    )
  })

  test('is no line of its own in a chat', () => {
    const source = ['Die Lampe kostet neun Euro.', 'Viel Erfolg!', 'Die Lieferung ist morgen. Auf Wiedersehen!']
    const spoken = source.map((text, at) => said(at + 1, text))
    const lines = saidLines(spoken, { requests: new Map(), turnOf: new Map() }, count)
    expect(lines.map(({ text }) => text)).toEqual([
      '#1 Die Lampe kostet neun Euro.',
      '#3 Die Lieferung ist morgen. Auf Wiedersehen!',
    ])
  })
})

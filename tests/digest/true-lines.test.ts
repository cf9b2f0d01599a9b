import { describe, expect, test } from 'vitest'
import { NOTICES } from '../../src/knowledge/notices.js'
import { digestLines } from '../../src/domain/digest/digest.js'
import { editsOf, editText } from '../../src/domain/digest/edits.js'
import { saidLines } from '../../src/domain/digest/said.js'
import { UNKNOWN_TURNS } from '../../src/domain/digest/turns.js'
import { failureLine } from '../../src/domain/outcomes/failure-line.js'
import { printedOf } from '../../src/domain/outcomes/printed.js'
import { splitSentences } from '../../src/domain/source/split-sentences.js'
import type { SourceMessage } from '../../src/domain/source/types.js'
import { composeCheckpoint } from '../../src/domain/summary/compose.js'
import { called, count, returned, said, typed } from '../summary/spans.js'

/** Lines that a reader of whole checkpoints found false, empty, or missing beside the records. [P14] */

const lines = (...source: SourceMessage[][]) =>
  digestLines(source.flat(), UNKNOWN_TURNS, { budgetTokens: 800, count }).map(({ text }) => text)
const run = (seq: number, command: string, output: string, isError = false) => [
  called(seq, 'Bash', { command }),
  returned(seq + 1, 'Bash', output, isError),
]
const call = (seq: number, name: string, args: object, result: object) => [
  called(seq, name, args),
  returned(seq + 1, name, JSON.stringify(result)),
]

describe('false lines', () => {
  test('[V9] a search that found nothing has not failed', () => {
    expect(lines(run(1, 'grep -n "ascii" src/*.py', '[exit code: 1]'))).toEqual([])
    expect(lines(run(1, 'cat a.py', 'cat: a.py: No such file or directory\n[exit code: 1]'))).toHaveLength(1)
  })

  test('[V9] a script that ended with 0 after it printed an error did not simply succeed', () => {
    expect(lines(run(1, 'python repro.py', 'Error: no such table: users\n[exit code: 0]'))).toEqual([
      '`python repro.py` exited with 0: Error: no such table: users',
    ])
    expect(lines(run(1, 'python repro.py', 'loading\n2 passed, 1 failed\n[exit code: 0]'))).toEqual([
      '`python repro.py` exited with 0: loading / 2 passed, 1 failed',
    ])
    expect(lines(run(1, 'node check.js', 'Could not load: required file is missing\n[exit code: 0]'))).toEqual([
      '`node check.js` exited with 0: Could not load: required file is missing',
    ])
    expect(lines(run(1, 'python repro.py', '2 passed, 0 failed\n[exit code: 0]'))).toEqual([
      '`python repro.py` succeeded: 2 passed, 0 failed',
    ])
    expect(lines(run(1, 'python repro.py', '40 rows read\n[exit code: 0]'))).toEqual([
      '`python repro.py` succeeded: 40 rows read',
    ])
  })

  test('[V9] what a look beside a command shows is not what the command printed', () => {
    expect(lines(run(1, 'git checkout v2.9.0 -- a.py && grep -n "def" a.py', '    continue\n[exit code: 0]'))).toEqual([
      '`git checkout v2.9.0 -- a.py && grep -n "def" a.py` succeeded',
    ])
    expect(lines(run(1, 'python a.py && cat out.txt', 'total: 12\n[exit code: 0]'))).toEqual([
      '`python a.py && cat out.txt` succeeded: total: 12',
    ])
  })

  test('[V9] a failure is no line after a line that runs the same command with others, and passed', () => {
    const failed = run(1, 'npm publish --tag next', 'npm error code E403', true)
    const after = (command: string) => lines(failed, run(3, command, '+ app@1.1.0\n[exit code: 0]')).join('\n')
    expect(after('npm version minor && npm publish --tag next')).not.toContain('failed')
    expect(after('npm publish --tag beta')).toContain('`npm publish --tag next` failed: npm error code E403')
  })

  test('[V5] what a script says of one of its files is not said of the others', () => {
    const script = [
      '# Update the tests to expect None',
      'text = open("tests/test_a.py").read()',
      'open("tests/test_a.py", "w").write(text)',
      '# Fix src/loader.py for empty names',
      'open("src/loader.py", "w").write(open("src/loader.py").read())',
    ].join('\n')
    const source = run(1, `cat > fix.py <<'EOF'\n${script}\nEOF\npython fix.py`, 'done\n[exit code: 0]')
    expect(editsOf(source).map(editText)).toEqual(['edited loader.py: Fix src/loader.py for empty names'])
  })

  test.each([
    ['Die Frist ist der 29. Mai. Jonas fehlt.', ['Die Frist ist der 29. Mai.', 'Jonas fehlt.']],
    ['Es wird (3. Juni) geliefert.', ['Es wird (3. Juni) geliefert.']],
    ['It costs 29. Jonas pays.', ['It costs 29.', 'Jonas pays.']],
    ['It was 2019. Mai came later.', ['It was 2019.', 'Mai came later.']],
  ])('[C10] a day before its month ends no sentence: %s', (text, sentences) => {
    expect(splitSentences(text)).toEqual(sentences)
  })
})

describe('missing lines', () => {
  test('[V9] calls that act outside are named before how turns ended, and before filler', () => {
    const turn = (seq: number, ...acts: SourceMessage[][]) => [
      typed(seq, `Question ${seq} about order 88412, with the lamp that broke and the two charges?`),
      ...acts.flat(),
      said(
        seq + 8,
        `I looked at order 88412 in detail. The courier of step ${seq} comes on day ${seq} with form F-${seq}, and the shop keeps the lamp.`,
      ),
    ]
    const source = [
      ...turn(1, call(2, 'escalate_case', { case: 'CS-7781', team: 'returns' }, { ok: true })),
      ...turn(20, call(21, 'set_contact_preference', { customer: 'C-22', channel: 'email' }, { ok: true })),
      ...[40, 60, 80, 100, 120].flatMap((seq) => turn(seq)),
    ]
    const asked = source.filter(({ role }) => role === 'user')
    const numberOf = (seq: number) => asked.filter((one) => one.seq <= seq).length
    const turnOf = new Map(source.map(({ seq }) => [seq, numberOf(seq)]))
    const requests = new Map(asked.map(({ seq }) => [numberOf(seq), { seq, text: `Question ${seq} about the lamp?` }]))
    const { text } = composeCheckpoint({
      ...{ accepted: [], source, anchors: [], already: [], heading: '[Checkpoint]', ceilingTokens: 230, count },
      turns: { turnOf, requests, lastTurn: asked.length },
    })
    expect(text).toContain('escalate_case(case: CS-7781, team: returns)')
    expect(text).toContain('set_contact_preference(customer: C-22, channel: email)')
  })

  const composed = (ceilingTokens: number, ...source: SourceMessage[][]) =>
    composeCheckpoint({
      ...{
        accepted: [],
        source: source.flat(),
        anchors: [],
        already: [],
        heading: '[Checkpoint]',
        ceilingTokens,
        count,
      },
    }).text

  test('[V9] acting calls that differ only in names share a row, and keep their arguments and results', () => {
    const credits = Array.from({ length: 8 }, (_, n) =>
      call(1 + 2 * n, 'issue_credit', { customer: `C-${n}`, amount: 5 * n + 1 }, { success: true, credit: `CR-${n}` }),
    )
    const text = composed(420, ...credits)
    for (let n = 0; n < 8; n++) expect(text).toMatch(new RegExp(`C-${n}\\D+${5 * n + 1}\\D+CR-${n}`))
  })

  test('[V9] acting calls that do not fit lose what they printed, then further arguments, and are all named', () => {
    const acts = ['cancel_order', 'book_flight', 'send_letter', 'open_case', 'close_account', 'move_date'].map(
      (name, n) =>
        call(
          1 + 2 * n,
          name,
          { id: `Q-${n}7`, note: `because of reason ${n} of the ${name}` },
          { status: `state ${n} is kept here` },
        ),
    )
    const text = composed(200, ...acts)
    for (let n = 0; n < 6; n++) expect(text).toContain(`Q-${n}7`)
    expect(text).not.toContain('is kept here')
  })

  test('[V9] the row after one that ends with a colon says what failed', () => {
    expect(failureLine("thread 'main' panicked at src/main.rs:12:33:\ncalled `unwrap()` on `None`")).toBe(
      "thread 'main' panicked at src/main.rs:12:33: called `unwrap()` on `None`",
    )
  })

  test('[C10] [C11] the question that a short reply answers, and what the next sentence is about, are no chaff', () => {
    const source = [2, 4, 6, 8, 10].map((seq) =>
      said(
        seq,
        seq === 4 ? 'The ryokan Okada in Hakone has western beds and a private bath. Shall I book it?' : `Fact ${seq}.`,
      ),
    )
    const texts = (reply: string) =>
      saidLines(source, { turnOf: new Map([[4, 2]]), requests: new Map([[3, { seq: 5, text: reply }]]) }, count).map(
        ({ text }) => text,
      )
    expect(texts('yes')).toContain(
      '#4 The ryokan Okada in Hakone has western beds and a private bath. Shall I book it?',
    )
    expect(texts('Please compare it with the other two first. '.repeat(4))).toContain(
      '#4 The ryokan Okada in Hakone has western beds and a private bath.',
    )
  })
})

describe('empty lines', () => {
  test.each([
    ["WARNING: Running pip as the 'root' user can break permissions", ''],
    ['Error:\nTest 2:\nError:', ''],
    ['Result: 0\nResult: 0\nResult: 0', 'Result: 0'],
    ['0.85 of all rows are right', '0.85 of all rows are right'],
    ['Requirement already satisfied: six in /usr/lib (from dateutil->pandas) (1.17.0)', ''],
    ['0 issues.\nFinished in 46.5ms\nFinished in 3.3s', '0 issues.'],
  ])('[V9] of %j, %j is what it printed', (output, printed) => {
    expect(printedOf(output)).toBe(printed)
  })

  test.each(NOTICES.map((notice) => [notice.name, notice] as const))(
    '[V9] the notice "%s"',
    (_, { line, like, unlike }) => {
      expect([like.length, unlike.length].every((length) => length > 1)).toBe(true)
      for (const text of like) expect([text, line.test(text)]).toEqual([text, true])
      for (const text of unlike) expect([text, line.test(text)]).toEqual([text, false])
    },
  )

  test('[C10] a talk has no line with its reactions beside what was said', () => {
    const source = [2, 4, 6, 8, 10].map((seq) =>
      said(seq, `That sounds wonderful! Okada number ${seq} in Hakone costs ${200 + seq} euros with a bath.`),
    )
    const turns = { turnOf: new Map(source.map(({ seq }) => [seq, seq - 1])), requests: new Map(), lastTurn: 9 }
    const { text } = composeCheckpoint({
      ...{ accepted: [], source, anchors: [], already: [], heading: '[Checkpoint]', ceilingTokens: 600, count, turns },
    })
    expect(text).toContain('Okada number 4')
    expect(text).not.toContain('wonderful')
  })

  test('[C10] what a look looked for is no line beside others', () => {
    const source = [
      ...call(1, 'lookup_order', { order_id: '88412' }, { status: 'delivered' }),
      ...call(3, 'issue_refund', { charge: 'ch_2', amount: 64 }, { refund: 're_551' }),
    ]
    const { text } = composeCheckpoint({
      ...{ accepted: [], source, anchors: [], already: [], heading: '[Checkpoint]', ceilingTokens: 400, count },
    })
    expect(text).toContain('issue_refund(charge: ch_2, amount: 64)')
    expect(text).not.toContain('lookup_order')
  })
})

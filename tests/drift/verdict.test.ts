import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Intent } from '../../src/domain/drift/indicator.js'
import { stepOf, stepOfText } from '../../src/domain/drift/step.js'
import { DRIFT_BELOW, judgeDrift, type DriftAnswer, type DriftQuestion } from '../../src/domain/drift/verdict.js'
import type { SourceMessage } from '../../src/domain/source/types.js'
import { called, returned, said, typed } from '../summary/spans.js'

const INTENT: Intent = {
  source: 'first-human-message',
  text: 'Please fix the rounding of total_price in src/cart/total.ts',
}

function judge(text: string, over: Partial<DriftQuestion> = {}): DriftAnswer {
  return judgeDrift({
    step: stepOfText(text),
    intent: INTENT,
    messages: cartSession(12),
    known: [],
    stepsSinceCompression: null,
    artifacts: 0,
    meaning: { without: 'not asked' },
    ...over,
  })
}
const indicator = ({ indicators }: DriftAnswer, name: string) => indicators.find((one) => one.name === name)!

/** Steps that keep to one matter. */
function cartSession(rounds: number): SourceMessage[] {
  return Array.from({ length: rounds }, (_, n): SourceMessage[] => [
    called(3 * n + 1, 'Read', { file_path: `src/cart/total_${n % 4}.ts` }),
    returned(
      3 * n + 2,
      'Read',
      `export function roundUp_${n % 4}(totalPrice) { return Math.ceil(totalPrice * taxRate) }`,
    ),
    said(3 * n + 3, `The rounding in roundUp_${n % 4} loses a cent of totalPrice before taxRate is applied.`),
  ]).flat()
}

const name = fc.stringMatching(/^[a-z]{3,8}_[a-z]{3,8}$/)
const names = (from: number, to: number) => fc.uniqueArray(name, { minLength: from, maxLength: to })

test('[Q3] a step of things the session has just talked about is aligned, whatever they are', () => {
  fc.assert(
    fc.property(names(6, 30), fc.integer({ min: 1, max: 30 }), (subject, some) => {
      const messages = subject.map((term, n) =>
        said(n + 1, `Look at ${term} and then at ${subject[(n * 7) % subject.length]}`),
      )
      const answer = judge(subject.slice(-some).slice(-20).join(' '), { messages })
      expect(answer.verdict).toBe('ALIGNED')
    }),
  )
})

test('[Q3] a step of names that were never said is drift', () => {
  fc.assert(
    fc.property(names(12, 24), (all) => {
      const [subject, foreign] = [all.slice(0, -6), all.slice(-6)]
      const messages = Array.from({ length: 30 }, (_, n) =>
        said(n + 1, `Now ${subject[n % subject.length]} and ${subject[0]} again`),
      )
      const answer = judge(`Open ${foreign.join(' and ')}`, { messages })
      expect(answer.verdict).toBe('DRIFT_DETECTED')
    }),
  )
})

test('[Q3] naming one more thing that the session knows instead of a new one never makes a step worse', () => {
  fc.assert(
    fc.property(names(20, 20), fc.integer({ min: 0, max: 9 }), (all, known) => {
      const [subject, foreign] = [all.slice(0, 10), all.slice(10)]
      const messages = subject.map((term, n) => said(n + 1, `Look at ${term}`))
      const step = (count: number) => [...subject.slice(0, count), ...foreign.slice(count)].join(' ')
      const worse = indicator(judge(step(known), { messages }), 'trajectory').score
      const better = indicator(judge(step(known + 1), { messages }), 'trajectory').score
      expect(better).toBeGreaterThanOrEqual(worse)
    }),
  )
})

test('[Q3] any texts get a verdict that follows from the score, and every indicator its reason', () => {
  const text = fc.string({ unit: 'binary', maxLength: 300 })
  fc.assert(
    fc.property(text, text, fc.array(text, { maxLength: 12 }), (action, intent, talk) => {
      const messages = talk.map((words, n) => (n % 2 === 0 ? typed(n + 1, words) : said(n + 1, words)))
      const answer = judge(action, {
        intent: { source: 'first-human-message', text: intent },
        messages,
        stepsSinceCompression: 1,
      })
      expect(answer.score).toBeGreaterThanOrEqual(0)
      expect(answer.score).toBeLessThanOrEqual(1)
      expect(answer.verdict).toBe(answer.score < DRIFT_BELOW ? 'DRIFT_DETECTED' : 'ALIGNED')
      expect(answer.indicators.map((one) => one.name)).toEqual([
        'intent-match',
        'trajectory',
        'clarification',
        'completion',
      ])
      for (const { score, reason } of answer.indicators) {
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(1)
        expect(reason).not.toBe('')
      }
    }),
  )
})

test('[Q3] a session that always brings new words is measured by its own habit', () => {
  const chat = (steady: boolean) =>
    Array.from({ length: 30 }, (_, n) =>
      said(n + 1, steady ? 'We walk along the river again' : `Words${n}a words${n}b words${n}c about the river`),
    )
  const action = 'Something quite new about the river tonight'
  expect(judge(action, { messages: chat(false) }).score).toBeGreaterThan(judge(action, { messages: chat(true) }).score)
})

test('[Q3] nothing strays from a session that has only begun, and a single word says too little', () => {
  const foreign = 'Read kernel_config.yml, boot_loader.c and init_ramdisk.sh'
  expect(judge(foreign).verdict).toBe('DRIFT_DETECTED')
  expect(judge(foreign, { messages: cartSession(1) }).verdict).toBe('ALIGNED')
  expect(judge('boot_loader.c').verdict).toBe('ALIGNED')
})

test('[Q3] Chinese and Japanese sessions are judged like others', () => {
  const session = Array.from({ length: 12 }, (_, n) =>
    said(n + 1, `我们正在修改购物车的总价计算，第${n}步检查税率和四舍五入的结果。`),
  )
  expect(judge('接下来检查购物车的税率和总价计算。', { messages: session }).verdict).toBe('ALIGNED')
  expect(judge('推荐几家北京附近适合家庭的温泉酒店和烤鸭餐厅吧。', { messages: session }).verdict).toBe(
    'DRIFT_DETECTED',
  )
  const japanese = Array.from({ length: 12 }, (_, n) =>
    said(n + 1, `ログイン画面の入力検証を修正しています。手順${n}を確認します。`),
  )
  expect(judge('次にログイン画面の入力検証を確認します。', { messages: japanese }).verdict).toBe('ALIGNED')
  expect(judge('来週の京都旅行のホテルと新幹線を予約しましょう。', { messages: japanese }).verdict).toBe(
    'DRIFT_DETECTED',
  )
})

test('[Q3] what is in a checkpoint is known, though its messages are far behind', () => {
  const action = 'Compare invoice_number with customer_ledger in billing_export.go'
  expect(judge(action).verdict).toBe('DRIFT_DETECTED')
  expect(judge(action, { known: ['- billing_export.go writes invoice_number to customer_ledger'] }).verdict).toBe(
    'ALIGNED',
  )
})

describe('[Q3] asking what it was to do, right after a compression', () => {
  const asks = 'Could you remind me what we were doing in src/cart/total_1.ts?'
  const sign = (text: string, since: number | null) =>
    indicator(judge(text, { stepsSinceCompression: since }), 'clarification')
  test.each([
    asks,
    'I no longer have the earlier conversation. What would you like me to work on?',
    '请问您想让我继续做什么？',
    'もう一度目的を教えてください。',
  ])('speaks against a step: %s', (text) => {
    expect(sign(text, 1)).toMatchObject({ score: 0 })
    expect(sign(text, 1).weight).toBeGreaterThan(0)
  })
  test('says nothing later, before any compression, or when the step goes on working', () => {
    expect(sign(asks, 3).weight).toBe(0)
    expect(sign(asks, null).weight).toBe(0)
    expect(sign('The rounding is wrong in roundUp_1. I will read it now.', 1).weight).toBe(0)
    const working = stepOf({
      parts: [...said(9, asks).parts, ...called(9, 'Read', { file_path: 'src/cart/total_1.ts' }).parts],
    })
    expect(indicator(judge('', { step: working, stepsSinceCompression: 1 }), 'clarification').weight).toBe(0)
  })
})

test.each([
  'What should I work on?',
  'How can I help you?',
  'What would you like me to do?',
  'I no longer have the earlier conversation. What would you like me to work on in src/cart/total_1.ts?',
  "I don't see any previous context about roundUp_1 and totalPrice.",
])('[Q3] a sure sign of a lost task decides alone, right after a compression only: %s', (text) => {
  expect(judge(text, { stepsSinceCompression: 1 }).verdict).toBe('DRIFT_DETECTED')
  expect(judge(text, { stepsSinceCompression: null }).verdict).toBe('ALIGNED')
})

test('[Q3] a question that names what the session is about is no drift by itself', () => {
  const asks = 'Could you clarify how roundUp_1 should round totalPrice in src/cart/total_1.ts?'
  expect(judge(asks, { stepsSinceCompression: 1 }).verdict).toBe('ALIGNED')
})

describe('[Q3] saying that it is done', () => {
  const done = 'The fix is complete: the rounding of totalPrice in total_1.ts has been implemented.'
  const sign = (over: Partial<DriftQuestion>) => indicator(judge(done, over), 'completion')
  const edit = called(90, 'Edit', { file_path: 'src/cart/total_1.ts', old_string: 'a', new_string: 'b' })
  test('speaks against a step when no file was written', () => {
    expect(sign({})).toMatchObject({ score: 0, reason: 'claims completion, but no file was written' })
    expect(judge(done).score).toBeLessThan(judge('The rounding of totalPrice in total_1.ts loses a cent.').score)
  })
  test('also when the only call that wrote one has failed', () => {
    const failed = [edit, returned(91, 'Edit', 'Error: file not found', true, 'call_90')]
    expect(sign({ messages: [...cartSession(12), ...failed] }).score).toBe(0)
  })
  test.each([
    ['a tool wrote a file', { messages: [...cartSession(12), edit] }],
    [
      'a command wrote one',
      { messages: [...cartSession(12), called(90, 'Bash', { command: "sed -i 's/a/b/' src/cart/total_1.ts" })] },
    ],
    ['the ledger names a file from long ago', { artifacts: 1 }],
    [
      'the intent asks for an answer only',
      { intent: { source: 'goal' as const, text: 'Explain how the cart gets its total price' } },
    ],
  ])('says nothing when %s', (_, over) => expect(sign(over).weight).toBe(0))
  test.each(['```bash\nnpm test\n```', '<bash>npm test</bash>'])(
    'says nothing while the text has a command: %j',
    (command) => expect(indicator(judge(`${done}\n${command}`), 'completion').weight).toBe(0),
  )
})

describe('[Q3] intent match', () => {
  const sign = (over: Partial<DriftQuestion>) =>
    indicator(judge('Look at roundUp_1 for the rounding', over), 'intent-match')
  test('goes by embeddings where there are some, against the likeness of the session’s own steps', () => {
    const far = sign({ meaning: { model: 'nomic-embed-text', step: 0.2, own: [0.6, 0.7, 0.8] } })
    const near = sign({ meaning: { model: 'nomic-embed-text', step: 0.75, own: [0.6, 0.7, 0.8] } })
    expect(far.score).toBeCloseTo(0.2 / 0.7, 2)
    expect(near.score).toBe(1)
    expect(far.reason).toContain('nomic-embed-text')
    // Measured: meaning shows no more of drift than words do.
    expect(far.weight).toBe(sign({}).weight)
  })
  test('says why it goes by words', () =>
    expect(sign({ meaning: { without: 'nomic-embed-text: timeout' } }).reason).toContain('timeout'))
  test('says nothing about an intent without content', () =>
    expect(sign({ intent: { source: 'first-human-message', text: 'yes and yes' } }).weight).toBe(0))
})

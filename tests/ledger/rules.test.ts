import { expect, test } from 'vitest'
import { ledgerEntriesOf } from '../../src/domain/ledger/ledger.js'

/** Which sentences of a message are rules and decisions of the person who wrote it. */

const entriesOf = (text: string) =>
  ledgerEntriesOf([{ seq: 1, role: 'user', origin: 'human', parts: [{ kind: 'text', text }] }])
const rulesOf = (text: string) => entriesOf(text).flatMap(({ kind, text: one }) => (kind === 'constraint' ? [one] : []))
const decisionsOf = (text: string) =>
  entriesOf(text).flatMap(({ kind, text: one }) => (kind === 'decision' ? [one] : []))

/** Prose without a rule, longer than a person writes to an assistant. */
const PROSE = 'The harbor was quiet, and the boats were small and gray. '.repeat(40)

test.each([
  'Throughout our whole chat, please avoid long words.',
  'For the rest of our conversation, could you end with a proverb?',
  'In each of your answers, cite one source.',
  'I would like you to reply to each question with a haiku.',
  'Keep each chapter under 15 pages.',
  'Make the poem at least 40 lines.',
  'Please avoid the word harbor.',
  'Fix it without touching the tests.',
  'Keep the tests untouched.',
  'It should be at most 40 lines.',
  'Add a flag, no new dependencies.',
  'Ändere die Tests nicht.',
  '别改测试。',
  'Für den Rest unseres Gesprächs antworte bitte in Reimen.',
  '在整个对话中，请用短句。',
])('[C9] an order for a conversation or a measure of what is made is a rule: %s', (rule) => {
  expect(rulesOf(`What makes a tide? ${rule}`).join()).toContain(rule)
})

test.each([
  'I must leave the flat in three days.',
  'The fair is only open when the tide is low.',
  'She can only sail at night.',
  'Please do not hesitate to call our office.',
  'Thanks for each of your answers.',
  'I fixed it without touching the tests.',
  'Which boats sail without using fuel?',
  'Die Boote sind nicht alt.',
])('[C9] [P14] a sentence with the words of a rule that asks nothing of the reader is none: %s', (sentence) => {
  expect(rulesOf(`${sentence} What makes a tide?`)).toEqual([])
})

test('[C9] [P14] in a long text, what a thing must be is the rule of someone else; an order is a rule wherever it is', () => {
  const must = 'The tenant must sweep the pier.'
  expect(rulesOf(must)).toEqual([must])
  expect(rulesOf(`${PROSE}\n${must}\n${PROSE}`)).toEqual([])
  expect(rulesOf(`${PROSE}\n${must}\n${PROSE}\nNever use lists.`)).toEqual(['Never use lists.'])
  expect(rulesOf(`## Rules\n${must}\n${PROSE}`)).toEqual([must])
  expect(rulesOf(`## Rules\n${must}\n${PROSE.repeat(5)}`)).toEqual([])
})

test('[C9] [P14] [M11] a letter beside a request is shown; a message that is a letter is for the reader', () => {
  const letter = 'Dear Odalys,\nthe copy must not fade. I live in Rome.\nBest regards,\nOtto\nThe Pier'
  expect(entriesOf(`Make this shorter.\n\n${letter}\n\nNever use lists.`).map(({ text }) => text)).toEqual([
    'Never use lists.',
  ])
  expect(entriesOf(letter).map(({ text }) => text)).toEqual(['the copy must not fade.', 'I live in Rome'])
  const german = 'Sehr geehrte Frau Ort,\nich wohne in Rom.\nMit freundlichen Grüßen\nOtto'
  expect(entriesOf(`Kürze das.\n${german}`)).toEqual([])
  expect(entriesOf('Dear helper,\nnever use lists.\nThe copy must not fade.').map(({ text }) => text)).toEqual([
    'never use lists.',
    'The copy must not fade.',
  ])
})

test.each([
  ['We decided to use Postgres for the queue.', 1],
  ['Use tabs instead of spaces for the code.', 1],
  ['She decided to use Postgres for the queue.', 0],
  ['The queue was chosen by lot by the others.', 0],
  ['I decided to visit the harbor with Odalys.', 0],
] as const)('[C9] [P14] a decision is one of the person, and lasts: %s', (text, count) => {
  expect(decisionsOf(text)).toHaveLength(count)
})

test('[C9] [P14] in a long text, only a decision that lasts beyond the task is one of the person', () => {
  const [passing, lasting] = [
    'Going with the old crew, we opted for rice.',
    'We decided to use Postgres for the queue.',
  ]
  expect(decisionsOf(passing)).toEqual([passing])
  expect(decisionsOf(`${PROSE}\n${passing}\n${lasting}`)).toEqual([lasting.slice(0, -1)])
})

test.each([
  ['Always follow these steps:\n1. Run the linter\n2. Run the tests', ''],
  ['Follow these rules:\n- tabs only\n\n- no emojis', '\n\nNow fix the parser.'],
  ['Befolge diese Regeln:\n- Leerzeichen\n- kurze Namen', '\nDanke.\n'],
  ['请遵守以下规则：\n1. 运行检查\n2. 提交', ''],
  ['Never do the following:\nrename a file\nmove a file', '\n\nThe rest is free.'],
])('[C9] a rule that ends with a colon is kept with what is below it: %s', (rule, rest) => {
  expect(rulesOf(`${rule}${rest}`)).toEqual([rule])
  expect(rulesOf(`${rule}${rest}`.replaceAll('\n', '\r\n'))).toEqual([rule])
})

test('[C9] a list that is too long ends with an item, and a rule without what is below it says nothing', () => {
  const items = Array.from({ length: 90 }, (_, at) => `- step ${at} of many`)
  const [rule = ''] = rulesOf(`Always follow these steps:\n${items.join('\n')}`)
  expect(rule.length).toBeLessThanOrEqual(800)
  expect(items).toContain(rule.split('\n').at(-1))
  expect(rulesOf('Always use this form:\n```\na = b\n```')).toEqual([])
})

test.each([
  ['Make a plan from this article: ', ''],
  ['Please translate the following text.\n\n', ''],
  ['Fasse diesen Artikel zusammen:\n', ''],
  ['总结以下文章：', ''],
  ['', '\n\nPlease shorten the text above.'],
])('[C9] [P14] what a message points at has the words of others: "%s" … "%s"', (before, behind) => {
  const shown = `${PROSE.slice(0, 700)}\nNever sail alone. The crew must not sleep.\n${PROSE.slice(0, 100)}`
  expect(rulesOf(`${before}${shown}${behind}`)).toEqual([])
  expect(rulesOf(shown)).toHaveLength(2)
  if (behind === '')
    expect(rulesOf(`${before}${shown}\n\nNever use lists, please.`)).toEqual(['Never use lists, please.'])
})

test('[C9] a short text may be what the person says, though the message points at it', () => {
  expect(rulesOf('Use this text:\nNever sail alone.')).toEqual(['Never sail alone.'])
})

/** What friends write to each other, in own words. */
test.each([
  "Don't let the rain stop you, the coast is lovely.",
  "Never give up, and don't be scared of the exam!",
  'Always happy to lend you the tent.',
  'Always been fond of ferries.',
  'Never had the chance to sail there.',
  'You must really enjoy the garden.',
  'The old pier must have been a sight.',
  'It must add so much light to the hall.',
  'You can always stay with us.',
  'The ferry will never be on time.',
  'I think museums should not close at four.',
])('[C9] [P14] encouragement, guesses and opinions are no rules: %s', (text) => {
  expect(rulesOf(text)).toEqual([])
})

test.each([
  'Always put the tests first.',
  "Don't let the build fail.",
  'Only use the given names.',
  'Commits must have a body.',
  'You may only edit the docs.',
  'I think you should never push to main.',
])('[C9] an order in similar words is one: %s', (text) => {
  expect(rulesOf(text)).toEqual([text])
})

import { describe, expect, test } from 'vitest'
import { extractionSource } from '../support/extraction.js'
import { ledgerEntriesOf } from '../../src/domain/ledger/ledger.js'
import { isDecision, isInstruction, isPersonsDecision } from '../../src/domain/source/decisions.js'
import type { SourceMessage } from '../../src/domain/source/types.js'
import { extractLines } from '../../src/domain/summary/extractive.js'
import { count, returned, said, typed } from './spans.js'

const kindsOf = (source: SourceMessage[]) =>
  extractLines(extractionSource(source), { budgetTokens: 400, count }).map(({ kind, text }) => [kind, text])
/** A call that the person at the client refused, with their words. */
const refused = (words: string) =>
  returned(
    4,
    'Bash',
    `The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\n${words}`, // words: ok
    true,
  )
const decisions = (source: SourceMessage[]) =>
  kindsOf(source).flatMap(([kind, text]) => (kind === 'decision' ? [text] : []))

describe('[C4] why a person refused a call', () => {
  test.each([
    "hang on a sec, I'll get you a raw transcript log file to look at",
    'wait, let me check the branch src/main.ts first',
    'ok so have a look at this first https://example.org/issue/ENT-250 - I wrote it a little while ago',
    'could you show me what src/app.ts prints before that?',
    'do the read and webfetch tool calls follow a similar pattern?',
    'hello, good morning and thanks for src/app.ts',
    "or something descriptive? but yeah let's not worry too much about it as long as it doesn't add confusion",
    "actually maybe let's test src/app.ts first",
    'we have more inbound changes coming from parent alex/ent-221-phase-aware-git-hooks',
  ])('is no decision if it is an aside, a question, a greeting, news, or a request to look: %s', (words) => {
    expect(decisions([refused(words)])).toEqual([])
  })

  test.each([
    "there is already scoped transcript functionality in explain, let's avoid code duplication",
    "ok so let's do this as a separate PR",
    'I think we should separate the hook types for clarity.',
    'can you use a switch case instead of linked ifelse?',
    'no, keep the parser of version 2 and rename it to oldParser',
  ])('is a decision if it says what to do instead: %s', (words) => {
    expect(decisions([refused(words)])).toEqual([words])
  })
})

test('[C4] an answer to a question is a decision, what the client adds is none', () => {
  const answer = 'User has answered your questions: "Which store should keep it?"="The store blob_store".'
  const added = "You can now continue with the user's answers in mind."
  expect(kindsOf([returned(4, 'AskUserQuestion', `${answer} ${added}`)])).toEqual([['decision', answer]])
})

test.each([
  [
    'of several questions',
    '"Which store, if any?"="Postgres", "Which port? None is free."="7420", "And "never" push?"="Yes"',
    ['"Which store, if any?"="Postgres"', '"Which port? None is free."="7420"', '"And "never" push?"="Yes"'],
  ],
  [
    'in a language without blanks, with a note',
    '"保存先は？今のままで良いですか？"="別の保存先。Postgres を使う" user notes: Postgres を使う, "範囲は？"="全部"',
    [
      '"保存先は？今のままで良いですか？"="別の保存先。Postgres を使う" user notes: Postgres を使う',
      '"範囲は？"="全部"',
    ],
  ],
])('[C4] each answer stays with its question: %s', (_, pairs, lines) => {
  const lead = 'User has answered your questions: '
  const text = `${lead}${pairs}. You can now continue with the user's answers in mind.`
  const found = kindsOf([returned(4, 'AskUserQuestion', text)])
  expect(found.map(([kind]) => kind)).toEqual(lines.map(() => 'decision'))
  expect(found.map(([, line]) => line)).toEqual([`${lead}${lines[0]}`, ...lines.slice(1, -1), `${lines.at(-1)}.`])
})

test('[C4] an answer that is too long for a line leaves its question out, and is read by its sentences', () => {
  const long = 'Keep the parser of version two in src/parser.ts. '.repeat(12).trim()
  const text = `User has answered your questions: "Which parser?"="${long}". You can now continue.`
  expect(kindsOf([returned(4, 'AskUserQuestion', text)])[0]).toEqual([
    'decision',
    'Keep the parser of version two in src/parser.ts.',
  ])
})

test('[C4] an assistant decides nothing with the item of a plan, only reports what was decided', () => {
  const plan = 'Keep the tool entry but with minimal detail (for example "Skill: name", not the full content)'
  const report = 'We decided to keep the entry of the tool in src/entry.ts.'
  expect(kindsOf([said(1, plan)])).toEqual([['fact', plan]])
  expect(kindsOf([said(1, report)])).toEqual([['decision', report]])
})

test.each([
  ["We haven't decided which parser reads src/a.ts.", false],
  ['You could have chosen another store for it.', false],
  ["Well, we'll keep this in mind and then discuss it later on.", false],
  ["I don't think the rule should depend on the guidelines being decided.", false],
  ['Why was it decided that the queue uses Redis?', false],
  ['Have a look at what we decided for the queue.', false],
  ["Wait, we'll go with Postgres for the queue.", true],
  ['ok so we decided to use Postgres for the queue', true],
  ['Use tabs instead of spaces in src/a.ts', true],
])('[C9] a person decides: %s %s', (text, isOne) => {
  expect(isPersonsDecision(text)).toBe(isOne)
  const kinds = ledgerEntriesOf([{ ...typed(3, text), origin: 'human' }]).map(({ kind }) => kind)
  expect(kinds.includes('decision')).toBe(isOne)
})

test('[C9] what people wonder about or expect is no rule', () => {
  const rulesIn = (text: string) => ledgerEntriesOf([{ ...typed(3, text), origin: 'human' }]).map((entry) => entry.text)
  for (const text of [
    "I'm wondering if the name is wrong if it is only called in handleEnd.",
    'though that may not clear out session files, add it to a list',
    "the git operations don't have the session context so they only have to guess, yeah?",
    "Logs don't seem to show the state transitions anymore.",
    "Then, let's pop a comment into #162 saying that we probably don't need it any more given this PR stack?",
  ])
    expect(rulesIn(text), text).toEqual([])
  for (const text of ['You may not share the key.', 'Only use npm ci, and never touch package.json.'])
    expect(rulesIn(text), text).toEqual([text])
})

test('[C4] an instruction is no decision that was made', () => {
  expect(isInstruction("let's do this as a separate PR")).toBe(true)
  expect(isDecision("let's do this as a separate PR")).toBe(false)
  expect(isDecision('But that makes no sense because we decided otherwise.')).toBe(false)
})

import { expect, test } from 'vitest'
import { isTalk, saidLines } from '../../src/domain/digest/said.js'
import { toSource } from '../../src/domain/source/source.js'
import type { SourceMessage } from '../../src/domain/source/types.js'
import { called, count, returned, said } from '../summary/spans.js'

/** Turn of each message: every other message of the session is of a person. */
const facts = (source: readonly SourceMessage[]) => ({
  turnOf: new Map(source.map(({ seq }) => [seq, Math.ceil(seq / 2)])),
  requests: new Map(),
})
const ANSWERS = [
  'Wow, thanks!',
  'That sounds great. I sold the bakery in Uppsala to Henrik Lund in 2019.',
  'So cool, thanks!',
  'Wow, that is great. My brother plays the cello at the Kassel theater every Thursday.',
  'Great, thanks!',
  'Do you like it?',
  'We moved the greenhouse behind the old railway station.',
  'So great!',
]
const TALK = ANSWERS.map((text, at) => said(2 * at + 2, text))

test('[C10] [P13] of a conversation each message is quoted with its number, what says most as most important, without chaff', () => {
  const lines = saidLines(TALK, facts(TALK), count)
  const best = lines.toSorted((a, b) => b.importance - a.importance).slice(0, 3)
  expect(best.map(({ text }) => text).toSorted()).toEqual([
    '#14 We moved the greenhouse behind the old railway station.',
    '#4 I sold the bakery in Uppsala to Henrik Lund in 2019.',
    '#8 My brother plays the cello at the Kassel theater every Thursday.',
  ])
  const reactions = lines.filter(({ text }) => /thanks!|So great!$/.test(text))
  expect(Math.max(...reactions.map(({ importance }) => importance))).toBeLessThan(best[2]!.importance - 0.1)
})

test('[C10] every quoted sentence is verbatim, in Chinese as well', () => {
  const chinese = [
    '好的。',
    '我在2019年把面包店卖给了亨里克。',
    '谢谢！',
    '我弟弟每周四在卡塞尔剧院拉大提琴。',
    '太好了。',
    '嗯。',
  ]
  const source = chinese.map((text, at) => said(2 * at + 2, text))
  const lines = saidLines(source, facts(source), count)
  const best = lines.toSorted((a, b) => b.importance - a.importance).slice(0, 2)
  expect(best.map(({ text }) => text).toSorted()).toEqual([`#4 ${chinese[1]}`, `#8 ${chinese[3]}`].toSorted())
})

test('[C10] [P14] a message that names its author is quoted with the name, once', () => {
  const shape = [{ kind: 'text' as const, tokens: 1 }]
  const texts = [
    'emil: the Kassel theater moved',
    'dora: die Bäckerei in Uppsala gehört jetzt Henrik',
    'gut so',
    '好的',
  ]
  const source = texts.map((text, at) =>
    toSource(at + 2, { role: 'user', parts: [{ type: 'text', text }], speaker: 'dora' }, shape),
  )
  const named = source.map(({ parts }) => parts.map((part) => (part.kind === 'text' ? part.text : '')).join(''))
  expect(named).toEqual(['dora: emil: the Kassel theater moved', texts[1], 'dora: gut so', 'dora: 好的'])
  expect(saidLines(source, facts(source), count)[0]!.text).toBe('#2 user: dora: emil: the Kassel theater moved')
})

test('[V5] a span with calls, an agent that speaks several times a turn, and long answers are digested by turn', () => {
  expect(isTalk(TALK, facts(TALK))).toBe(true)
  expect(isTalk(TALK.slice(0, 3), facts(TALK))).toBe(false)
  expect(isTalk([...TALK, called(20, 'Bash', { command: 'ls' }), returned(21, 'Bash', 'a')], facts(TALK))).toBe(false)
  expect(isTalk(TALK, { turnOf: new Map(TALK.map(({ seq }) => [seq, 1])) })).toBe(false)
  expect(
    isTalk(
      TALK.map(({ seq }) => said(seq, 'A long answer of an assistant. '.repeat(30))),
      facts(TALK),
    ),
  ).toBe(false)
})

test('[V5] an answer is long by what it says: Chinese, Japanese, and Korean need a third of the letters', () => {
  const answers = (text: string, times: number) => TALK.map(({ seq }) => said(seq, text.repeat(times)))
  const isOf = (text: string, times: number) => isTalk(answers(text, times), facts(TALK))
  for (const text of ['助理的一个很长的回答。', 'とても長いアシスタントの答え。', '조수의 아주 긴 대답입니다.']) {
    expect(isOf(text, 30), text).toBe(false)
    expect(isOf(text, 10), text).toBe(true)
  }
  expect(isOf('An answer. ', 30)).toBe(true)
})

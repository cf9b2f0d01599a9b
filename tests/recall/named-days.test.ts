import { describe, expect, test } from 'vitest'
import { dateReader } from '../../src/dates/read-dates.js'
import { recallText, type Quote } from '../../src/domain/recall/block.js'
import { asksForTime, dayLine } from '../../src/domain/recall/days.js'
import { LINE_ROWS } from '../../src/knowledge/lines/read.js'
import { textsOf } from '../support/texts-of.js'

const SAID = new Date('2022-10-21T10:00:00Z') // a Friday
const TIME_QUESTIONS = LINE_ROWS.filter(({ kind }) => kind === 'time-question')
const lineOf = (text: string) => dayLine(SAID, dateReader.namedDays(text, SAID)).replace('21 October 2022', '').trim()

describe('[M2] the question for a time', () => {
  test.each(TIME_QUESTIONS.flatMap(({ like }) => textsOf(like)))('%s asks for one', (text) => {
    expect(asksForTime(text)).toBe(true)
  })
  test.each(TIME_QUESTIONS.flatMap(({ unlike }) => textsOf(unlike)))('%s asks for none', (text) => {
    expect(asksForTime(text)).toBe(false)
  })
})

test.each([
  ['My mother visited me 2 days ago.', '(“2 days ago”: 19 October 2022)'],
  ['Yesterday we cooked. Last Friday was fun.', '(“Yesterday”: 20 October 2022; “Last Friday”: 14 October 2022)'],
  [
    'I was ill last week, and yesterday, and YESTERDAY.',
    '(“last week”: about 14 October 2022; “YESTERDAY”: 20 October 2022)',
  ],
  ['We met yesterday afternoon.', '(“yesterday afternoon”: 20 October 2022)'],
  ['后天出发。', '(“后天”: 23 October 2022)'],
  ['I start next month.', '(“next month”: November 2022)'],
  ['We moved three years ago.', '(“three years ago”: 2019)'],
  ['We moved a few years ago.', '(“a few years ago”: about 2019)'],
  ['The day before yesterday it rained.', '(“The day before yesterday”: 19 October 2022)'],
  [
    'Vorgestern war ich da, letzte Woche krank.',
    '(“Vorgestern”: 19 October 2022; “letzte Woche”: about 14 October 2022)',
  ],
  ['昨天我去了。', '(“昨天”: 20 October 2022)'],
  ['Je suis venu il y a deux jours.', '(“il y a deux jours”: 19 October 2022)'],
  ['Ayer fui al médico.', '(“Ayer”: 20 October 2022)'],
])('[M2] %s names %s', (text, line) => {
  expect(lineOf(text)).toBe(line)
})

test.each([
  ...['I met her on 5 May 2021.', 'It was in 2019.', 'We go tonight.', 'This week is long.', 'This year is long.'],
  // A time that lasts or counts from another one, or a weekday before or after the day.
  ...[
    'I have had it for 3 years.',
    'We have not met in two weeks.',
    'Two days later we left.',
    'A week earlier it rained.',
  ],
  ...[
    'On Friday we meet.',
    'Zwei Tage später ging er.',
    '三天后他走了。',
    'Her 3 year old sings.',
    'The key is in the box.',
  ],
])('[P14] %s names no other day', (text) => {
  expect(lineOf(text)).toBe('')
})

test('[M5] a day is written once for its quotes, with what their words name', () => {
  const quote = (seq: number, day: number, text: string): Quote => {
    const date = new Date(Date.UTC(2022, 9, day, 9))
    return {
      sessionId: 's',
      seq,
      role: 'user',
      tool: null,
      date,
      isDated: true,
      text,
      named: dateReader.namedDays(text, date),
    }
  }
  const text = recallText(
    [quote(9, 21, 'I came yesterday.'), quote(8, 21, 'Hi.'), quote(5, 3, 'He called two days ago.')],
    's',
  )
  expect(text.split('\n').slice(1, -1)).toEqual([
    '21 October 2022 (“yesterday”: 20 October 2022):',
    '#9 user: I came yesterday.',
    '#8 user: Hi.',
    '3 October 2022 (“two days ago”: 1 October 2022):',
    '#5 user: He called two days ago.',
  ])
})

test('[M5] a line names at most four dates', () => {
  const text = 'Yesterday, 2 days ago, 3 days ago, 4 days ago, 5 days ago'
  expect(lineOf(text).split(';')).toHaveLength(4)
})

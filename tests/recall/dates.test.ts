import { mayNameDate } from '../../src/dates/parsers.js'
import { expect, test } from 'vitest'
import { dateReader } from '../../src/dates/read-dates.js'

const ASKED = new Date('2023-08-20T10:00:00Z') // a Sunday
const NEWEST = new Date('2023-08-19T09:00:00Z')
const daysOf = (text: string) =>
  dateReader
    .namedDates(text, ASKED, NEWEST)
    .dates.map(({ from, to }) => [from, to - 1].map((ms) => new Date(ms).toISOString().slice(0, 10)).join(' to '))

test.each([
  ['What did I plan for 25 May, 2022?', ['2022-05-25 to 2022-05-25']],
  ['Where was I between August 11 and August 15 2023?', ['2023-08-11 to 2023-08-11', '2023-08-15 to 2023-08-15']],
  ['What happened in July 2022?', ['2022-07-01 to 2022-07-31']],
  ['Which trip did we talk about in November?', ['2022-11-01 to 2022-11-30']],
  ['what did we talk about yesterday?', ['2023-08-19 to 2023-08-19']],
  ['What did I tell you last Friday?', ['2023-08-18 to 2023-08-18']], // words: ok
  ['What was decided two weeks ago?', ['2023-08-03 to 2023-08-09']],
  ['Was habe ich dir gestern gesagt?', ['2023-08-19 to 2023-08-19']],
  ['Worüber haben wir letzte Woche gesprochen?', ['2023-08-10 to 2023-08-16']],
  ['Was stand am 3. März im Plan?', ['2023-03-03 to 2023-03-03']], // words: ok
  ['昨天我说了什么？', ['2023-08-19 to 2023-08-19']],
  ['我在2023年5月4日说了什么？', ['2023-05-04 to 2023-05-04']],
])('[M2] a question names dates: %s', (text, days) => {
  expect(daysOf(text)).toEqual(days)
})

test.each([
  'May I ask something else?',
  'Which cat sat in the sun?',
  'What should I do now?',
  'Is the server on 10.0.0.1:8080 up at 5 pm?',
  'Will you remind me next Friday?',
  'Does version 1.2.3 of the library work?',
  'Do the two of them march on?',
])('[M3] a question that names no earlier day has no dates: %s', (text) => {
  expect(daysOf(text)).toEqual([])
})

test('[M2] the words of a date are not searched for', () => {
  const { rest } = dateReader.namedDates('What did Nate plan on 25 May, 2022 at home?', ASKED, NEWEST)
  expect(rest.replace(/\s+/g, ' ')).toBe('What did Nate plan at home?')
})

test('[M2] only texts with a number or a word of dates are read by the parsers', () => {
  const named = [
    ...[
      'Did I call today?',
      'Is it tonight?',
      'and this morning',
      'that afternoon',
      'in the evening',
      'on Friday',
      'in March',
    ],
    ...[
      'Was war heute?',
      'am Abend',
      'in der Nacht',
      'am Dienstag',
      'im Oktober',
      'vor zwei Wochen',
      'Et aujourd’hui ?',
    ],
    ...[
      'ce matin',
      'ce soir',
      'cette nuit',
      'jeudi',
      'en février',
      '¿Y hoy?',
      'esta noche',
      'por la tarde',
      'el miércoles',
    ],
    ...[
      'что сегодня',
      'утром',
      'вечером',
      'ночью',
      'в субботу',
      'в марте',
      '昨天说了什么',
      '昨日は何',
      'on the 5th',
      'two days ago',
    ],
  ]
  expect(named.filter((text) => !mayNameDate(text))).toEqual([])
  const plain = [
    'Which port does the proxy use?',
    'Wo steht der Schlüssel?',
    'Quel port ?',
    '¿Qué color?',
    'Какой цвет?',
  ]
  expect(plain.filter(mayNameDate)).toEqual([])
})

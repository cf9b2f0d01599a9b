/** Words about days in questions for a time, whose forms are in lines/talk/time-questions.ts. The table is data: what decides with it is in
 * src/dates. [M2] */

/** Parts of words without which a text names no day from that on which it was written. */
export const DAY_WORDS: readonly string[] = [
  ...['yesterday', 'tomorrow', ' ago', 'last ', 'next ', 'past ', 'previous ', 'week', 'month', 'year', ' days'],
  ...[
    'gestern',
    'morgen',
    'vor ',
    'letzt',
    'nächst',
    'vorig',
    'kommend',
    'hier',
    'demain',
    'il y a',
    'derni',
    'prochain',
  ],
  ...['ayer', 'mañana', 'hace ', 'pasad', 'próxim', 'вчера', 'завтра', 'назад', 'прошл', 'следующ'],
  ...['昨', '前', '明', '去年', '后', '上', '下', '先', '来'],
]
/** Parts of words for the day of the question, and of its parts. With those above, a number, and the names of months and weekdays, all that a
 * date in these languages has one of. */
export const PRESENT_WORDS: readonly string[] = [
  ...['today', 'tonight', 'morning', 'afternoon', 'evening', 'heute', 'abend', 'nacht'],
  ...['aujourd', 'matin', 'soir', 'nuit', 'hoy', 'noche', 'tarde', 'сегодня', 'утр', 'вечер', 'ноч'],
]
/** Parts of words that say which of the weekdays is meant. */
export const WEEKDAY_WORDS: readonly string[] = [
  ...[
    'last',
    'past',
    'next',
    'previous',
    'letzt',
    'vorig',
    'nächst',
    'kommend',
    'derni',
    'prochain',
    'pasad',
    'próxim',
  ],
  ...['прошл', 'следующ', '上', '下', '先', '来'],
]
/** Words before a time that lasts: “for three years”, “not in three years”. */
export const SPAN_WORDS: ReadonlySet<string> = new Set(
  'for in within during over seit für pendant depuis durante desde por en'.split(' '),
)
/** Words for a time that counts from another one: “two days later”, “the week before”. Of scripts without spaces, parts of them. */
export const LATER_WORDS: ReadonlySet<string> = new Set(
  'before after later earlier davor danach später früher avant après plus antes después más спустя через'.split(' '),
)
export const LATER_PARTS: readonly string[] = ['后', '後']
/** Those in which such a word counts from the day itself. */
export const DAY_BEFORE: readonly string[] = ['before yesterday', 'after tomorrow', '后天', '前天']
/** Parts of words that leave the number open. */
export const VAGUE_WORDS: readonly string[] = [
  ...[
    'few',
    'couple',
    'several',
    'some',
    'about',
    'around',
    'paar',
    'einig',
    'etwa',
    'ungefähr',
    'quelques',
    'environ',
  ],
  ...['unos', 'unas', 'algun', '几', 'несколько', '数'],
]

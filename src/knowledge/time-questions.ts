/** Forms of a question for a time. The table is data: what decides with it is in src/domain/recall/days.ts. [M2] */
export interface TimeQuestionRow {
  /** Two letters. */
  language: string
  pattern: RegExp
  like: readonly string[]
  unlike: readonly string[]
}

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

export const TIME_QUESTIONS: readonly TimeQuestionRow[] = [
  {
    language: 'en',
    pattern:
      /\b(?:whens?|(?:what|which) (?:day|date|week|month|year)|how long|how many (?:days|weeks|months|years))\b/iu,
    like: [
      ...['When did I visit my aunt?', 'whens the call', "When's the call?", 'What day was the trip?'],
      ...['What date is on it?', 'Which week was it?', 'What month was that?', 'Which year did I move?'],
      ...['How long ago did we meet?', 'How many days did it take?', 'How many weeks is it?', 'How many months?'],
      'How many years have I had it?',
    ],
    unlike: ['Where did I put the key?', 'How many boxes are there?', 'Which color did we choose?'],
  },
  {
    language: 'de',
    pattern:
      /(?<!\p{L})(?:wann|(?:welche[mns]|welcher) (?:Tag|Datum|Woche|Monat|Jahr)|wie lange|wie viele (?:Tage|Wochen|Monate|Jahre))(?!\p{L})/iu,
    like: [
      ...['Wann war ich in Wien?', 'An welchem Tag war das?', 'Welches Datum war das?', 'Welchen Tag hatten wir?'],
      ...[
        'In welcher Woche war das?',
        'In welchem Monat war das?',
        'In welchem Jahr war das?',
        'Wie lange ist das her?',
      ],
      ...['Wie viele Tage dauert es?', 'Wie viele Wochen?', 'Wie viele Monate?', 'Wie viele Jahre?'],
    ],
    unlike: ['Wo war ich?', 'Wie viele Kisten sind es?', 'Welche Farbe war das?'],
  },
  {
    language: 'zh',
    pattern: /什么时候|何时|哪[一]?[天年]|哪个?月|几[号月]|多久|多长时间/u,
    like: [
      ...[
        '我什么时候去的？',
        '何时开始？',
        '哪天出发？',
        '哪一年？',
        '哪个月？',
        '哪月？',
        '几号？',
        '几月？',
        '多久以前？',
        '多长时间？',
      ],
    ],
    unlike: ['我在哪里？', '几个人？'],
  },
  {
    language: 'fr',
    pattern: /(?<!\p{L})(?:quand|quel(?:le)? (?:jour|date|semaine|mois|année)|combien de temps)(?!\p{L})/iu,
    like: [
      ...['Quand ai-je vu le médecin ?', 'Quel jour était-ce ?', 'Quelle date ?', 'Quelle semaine ?', 'Quel mois ?'],
      ...['Quelle année ?', 'Il y a combien de temps ?'],
    ],
    unlike: ['Où est la clé ?', 'Combien de boîtes ?'],
  },
  {
    language: 'es',
    pattern: /(?<!\p{L})(?:cu[áa]ndo|qu[ée] (?:d[íi]a|fecha|semana|mes|año)|cu[áa]nto (?:tiempo|hace))(?!\p{L})/iu,
    like: [
      ...[
        '¿Cuándo fui al médico?',
        'cuando fui',
        '¿Qué día fue?',
        'que dia fue',
        '¿Qué fecha?',
        '¿Qué semana?',
        '¿Qué mes?',
      ],
      ...['¿Qué año?', '¿Cuánto tiempo hace?', '¿Cuánto hace de eso?', 'cuanto hace'],
    ],
    unlike: ['¿Dónde está la llave?', '¿Cuántas cajas hay?'],
  },
]

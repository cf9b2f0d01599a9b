import type { LineRow } from './row.js'

/** Decisions and preferences that last, and those of one day or one act. [M11] */
export const LASTING: readonly LineRow[] = [
  {
    kind: 'day',
    priority: 10,
    language: 'en',
    phrases: ['today|tonight|tomorrow|yesterday', 'this morning|afternoon|evening|weekend', 'day|days|week|weeks ago'],
    like: `
      We chose it today. | We chose it tonight. | We go tomorrow. | We chose it yesterday. | We chose it this morning. |
      We chose it this afternoon. | We go this evening. | We go this weekend. | We chose it a day ago. |
      We chose it two days ago. | We chose it a week ago. | We chose it two weeks ago.`,
    unlike: 'We chose it for days.',
  },
  {
    kind: 'day',
    priority: 10,
    language: 'en',
    pattern: /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\p{Ll}{0,6}\.? \d{1,2}\b/u,
    like: `
      on Jan 5 | on February 5 | on March 5 | on April 5 | on May 5 | on June 5 | on July 5 | on August 5 | on Sept. 5 |
      on October 5 | on November 5 | on Dec 5`,
    unlike: 'in May | I may 5 times',
  },
  {
    kind: 'day',
    priority: 10,
    language: 'de',
    phrases: ['heute|morgen|gestern'],
    like: 'Wir nehmen heute Redis. | Wir gehen morgen. | Gestern nahmen wir Redis.',
    unlike: 'Wir nehmen Redis.',
  },
  {
    kind: 'day',
    priority: 10,
    language: 'de',
    phrases: ['#. jan*|feb*|mär*|apr*|mai|jun*|jul*|aug*|sep*|okt*|nov*|dez*'],
    like: `
      am 5. Januar | am 5. Februar | am 5. März | am 5. April | am 5. Mai | am 5. Juni | am 5. Juli | am 5. August |
      am 5. September | am 5. Oktober | am 5. November | am 5. Dezember`,
    unlike: 'im Mai',
  },
  {
    kind: 'day',
    priority: 10,
    language: 'zh',
    phrases: ['今天', '今晚', '明天', '昨天'],
    like: '今天决定 | 决定今晚去 | 明天去 | 昨天决定',
    unlike: '决定',
  },
  {
    kind: 'day',
    priority: 10,
    language: 'zh',
    phrases: ['# 月 # 日|号'],
    like: '5月3日 | 5月3号',
    unlike: '5月',
  },
  {
    kind: 'lasting',
    priority: 10,
    language: 'en',
    phrases: ['start|starts|starting|from_today|from_now|daily|weekly|monthly|every|each|per|always|switched'],
    like: `
      start today | it starts today | starting today | from today | from now | daily | weekly | monthly | every day |
      each day | per day | always | switched`,
    unlike: 'today',
  },
  {
    kind: 'lasting',
    priority: 10,
    language: 'de',
    phrases: ['ab|jede|jeden|täglich|wöchentlich|monatlich|immer'],
    like: 'ab heute | jede Woche | jeden Tag | täglich | wöchentlich | monatlich | immer',
    unlike: 'heute',
  },
  {
    kind: 'lasting',
    priority: 10,
    language: 'zh',
    phrases: ['每', '开始', '起', '改用'],
    like: '每天 | 今天开始 | 今天起 | 改用',
    unlike: '今天',
  },
  {
    kind: 'while',
    priority: 10,
    language: 'en',
    phrases: ['for #|a|an|two|three|the_next few|three? hour|hours|day|days|week|weeks|month|months'],
    like: `
      for 2 hours | for a few hours | for an hour | for two weeks | for three months | for the next day | for a week |
      for the next three days | for a month`,
    unlike: 'for hours',
  },
  {
    kind: 'once',
    priority: 10,
    language: 'en',
    phrases: [
      'decided|chose|chosen|agreed|opted to only|just|finally? buy|purchase|order|invest|spend|pay|attend|visit|join|read|watch|skip|trial|try|book|meet|call|ask|talk|take|give|cook|bake|host',
    ],
    like: `
      I decided to buy it | I chose to purchase it | I have chosen to order it | I agreed to invest | I opted to spend |
      I decided to only pay | I decided to just attend | I decided to finally visit | I decided to join |
      I decided to read it | I decided to watch it | I decided to skip it | I decided to trial it |
      I decided to try it | I decided to book it | I decided to meet | I decided to call | I decided to ask |
      I decided to talk | I decided to take it | I decided to give it | I decided to cook | I decided to bake |
      I decided to host`,
    unlike: 'I decided to use it',
  },
  {
    kind: 'once',
    priority: 10,
    language: 'en',
    phrases: ['decided|chose|chosen|agreed|opted to only|just|finally? go'],
    notThen: ['with'],
    like: `
      I decided to go | We chose to go | I have chosen to go | We agreed to go | I opted to go | I decided to only go |
      I decided to just go | I decided to finally go`,
    unlike: 'We decided to go with Redis',
  },
  {
    // What is done as soon as possible, or before something else, is done once.
    kind: 'once',
    priority: 10,
    language: 'en',
    phrases: ['as_soon_as_possible|at_once|immediately'],
    like: 'I decided to move as soon as possible | I decided to act at once | We chose to leave immediately',
    unlike: 'I decided to answer soon',
  },
  {
    kind: 'once',
    priority: 10,
    language: 'de',
    phrases: ['zuerst|sofort|so_schnell_wie_möglich|so_bald_wie_möglich'],
    notAfter: ['ab'],
    like: `
      Ich habe beschlossen, zuerst zu fragen | Wir haben beschlossen, sofort zu gehen |
      Wir haben beschlossen, so schnell wie möglich zu gehen | beschlossen, so bald wie möglich zu gehen`,
    unlike: 'Wir haben beschlossen, ab sofort Redis zu nehmen',
  },
  {
    kind: 'once',
    priority: 10,
    language: 'zh',
    phrases: ['尽快', '马上', '立刻'],
    like: '我决定尽快改变现状 | 我决定马上走 | 我们决定立刻走',
    unlike: '我们决定用空格',
  },
  {
    kind: 'once',
    priority: 10,
    language: 'en',
    pattern: /\bto save [$€£]/iu,
    like: 'I chose e-books to save $30',
    unlike: 'I chose e-books to save time',
  },
  {
    kind: 'while',
    priority: 10,
    language: 'en',
    phrases: ['during … week|month|sprint|phase', 'for_now|for_the_moment|at_the_moment'],
    like: `
      as it is for now | as it is for the moment | not at the moment | during launch week | during the first month |
      during this sprint | during the second phase`,
    unlike: 'during meals',
  },
  {
    kind: 'once',
    priority: 10,
    language: 'de',
    phrases: ['beschlossen|entschieden … kaufen|bestellen|buchen|besuchen|zustimmen|heiraten'],
    like: `
      Ich habe beschlossen, es zu kaufen | Wir haben entschieden, es zu bestellen | Wir haben beschlossen zu buchen |
      Ich habe beschlossen, Rom zu besuchen | Wir haben beschlossen, dem Preis zustimmen zu können |
      Wir haben beschlossen zu heiraten`,
    unlike: 'Wir haben beschlossen, Redis zu verwenden',
  },
  {
    kind: 'once',
    priority: 10,
    language: 'zh',
    phrases: ['决定|选择 去|先|买|同意|做一'],
    like: '我们决定去吃火锅 | 我们决定先吃 | 我们决定买票 | 我选择去 | 我们决定同意 | 我决定做一次',
    unlike: '我们决定用空格',
  },
]

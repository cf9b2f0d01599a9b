import type { LineRow } from '../row.js'

const all = (list: string) => list.split(', ')
const words = (list: string) => list.split(' ')

const SOFT = 'also|now|just|all'
const THE_GERMAN = 'den|die|das|ein|eine|einen'
const WE_CHINESE = '我|咱|我们|咱们'
const NOW_CHINESE = '已经|最终|最后|现在'
const PEOPLE = 'wife|husband|partner|son|daughter|mother|father|mom|dad|brother|sister|girlfriend|boyfriend'
const DECIDED =
  'decided_to|decided_on|decided_against|decided_that|chose|chosen|agreed_to|agreed_on|agreed_that|settled_on|opted_for|opted_to|going_with|switched_to|switched_from'

/** Where a clause begins in which a person says what they prefer, have decided, or are, wherever it is in a sentence. [M11] */
export const STANDING_HEADS: readonly LineRow[] = [
  {
    kind: 'preferring',
    priority: 10,
    language: 'en',
    phrases: [`I|we *ly|much|always|still|${SOFT}? prefer`],
    like: `
      I prefer tabs | we prefer tabs | I strongly prefer tabs | I also prefer tabs | we much prefer tabs |
      I always prefer tabs | I still prefer tabs | we now prefer tabs | I just prefer tabs | we all prefer tabs`,
    unlike: 'I would prefer tea | they prefer tabs | I preferred tabs',
  },
  {
    kind: 'preferring',
    priority: 10,
    language: 'en',
    phrases: ['my strong|general? preference is|for'],
    like: 'my preference is tabs | my strong preference is tabs | my general preference for tabs',
    unlike: 'her preference is tabs | my preference | my own preference is tabs',
  },
  {
    kind: 'preferring',
    priority: 10,
    language: 'de',
    phrases: ['ab_jetzt|von_nun_an|künftig bevorzuge ich'],
    like: 'ab jetzt bevorzuge ich Tabs | von nun an bevorzuge ich Tabs | künftig bevorzuge ich Tabs',
    unlike: 'bevorzuge ich Tabs',
  },
  {
    kind: 'preferring',
    priority: 10,
    language: 'de',
    phrases: ['jetzt bevorzuge ich'],
    notAfter: ['ab'],
    like: 'jetzt bevorzuge ich Tabs',
    unlike: 'bevorzuge ich Tabs | ab jetzt bevorzuge ich Tabs',
  },
  {
    kind: 'preferring',
    priority: 10,
    language: 'de',
    phrases: [
      'bevorzuge ich',
      'ich bevorzuge',
      'ich ziehe … vor',
      'ich !möchte|würde|hätte|könnte|wäre {word} {words} lieber|am_liebsten',
    ],
    like: `
      bevorzuge ich Tabs | ich bevorzuge Tabs | ich ziehe Tabs vor | ich nehme lieber Tabs |
      ich nehme Tabs am liebsten | ich arbeite an ruhigen Tagen lieber`,
    unlike: `
      ich möchte lieber Tee | ich würde lieber Tee trinken | ich hätte lieber Tee | ich könnte lieber gehen |
      ich wäre lieber da`,
  },
  {
    // It says nothing without the words before it.
    kind: 'prefers-it',
    priority: 10,
    language: 'en',
    at: 'start',
    phrases: ['{word} {word}? prefer it|this|that|them|these|those'],
    like: `
      I prefer it | I prefer this | I really prefer that | I prefer them | we prefer these over those | we prefer those`,
    unlike: 'I prefer tabs | so I really prefer it',
  },
  {
    kind: 'decided',
    priority: 10,
    language: 'en',
    phrases: [`I|we|I've|we've|I'm|we're|I_have|we_have *ly|${SOFT}? ${DECIDED}`],
    notThen: ['and|but|so'],
    like: [
      ...DECIDED.split('|').map((words) => `we ${words.replace('_', ' ')} tabs`),
      ...all("I chose tabs, I've chosen tabs, we've chosen tabs, I'm going with tabs, we're going with tabs"),
      ...all('I have chosen tabs, we have finally chosen tabs, we also chose tabs, we now chose tabs'),
      ...all('we just chose tabs, we all chose tabs'),
    ],
    unlike: 'they chose tabs | we decided | I would have chosen tabs | the branch I just switched to, and so it runs',
  },
  {
    kind: 'decided',
    priority: 10,
    language: 'de',
    phrases: [
      `wir|ich bleibe|bleiben {word}? bei ${THE_GERMAN}? {name}|#`,
      `wir|ich setze|setzen {word}? {word}? {word}? {word}? auf ${THE_GERMAN}? {name}|#`,
      `wir|ich verzichten auf ${THE_GERMAN}? {name}|#`,
    ],
    like: [
      ...words('bleiben_bei setzen_auf verzichten_auf')
        .map((verb) => verb.replace('_', ' '))
        .flatMap((verb) => [
          ...['Redis', '18', ...THE_GERMAN.split('|').map((the) => `${the} Redis`)].map(
            (what) => `Wir ${verb} ${what}`,
          ),
          `ich ${verb} Redis`,
        ]),
      ...all('Ich bleibe bei Redis, Wir bleiben vorerst bei Redis, Ich setze auf Redis'),
      ...all('Wir setzen von jetzt an hier auf Redis'),
    ],
    unlike: 'Wir bleiben bei dir | Wir setzen auf dich | Sie setzen auf Redis | Wir bleiben auf Rhodos',
  },
  {
    kind: 'decided',
    priority: 10,
    language: 'zh',
    phrases: [
      `${WE_CHINESE} ${NOW_CHINESE}? 决定|定了|敲定 {words} 用|只|每|统一|{latin}|#`,
      `${WE_CHINESE} ${NOW_CHINESE}? 改用|商定|采用 !了`,
    ],
    like: [
      ...['决定用空格', '改用空格'].flatMap((act) => [
        ...WE_CHINESE.split('|').map((who) => `${who}${act}`),
        ...NOW_CHINESE.split('|').map((when) => `我们${when}${act}`),
      ]),
      ...all('我们定了用空格, 我们敲定用空格, 我们决定只上线, 我们决定每周提交, 我们决定统一缩进, 我们决定 Redis'),
      ...all('我们决定 4 个空格, 我们商定用空格, 我们采用空格'),
    ],
    unlike: '我们决定走 | 他们决定用空格 | 我们采用了空格',
  },
  {
    kind: 'naming',
    priority: 10,
    language: 'en',
    phrases: [
      "my full|first|last? name's|name_is {name}",
      'call|address me {name}',
      "I'm|I_am from {name}",
      "I'm|I_am {name}, a|an|the",
    ],
    like: `
      my name is Ann | My name's Ann | my full name is Ann Lee | my first name is Ann | my last name is Lee |
      call me Ann | Address me Ann | I'm from Rome | I am from Rome | I'm Ann, a nurse | I am Ann, an actor |
      I'm Ann, the owner`,
    unlike: "my name is long | call me later | I'm from here | I'm Ann",
  },
  {
    kind: 'naming',
    priority: 10,
    language: 'en',
    phrases: [`my ${PEOPLE} {name} who_is|she_is|he_is|who's|she's|he's #|a|an`],
    like: [
      ...PEOPLE.split('|').map((who) => `my ${who} Kim, who is 30`),
      ...['my wife Kim, she is 30', 'my wife Kim, who is a cook', 'my wife Kim, he is an actor'],
      ...["my wife Kim, who's 30", "my wife Kim, she's a cook", "my wife Kim, he's a cook"],
    ],
    unlike: 'my wife is 30 | my wife Kim is 30 | my wife Kim who is late',
  },
  {
    kind: 'naming',
    priority: 10,
    language: 'de',
    phrases: ['unser* {word} läuft|laufen auf|mit {words} #'],
    like: 'unser Server läuft auf Debian 12 | unsere Tests laufen mit jetzt Node 20 | Unser Server läuft mit Debian 12',
    unlike: 'unser Server läuft auf Hochtouren | der Server läuft auf Debian 12',
  },
  {
    kind: 'naming',
    priority: 10,
    language: 'zh',
    phrases: ['我叫 !他|她|它|你|我|不|车|辆', '我的名字是', '我姓'],
    notThen: ['_', '$'],
    notAfter: ['帮|给|替'],
    like: '我叫李明 | 我的名字是李明 | 我姓李',
    unlike: [
      ...[...'他她它你我不车辆'].map((sign) => `我叫${sign}来`),
      ...all('帮我叫李明, 给我叫李明, 替我叫李明, 我叫, 我叫 李明'),
    ],
  },
  {
    kind: 'naming',
    priority: 10,
    language: 'zh',
    phrases: ['我住在', '我来自'],
    notThen: ['那|这|你|他|她|它'],
    like: '我住在成都 | 我来自成都',
    unlike: [...'那这你他她它'].map((sign) => `我住在${sign}`),
  },
]

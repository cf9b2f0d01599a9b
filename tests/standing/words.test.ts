import { expect, test } from 'vitest'
import type { StandingKind } from '../../src/domain/standing/entry.js'
import { standingIn } from '../../src/domain/standing/find.js'

/** Sentences that a person would write, one for each word by which the product decides. */

const found = (text: string) => standingIn(text).map((one) => one.text)
const kinds = (text: string) => standingIn(text).map((one) => one.kind)

/** What follows a clause and does not belong to it. */
test.each([
  ...[', can you help?', ', could you help?', ', would you help?', ', will you help?', ' so can you help?'],
  ...[' and can you help?', ' but can you help?', ' - can you help?', ' – can you help?', '，can you help?'],
  ...[
    ', so I need help',
    '; and we need help',
    ' but I need help',
    " so I'm lost",
    " but I've no time",
    " and I'd ask",
  ],
  ...[" and we're lost", " and I'll ask"],
  ...[
    ', so what now',
    ', will that do',
    ', would that do',
    ', but not for long',
    ', which is hard',
    ', considering all',
  ],
  ...[', given the time', ', since it helps', ', though it costs', ', although it costs', ', what now', ', how is it'],
  ...[', where is it', ', when is it', ', do you agree', ', should it stay', ', is it fine', ', is that fine'],
  ...[
    ', is this fine',
    ', is there more',
    ', are there more',
    ', are they fine',
    ', I see',
    ", I'm lost",
    ", I've no time",
  ],
  ...[", I'll ask", ", I'd ask", ', we see', ', as I said', ', and I see', ', and we see', ', and my team agrees'],
  ...[
    ', and now it works',
    ', and it works',
    ', and how is it',
    ', and what is it',
    ', and here it is',
    ", here's why",
  ],
  ...[
    ' - can it stay',
    ' - could it stay',
    ' - what now',
    ' - how so',
    ' – do they stay',
    ' — is it fine',
    ' - any ideas',
  ],
  ' or could you use spaces?',
  ...['. It helps', '! It helps', '; it helps', '.'],
])('[M11] a clause ends before "%s"', (rest) => {
  expect(found(`I prefer wide tabs${rest}`)).toEqual(['I prefer wide tabs'])
})

test.each([
  ...[', kannst du helfen?', ', könntest du helfen?', ', aber es dauert', ', also hilf mir', ', und ich helfe'],
  ...[
    ', und wir helfen',
    ', wie geht das',
    ', was nun',
    ' und darf ich fragen',
    ' und kann ich fragen',
    ' und könnte ich fragen',
  ],
])('[M11] a German clause ends before "%s"', (rest) => {
  expect(found(`Ich bevorzuge breite Tabs${rest}`)).toEqual(['Ich bevorzuge breite Tabs'])
})

test.each([
  ...[
    '，你呢',
    '，请帮忙',
    '，但很忙',
    '，所以很忙',
    '，那怎么办',
    '，能不能帮忙',
    '，可以帮忙吗',
    '，怎么办',
    '，不知道好不好',
  ],
  ...['，有没有', '，有什么好的', '，是不是', '，很高兴', '。很忙', '！很忙', '？很忙', '；很忙'],
])('[M11] a Chinese clause ends before "%s"', (rest) => {
  expect(found(`我更喜欢用空格缩进${rest}`).map((text) => text.replace(/[。！？]$/u, ''))).toEqual([
    '我更喜欢用空格缩进',
  ])
})

const STATED: Record<StandingKind, readonly string[]> = {
  rule: [
    ...[
      '所有提交必须有测试',
      '任何代码都不得删除注释',
      '无论什么语言都请用英文注释',
      '每个函数必须有注释',
      '一律不要用缩写',
    ],
    ...[
      '始终禁止强制推送',
      '总是务必先测试',
      '永远不许推送',
      '绝对不要推送',
      '每次都要用英文',
      '所有回答只用英文',
      '任何回答只能用英文',
    ],
    ...['提交请务必始终写英文', '提交不要总是写中文', '代码必须永远有注释', '注释务必一律写英文', '测试请每次都跑完'],
    ...['以后我希望回答短一点，每次只用英文', 'Please, from now on use tabs'],
  ],
  preference: [
    ...['We prefer wide tabs', 'I really prefer wide tabs', 'I also prefer wide tabs', 'I much prefer wide tabs'],
    ...['I always prefer wide tabs', 'I still prefer wide tabs', 'I now prefer wide tabs', 'I just prefer wide tabs'],
    ...['We all prefer wide tabs', 'My preference is short answers', 'My strong preference is short answers'],
    ...[
      'My general preference is for short answers',
      'Ab jetzt bevorzuge ich breite Tabs',
      'Künftig bevorzuge ich kurze Texte',
    ],
    ...[
      'Von nun an bevorzuge ich kurze Texte',
      'Jetzt bevorzuge ich kurze Texte',
      'Ich ziehe kurze Texte den langen vor',
    ],
    ...['Ich lese lieber kurze Texte', 'Ich lese am liebsten kurze Texte'],
  ],
  decision: [
    ...[
      'We decided on Postgres',
      'We decided against Redis',
      'We decided that only admins deploy',
      "I've chosen Postgres for storage",
    ],
    ...[
      'We have agreed on Postgres',
      'We agreed that only admins deploy',
      'We agreed to use Postgres',
      'We settled on Postgres',
    ],
    ...['We opted for Postgres', 'We opted to use Go', 'We switched to Postgres', 'We switched from Redis to Postgres'],
    ...["We're going with Postgres", "I'm going with Postgres", "We've just switched to Postgres"],
    ...['We all agreed to use Postgres'],
    ...['We also chose Postgres for jobs', 'We finally chose Postgres for jobs', 'We now chose Postgres for jobs'],
    ...[
      'Decision: we chose Postgres for storage',
      "Let's go with Postgres, not Redis",
      "Let's stick with Postgres, not Redis",
      "Let's use Postgres",
    ],
    ...["We'll use Postgres", 'We will use Postgres', 'We’ll use Postgres'],
    ...[
      'Wir haben uns für Postgres entschieden',
      'Ich habe mich für Postgres entschieden',
      'Wir haben uns auf Postgres geeinigt',
    ],
    ...['Das Team hat sich gegen Redis entschieden'],
    ...['Wir haben beschlossen, Postgres zu verwenden', 'Ich habe mich entschieden, Postgres zu verwenden'],
    ...['Das Team hat beschlossen, Postgres zu verwenden', 'Unser Team hat beschlossen, Postgres zu verwenden'],
    ...[
      'Wir bleiben bei Postgres',
      'Ich bleibe vorerst bei Postgres',
      'Wir setzen auf Postgres',
      'Ich setze jetzt auf Postgres',
    ],
    ...['Wir verzichten auf Redis'],
    ...['Wir setzen auf den Server', 'Wir setzen auf die Cloud', 'Wir bleiben bei Linux'],
    ...['Wir setzen auf das Netz', 'Wir setzen auf ein Netz', 'Wir setzen auf einen Server'],
    ...['我们已经决定用空格', '咱们决定用空格', '我们现在改用空格', '我们采用空格缩进', '我们商定用空格'],
    ...['我们最终决定用空格', '我们决定统一代码风格'],
  ],
  fact: [
    ...[
      'My name is Ada',
      "My name's Ada",
      'My full name is Ada',
      'My first name is Ada',
      'My last name is Ada',
      'call me Ada',
    ],
    ...['Please address me Ada', "I'm Ada, a pilot", 'I am Ada, the pilot', 'I am Ada, an actor'],
    ...[
      'I work as a pilot',
      'I work at Acme',
      'I work for Acme',
      'I work in sales',
      'I live near Rome',
      'I live at home',
    ],
    ...[
      "I'm allergic to nuts",
      'I am based in Rome',
      "I'm from Rome",
      'I am from Rome',
      "I'm a vegan",
      'I am a strict vegetarian',
      "I'm colorblind",
    ],
    ...["I'm color-blind", 'I am left-handed', "I'm a 30-year-old pilot", "I'm an 80 year old pilot"],
    ...['We use Postgres 16', 'Our shop uses Postgres 16', 'My team is using Postgres 16', 'The shop runs on Java 17'],
    ...[
      'I run Java 17',
      "We're running on Java 17",
      'We are currently using Java 17',
      'We now use Java 17',
      'We still use Java 17',
    ],
    ...['I am using Java 17', "I'm using Java 17"],
    ...['Our API is running on Node 20', 'The shop now runs on Java 21', 'The shop uses ruby 3.3'],
    ...['My wife Ann, who is 30', 'My husband Bob, he is a cook', 'My partner Bob, who’s 30', 'My son Bob, who is 30'],
    ...['My daughter Ann, she is 30', 'My mother Ann, who is 80', 'My father Bob, who is 80', 'My mom Ann, who is 80'],
    ...[
      'My dad Bob, who is 80',
      'My brother Bob, who is 30',
      'My sister Ann, who is 30',
      'My girlfriend Ann, who is 30',
    ],
    ...['My boyfriend Bob, who is an actor'],
    ...[
      'Ich heiße Ada',
      'Ich bin Pilotin',
      'Ich bin Lehrer',
      'Ich bin Journalist',
      'Ich bin Ingenieur',
      'Ich bin Friseuse',
    ],
    ...[
      'Ich bin Student',
      'Ich bin 30 Jahre alt',
      'Ich bin allergisch',
      'Ich bin gegen Nüsse allergisch',
      'Ich bin Polizist',
    ],
    ...[
      'Ich wohne in Rom',
      'Ich arbeite als Pilot',
      'Ich arbeite bei Acme',
      'Ich arbeite für Acme',
      'Ich arbeite in Rom',
    ],
    ...[
      'Mein Name ist Ada',
      'Nenn mich Ada',
      'Wir verwenden Java 17',
      'Wir nutzen Java 17',
      'Wir benutzen jetzt Java 17',
      'Unsere Server laufen auf Java 17',
    ],
    ...['Unser Server läuft mit Java 17'],
    ...[
      '我叫李明',
      '我的名字是李明',
      '我姓李的',
      '我住在北京',
      '我来自北京',
      '我们用的是Java 17',
      '我们使用的是Java 17',
      '我们使用Java 17',
    ],
    ...[
      '我们用Java 17',
      '我们的服务现在运行在Java 17',
      '我们的服务跑在Java 17',
      '我在银行工作',
      '我在医院上班',
      '我在医院上夜班',
      '我在北京上学',
    ],
    ...[
      '我是一名教师',
      '我是一名警察',
      '我是一位教师',
      '我是工程师',
      '我是大学生',
      '我是农民',
      '我是护士',
      '我是工人',
      '我是教授',
      '我是作家',
      '我是演员',
      '我是程序员',
    ],
  ],
}

test.each(Object.entries(STATED).flatMap(([kind, texts]) => texts.map((text) => [kind, text])))(
  '[M11] there is a %s in "%s"',
  (kind, text) => {
    expect(kinds(text)).toEqual([kind])
  },
)

/** Words between two clauses, of which the second states something. */
test.each([
  ...[
    'and',
    'but',
    'so',
    'because',
    'cause',
    'since',
    'as',
    'that',
    'though',
    'although',
    'while',
    'also',
    'well',
    '-',
    '“',
  ],
])('[M11] a clause may begin after "%s"', (word) => {
  expect(found(`It is late here ${word} I love jazz`)).toEqual(['I love jazz'])
})
test.each(['und', 'aber', 'denn', 'weil', 'dass', 'auch'])('[M11] a German clause may begin after "%s"', (word) => {
  expect(found(`Es ist spät geworden ${word} ich liebe Jazz`)).toEqual(['ich liebe Jazz'])
})
test.each(['因为', '但', '但是', '而且', '所以', '不过'])('[M11] a Chinese clause may begin after "%s"', (word) => {
  expect(found(`天气冷 ${word} 我喜欢爵士音乐`)).toEqual(['我喜欢爵士音乐'])
})
test.each(['in which', 'where', 'when', 'the music', 'her husband'])(
  '[M11] [P14] after "%s", a clause is a part of another',
  (words) => {
    expect(found(`It is the town ${words} I love jazz`)).toEqual([])
  },
)

/** Why something was decided: its day is not the day on which it is done. */
test.each([
  ...['We decided to use Postgres after talks on May 5', 'We decided to use Postgres following talks on May 5'],
  ...['We decided to use Postgres since talks on May 5', 'We decided to use Postgres because of talks on May 5'],
  ...[
    'Wir haben beschlossen, Postgres zu nutzen nach Tests am 5. Mai',
    'Wir haben beschlossen, Postgres zu nutzen, weil am 5. Mai alles brach',
  ],
  ...['Wir haben beschlossen, Postgres zu nutzen, seit am 5. Mai alles brach'],
  ...['weil gestern alles hielt', 'nach dem Ausfall von gestern', 'seit gestern alles brach'].map(
    (reason) => `Wir bleiben bei Redis, ${reason}`,
  ),
])('[M11] "%s" lasts', (text) => {
  expect(kinds(text)).toEqual(['decision'])
})

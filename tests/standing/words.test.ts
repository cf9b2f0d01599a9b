import { expect, test } from 'vitest'
import { endingsIn } from '../../src/domain/standing/ending.js'
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
    ...['Ich lese lieber kurze Texte', 'Ich lese am liebsten kurze Texte', 'Ich lese kurze Texte am besten'],
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
    ...["We're going with Postgres"],
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
    ...['Das Team hat sich gegen Redis entschieden', 'Unser Team hat sich auf Postgres festgelegt'],
    ...['Wir haben beschlossen, Postgres zu verwenden', 'Ich habe mich entschieden, Postgres zu verwenden'],
    ...['Das Team hat beschlossen, Postgres zu verwenden', 'Unser Team hat beschlossen, Postgres zu verwenden'],
    ...[
      'Wir bleiben bei Postgres',
      'Ich bleibe vorerst bei Postgres',
      'Wir setzen auf Postgres',
      'Ich setze jetzt auf Postgres',
    ],
    ...['Wir verzichten auf Redis', 'Wir entscheiden uns für Postgres', 'Ich entscheide mich für eine Datenbank'],
    ...['Wir setzen auf den Server', 'Wir setzen auf die Cloud', 'Wir bleiben bei Linux'],
    ...['Wir setzen auf das Netz', 'Wir setzen auf ein Netz', 'Wir setzen auf einen Server'],
    ...[
      '我们已经决定用空格',
      '咱们决定用空格',
      '我最终选择了空格',
      '我最后选择了空格',
      '我们现在改用空格',
      '我们采用空格缩进',
      '我们商定用空格',
    ],
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
      'I live at the coast',
    ],
    ...[
      "I'm allergic to nuts",
      'I am based in Rome',
      "I'm from Rome",
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

/** Sentences with words of the above that state nothing. */
test.each([
  // Comfort, and what only is suggested.
  ...[
    '永远不要担心',
    '永远别忘',
    '永远不要着急',
    '永远不要介意',
    '永远不要客气',
    '永远不要怕',
    '永远别管我',
    '永远别闹',
    '永远别逗',
  ],
  ...[
    '永远别开玩笑',
    '永远不要难过',
    '永远不要生气',
    '永远不用紧张',
    '永远不必伤心',
    '永远不能放弃',
    '永远不要在意',
    '永远不要谢',
  ],
  ...[
    '永远别再担心',
    '每次必须测试吧。',
    '所有代码最好不要有注释，请一律用英文',
    '所有代码最好别有注释，请一律用英文',
    '所有人都必须测试',
  ],
  ...['任何人员都必须测试', '每个人都必须测试', '所有学生都必须测试', '所有客人都必须测试', '你必须休息'],
  // Choices among what is offered, and words for what was said before.
  ...['I prefer that', 'I prefer its colors', 'I prefer their colors', 'I prefer his colors', 'I prefer her colors'],
  ...[
    'I prefer one with tabs',
    'I prefer something short',
    'I prefer the red box',
    'I prefer the box',
    'Ich bevorzuge den Zug',
  ],
  ...[
    'Ich bevorzuge die Bahn',
    'Ich bevorzuge das Auto',
    'Ich bevorzuge etwas Rotes hier',
    'Ich bevorzuge ein rotes Auto',
  ],
  ...['Ich bevorzuge eine rote Tasse', 'Ich bevorzuge einen roten Wagen', 'Ich bevorzuge Tee'],
  ...[
    '我更喜欢甜一点的',
    '我更喜欢红茶',
    '我比较喜欢红茶',
    '我们还是更喜欢吃鱼',
    '我更喜欢喝茶',
    '我更喜欢看书',
    '我最喜欢红色的杯子',
  ],
  ...[
    'Ich mag gerade Tee sehr',
    'Ich liebe gerade Tee sehr',
    'Ich hasse gerade Tee sehr',
    'Ich bevorzuge gerade Tee sehr',
  ],
  ...['Ich mag nun deinen Tee', 'Ich mag Ihren Tee sehr', 'Ich mag heute diesen Tee'],
  ...['I like the taste of this', 'I like reading about it', 'I like eating there', 'I like talking about that'],
  ...[
    '我喜欢喝这茶',
    '我喜欢喝那茶',
    '我喜欢听你唱歌',
    '我喜欢看她唱歌',
    '我喜欢看他唱歌',
    '我喜欢和它玩耍',
    '我喜欢前者多些',
    '我喜欢后者多些',
    '我喜欢其中几个',
  ],
  ...[
    '我可以告诉你我喜欢哪种',
    '我也喜欢看。',
    '我也喜欢吃',
    '我也喜欢喝',
    '我也喜欢做',
    '我也喜欢买',
    '我也喜欢去',
    '我也喜欢玩',
    '我也喜欢听',
  ],
  ...[
    'I hate to bother people',
    'I really hate to bother people',
    'I like to pay cash, please',
    'Ich bevorzuge Tee mit Milch, bitte',
  ],
  ...['I prefer not to say anything', 'I prefer not to think of work', 'I prefer not to talk of work'],
  ...['My preference is it', 'My preference is that one', 'My preference for this one'],
  ...[
    'We decided it',
    'We chose them',
    'We agreed on one',
    'We settled on both',
    'We opted for this',
    'We switched to that',
    'We decided on those',
  ],
  ...[
    "We're going with these",
    'We decided against it',
    'We chose the big one for it.',
    'We decided to talk about this.',
    'We chose a plan for that, so wait',
  ],
  ...[
    'We agreed with Ann on work with them',
    'We decided on the use of it',
    'We chose to look on it!',
    'We decided to look into it',
  ],
  ...[
    'Wir haben noch nicht beschlossen, Postgres zu verwenden',
    'Wir haben beschlossen, dass er geht',
    'Wir haben beschlossen, keine Pause zu machen',
  ],
  ...[
    'Wir haben uns nicht für Postgres entschieden',
    'Ich möchte lieber kurze Texte lesen',
    'Ich würde lieber kurze Texte lesen',
  ],
  ...[
    'Ich hätte lieber kurze Texte',
    'Ich könnte lieber kurze Texte lesen',
    'Ich wäre lieber in Rom',
    'Ich gehe lieber nach Hause',
  ],
  ...[
    'Ich nehme lieber den Zug',
    'So möchte ich lieber lesen',
    'So könnte ich lieber lesen',
    'So hätte ich lieber Texte',
    'So wäre ich lieber dort',
  ],
  ...[
    'Can you say my favorite color is green',
    "Let's use the cake for lunch",
    "Let's use this cake for lunch",
    "Let's use that cake for lunch",
  ],
  ...["Let's use my cake for lunch", "Let's use your cake for lunch", "Let's use one cake for lunch"],
  ...[
    '我在考试中上班',
    '我是他的学生',
    '请你帮我叫车',
    '我叫他来',
    '我住在那里',
    '我住在这里',
    '我住在他家',
    '我住在她家',
  ],
  // Nothing follows, or a clause within another.
  ...[
    'I prefer tabs over',
    'I prefer a list of',
    'I prefer a table with',
    'I prefer the use of an',
    'I prefer tea from',
    'I prefer tea against',
  ],
  ...[
    'I prefer talks into',
    'I prefer tea using',
    'I prefer tea in my',
    'I prefer tea in our',
    'I prefer tea in their',
    'I prefer to sit on a',
  ],
  ...[
    'Ich bevorzuge Tee und',
    'Ich bevorzuge Tee mit',
    'Ich bevorzuge Tee für',
    'Ich bevorzuge Tee der',
    'I prefer to listen to',
    'I prefer some tea for',
  ],
  ...[
    'the films I chose, and the books, are old',
    'the films we chose and watched are old',
    'the plan that we agreed, in May, is old',
  ],
  ...['the film we chose but never saw', 'the film that we have chosen or seen'],
  ...[
    '该不该说我喜欢爵士吗？',
    '今天我喜欢喝茶',
    '今晚我喜欢喝茶',
    '明天我喜欢喝茶',
    '这里我喜欢喝茶',
    '那里我喜欢喝茶',
  ],
  ...[
    '他与我喜欢的人合作',
    '他跟我喜欢的人说话',
    '他把我喜欢的书卖了',
    '他被我喜欢的人骗了',
    '他对我喜欢的人好',
    '他给我喜欢的人写信',
  ],
  // Reports and plans.
  ...[
    'From now on I will use tabs',
    "From now on we'll see tabs",
    'From now on he uses tabs',
    'From now on she uses tabs',
  ],
  ...[
    'From now on they use tabs',
    "From now on I'd use tabs",
    "From now on we're using tabs",
    "From now on we've to use tabs",
  ],
  ...[
    "From now on I'm using tabs",
    "From now on I've to use tabs",
    'It goes from now on',
    'That is so from now on',
    'They go from now on',
  ],
  ...[
    'He must always wait',
    'She must always wait',
    'They must always wait',
    'I must always wait',
    'My dog must always wait',
  ],
  ...['I live here since May', 'I work there as a pilot'],
])('[M11] [P14] nothing is stated by "%s"', (text) => {
  expect(found(text)).toEqual([])
})

/** Words with which people end what they said before, and what they name. */
test.each([
  ...[
    'forget',
    'never mind',
    'nevermind',
    'ignore',
    'drop',
    'scrap',
    'scratch',
    'disregard',
    'cancel',
    'remove',
    'delete',
  ],
  ...['undo', 'forget about', 'forget everything about'],
])('[M11] "%s the rule about emojis" names what ends', (verb) => {
  expect(endingsIn(`Please ${verb} the rule about emojis.`)).toEqual([
    { text: `Please ${verb} the rule about emojis.`, about: ['emoji'] },
  ])
})

test.each([
  ...[
    'that rule about',
    'my preference for',
    'this instruction on',
    'your decision of',
    'the note regarding the rule on',
  ],
  ...[
    'the part with the rule on',
    'the thing that I said about',
    'what I said about',
    'what I said on',
    'the fact that I mentioned on',
  ],
  ...['the rules to', 'rules on', 'my preferences about'],
])('[M11] "forget %s emojis" names what ends', (words) => {
  expect(endingsIn(`Forget ${words} emojis.`).flatMap(({ about }) => about)).toContain('emoji')
})

test.each([
  ...[
    'Vergiss die Regel über Emojis',
    'Ignoriere meine Regel zu Emojis',
    'Streiche diese Anweisung zum Emoji',
    'Lösche die Vorliebe für Emojis',
  ],
  ...['Vergiss die Entscheidung von Emojis', 'Vergiss die Regel mit Emojis', 'Vergiss die Regel zur Emoji'],
  ...[
    '忘掉关于emoji的规则',
    '忘了之前emoji的规则',
    '忽略那条emoji的规则',
    '取消那个emoji的规则',
    '删掉我说的emoji',
    '撤销emoji的规定',
    '别管emoji的要求',
  ],
  ...['You no longer need to use emojis', 'We no longer have to use emojis', "You don't need to use emojis any more"],
  ...['We do not have to use emojis anymore', 'Du musst Emojis nicht mehr verwenden', 'Du brauchst Emojis nicht mehr'],
  ...[
    'Wir müssen Emojis nicht mehr benutzen',
    'Wir brauchen Emojis nicht mehr',
    '以后不用emoji',
    '现在不必用emoji了',
    '你就无需emoji',
    '不需要再用emoji',
  ],
  ...['The emoji rule no longer applies', 'The emoji rule no longer holds', 'The emoji rule no longer matters'],
  ...[
    "The emoji rule doesn't apply any more",
    'The emoji rule does not apply anymore',
    'The emoji rule is no longer true',
  ],
  ...['The emoji rule is no longer valid', 'The emoji rule is no longer needed', 'Die Emoji-Regel gilt nicht mehr'],
  ...[
    'Die Emoji-Regel ist nicht mehr nötig',
    'Die Emoji-Regel ist nicht mehr gültig',
    'emoji的规则不再适用',
    'emoji的规则作废',
    'emoji的规则不用遵守了',
  ],
])('[M11] "%s" names what ends', (text) => {
  const [first = ''] = endingsIn(text).flatMap(({ about }) => about)
  expect(first.toLowerCase()).toContain('emoji')
})

test.each([
  ...[
    'Forget that.',
    'Please forget it',
    'Ok, scrap that',
    'Okay, scratch that',
    'Actually, drop it',
    'Ignore that rule',
    'Disregard that',
  ],
  ...[
    'Forget it again',
    'Forget that please',
    'Never mind that',
    'Nevermind that rule',
    'Vergiss das',
    'Vergiss es wieder',
    'Bitte vergiss das bitte',
  ],
  ...[
    '忘掉它',
    '忘掉这个',
    '忘掉那个吧',
    '请忘掉刚才的话',
    '忘掉上面那条规则',
    '忘掉前面这个规则',
    '忘掉那句话',
    '忘掉话',
    '忘了吧',
    '当我没说',
    '就当我没说。',
  ],
])('[M11] "%s" ends what was said last', (text) => {
  expect(endingsIn(text)).toEqual([{ text, about: [] }])
})

test.each(['Forget my keys?', 'You need to use emojis', 'We have to forget the party', 'Vergiss die Milch nicht'])(
  '[M11] "%s" ends nothing',
  (text) => {
    expect(endingsIn(text)).toEqual([])
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
])('[M11] "%s" lasts', (text) => {
  expect(kinds(text)).toEqual(['decision'])
})

test.each([
  // What was decided is a word for something before.
  ...[
    'We chose it for all new pages',
    'We agreed on them for all pages',
    'We opted for one with more pages',
    'We switched to both for new pages',
  ],
  ...[
    "We're going with this for all pages",
    'We decided to keep that for all pages',
    'We have chosen those for all pages',
    'We settled on these for all pages',
  ],
  ...[
    'We decided on pages about this',
    'We chose Postgres for that',
    'We chose more pages with them because they help',
    'We chose new pages of it, too',
  ],
  ...['We chose new pages on that!', 'We decided to turn pages into this.'],
  // A request, and a clause within another.
  ...[
    'Can you use tabs, I prefer it that way',
    'Could you use tabs, I prefer it that way',
    'Would you use tabs, I prefer it that way',
  ],
  ...['Will you use tabs, I prefer it that way', 'Do you use tabs, I prefer it that way'],
  ...[
    'He asked whether I prefer it',
    'He asked if I prefer it',
    'He asked why I prefer it',
    'There are tabs which I prefer',
  ],
  ...['He asked should I prefer it', 'He asked would I prefer it', 'He asked do I prefer it'],
])('[M11] [P14] nothing lasting is in "%s"', (text) => {
  expect(found(text)).toEqual([])
})

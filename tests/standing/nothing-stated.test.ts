import { expect, test } from 'vitest'
import { standingIn } from '../../src/domain/standing/find.js'

const found = (text: string) => standingIn(text).map((one) => one.text)

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
  ...['We chose to look on it!', 'We decided to look into it'],
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

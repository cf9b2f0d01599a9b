import { expect, test } from 'vitest'
import { standingIn } from '../../src/domain/standing/find.js'

/** Which sentences of people become entries, by the form of the sentence. */

const found = (text: string) => standingIn(text).map((one) => `${one.kind}: ${one.text}`)

test.each<readonly [string, string]>([
  ['I like it when answers start with the result.', 'preference: I like it when answers start with the result'],
  ['Short lists work better for me, can you shorten it?', 'preference: Short lists work better for me'],
  ["I'm passionate about old maps.", "preference: I'm passionate about old maps"],
  ['All prices should be in euros.', 'rule: All prices should be in euros'],
  ['If I ask for a plan, give me a list.', 'rule: If I ask for a plan, give me a list'],
  ['We switched from whole milk to oats.', 'decision: We switched from whole milk to oats'],
  ['Our team agreed to release on Tuesdays.', 'decision: Our team agreed to release on Tuesdays'],
  ["I've been learning Japanese for three years.", "fact: I've been learning Japanese for three years"],
  ['Tests müssen immer grün sein.', 'rule: Tests müssen immer grün sein'],
  ['In Rezepten darf nie Sellerie vorkommen.', 'rule: In Rezepten darf nie Sellerie vorkommen'],
  ["I'm a film producer, can you help?", "fact: I'm a film producer"],
  ['Unser Backend läuft auf Java 17.', 'fact: Unser Backend läuft auf Java 17'],
  ['My question is about my preference for short answers.', 'preference: my preference for short answers'],
  ['I need help with my partner Ann, who’s 51 and a cook.', 'fact: my partner Ann, who’s 51 and a cook'],
  ['Ab jetzt immer Tabs verwenden.', 'rule: Ab jetzt immer Tabs verwenden'],
  ['Du sollst Tests immer auf Englisch schreiben.', 'rule: Du sollst Tests immer auf Englisch schreiben'],
  ['我一直很喜欢阅读，但是最近没有时间。', 'preference: 我一直很喜欢阅读'],
  ['我是小学老师。', 'fact: 我是小学老师。'],
  // What comes before a pronoun names what is meant.
  ['I prefer basic trains if it is cheaper.', 'preference: I prefer basic trains if it is cheaper'],
  ["I don't enjoy cooking that much.", "preference: I don't enjoy cooking that much"],
  ['I prefer trains if it is cheaper.', 'preference: I prefer trains if it is cheaper'],
  ['I prefer walking when it rains.', 'preference: I prefer walking when it rains'],
  ['I like it if answers are short.', 'preference: I like it if answers are short'],
  ...['We set up Bootstrap and I prefer it over Foundation', 'For lists, I prefer them sorted by date'].map(
    (text) => [`${text}.`, `preference: ${text}`] as const,
  ),
  ...['this over pairing', 'these in writing', 'those in writing'].map(
    (rest) =>
      [`For large reviews of code I prefer ${rest}`, `preference: For large reviews of code I prefer ${rest}`] as const,
  ),
  // A taste of things of a kind, or of what one does.
  ['I prefer having a fixed routine.', 'preference: I prefer having a fixed routine'],
  ['I prefer clear goals with numbers.', 'preference: I prefer clear goals with numbers'],
  ['Ich bevorzuge Rotwein mit Fleisch.', 'preference: Ich bevorzuge Rotwein mit Fleisch'],
  // From when on it holds is a part of it.
  ...['Von nun an', 'Künftig', 'Jetzt'].map(
    (words) => [`${words} bevorzuge ich kurze Texte.`, `preference: ${words} bevorzuge ich kurze Texte`] as const,
  ),
  ['From now on, use tabs, please.', 'rule: From now on, use tabs, please'],
  ['From now on, the tests must pass.', 'rule: From now on, the tests must pass'],
  ['From now on, we use tabs.', 'rule: From now on, we use tabs'],
  ['From now on, I want you to answer in German.', 'rule: From now on, I want you to answer in German'],
  ['Going forward, you should write tests in Go.', 'rule: Going forward, you should write tests in Go'],
  ['Ab jetzt antworte bitte auf Deutsch.', 'rule: Ab jetzt antworte bitte auf Deutsch'],
  ['Von nun an möchte ich, dass du Tests schreibst.', 'rule: Von nun an möchte ich, dass du Tests schreibst'],
  ['从现在起，我希望你用中文回答。', 'rule: 从现在起，我希望你用中文回答'],
  ['从现在起，我要你用英文写注释。', 'rule: 从现在起，我要你用英文写注释'],
  ['从现在起，我要求注释用英文。', 'rule: 从现在起，我要求注释用英文'],
  ['从现在起，我想让你用英文回答。', 'rule: 从现在起，我想让你用英文回答'],
  ...['我希望你回答简短', '我想让你回答简短', '我要你回答简短。'].map((text) => [text, `preference: ${text}`] as const),
  ['天气好的时候我喜欢爬山。', 'preference: 我喜欢爬山。'],
])('[M11] [C9] "%s" states one thing', (text, entry) => {
  expect(found(text)).toEqual([entry])
})

test.each([
  ...["I'd rather go home now.", "I'd rather not talk about it.", 'It works better for me.', 'That is my favorite!'],
  ...[
    'That film is why I love jazz.',
    'Suppose I prefer the train, how long is it?',
    'Is it true that we decided on Go?',
  ],
  ...['I chose tabs for Go, but now I am considering spaces.', 'Every person should vote.', '小时候我不喜欢胡萝卜。'],
  ...['Politiker müssen immer lügen.', 'Das Wetter muss ja auch nicht immer schön sein.', '我们决定用哪个数据库了吗？'],
  // What is asked, and what is here or in one place.
  ...['Do you know that I like taking pictures?', '我住在五楼？', '我喜欢白色的衣服，也有淡黄色的吗？'],
  ...['I am a new student here.', '我喜欢王品牛排，它家很近。', '我对墨西哥美食很感兴趣，尤其是这里的小吃。'],
  ...[
    'I love long and slow walks in parks like this.',
    'I prefer both with code examples.',
    'He asked why I prefer them.',
  ],
  ...['I prefer a hotel with twin beds.', 'Ich bevorzuge eine Pause.', 'Ich wäre lieber früher als später da.'],
  // Reports and plans, also where the words about when are alone.
  ...['From now on, we go by train.', 'From now on, you should eat more fruit.', 'Ab jetzt gehen wir zu Fuß.'],
  ...['From now on, my dog sleeps outside.', 'Going forward, the team will meet on Mondays.'],
  ...[
    'From now on, I want you to be home by ten.',
    'This holds from now on.',
    '我从现在开始锻炼。',
    '没有，但我准备从现在开始锻炼。',
  ],
  ...["I'd appreciate it if you could look at this.", 'Keep going!', "Don't ever quit.", 'Never say never!'],
  ...['What works better for me?', 'I do like the plan.', "I'm into it."],
  ...['Immer mehr Leute gehen.', 'Die Polizei muss in Zukunft mehr tun.', 'Das wird er auch in Zukunft nicht.'],
  ...['Ich bin immer wieder überrascht.', 'Ich bin sicher, dass es geht.', 'Demokratie gab es noch nie.'],
  ...['Wir nehmen es hin.', 'Ich möchte am liebsten gehen.', 'Dachte immer, es geht.'],
  ...[
    '每次都有人要求我做。',
    '以后我可以请你帮忙。',
    '我在思考换工作的问题。',
    '我也喜欢。',
    '我喜欢这个。',
    '别再喊了。',
  ],
  // Choices of the moment, and one certain thing.
  ...['I prefer white - and may I see another?', 'I prefer to go on the train.', 'I prefer the much bigger one.'],
  ...["Let's use the gift card, please.", 'We decided to move as soon as possible.', 'We’ll use one for Ann.'],
  ...['Ich bevorzuge Weiß und darf ich noch eine sehen?', 'Ich habe beschlossen, zuerst mit Ihnen zu sprechen.'],
  ...['我决定尽快改变现状。'],
  // One thing names no taste.
  ...['I prefer beef soup.', 'I prefer a window seat.', 'I prefer it loose.', 'Ich reise lieber mit dem Zug.'],
  ...['我更喜欢坐火车。', '我喜欢靠窗的座位。'],
  // A decision that is not about work, and advice to another person.
  ...['We decided to get married.', 'I decided to turn over a page.', '我决定重新做人。'],
  ...[
    'You should always be honest.',
    'Never argue with your boss.',
    '永远不要和你的老板争论。',
    'Du darfst mich nie rufen.',
  ],
  // What is meant was said before.
  ...[
    'I also like holding them.',
    'I love having her around.',
    "I've had them for 3 years now.",
    'I love him very much.',
  ],
  ...['I love getting lost in those worlds.', 'I like having some of these around.', 'I love going to this park.'],
  ...[
    'I prefer that one myself.',
    'I like one with a lid.',
    'Ich bevorzuge es locker.',
    'Das überlasse ich das lieber dir.',
  ],
  ...[
    'Ich bevorzuge Tee mit Milch, bitte.',
    'Ich habe mich noch nicht für die Farbe entschieden.',
    'Never do that again!',
  ],
  ...['我也喜欢吃。', '我喜欢半身的。', '我可以告诉你我喜欢哪种。', '我妈妈是怎么做的。'],
  ...['Never believe his words.', 'Glaube nie seinen Worten.', '但不是我的最爱。', '我住在你旁边。', '我住在它旁边。'],
  // A guess, a wish, an example, or a part of another clause.
  ...['I think I like red.', 'Ich glaube, ich mag Rot.', '我想我喜欢红色。', '他想知道为什么我决定离开公司。'],
  ...['So würde ich lieber Reporter sein.', 'Nimm zum Beispiel niemals eine Waffe.', '我学会与我喜欢的人合作。'],
])('[M11] [P14] "%s" states nothing', (text) => {
  expect(found(text)).toEqual([])
})

test('[M11] a clause of a long sentence is kept to its end', () => {
  const before = 'The shop has a plain page with a list of goods and their prices, '.repeat(8)
  const clause = 'I prefer plain pages and few words over long ones'
  // The piece ends within another word of the clause each time, once after `and`.
  for (const cut of [0, 7, 14, 21, 28, 35, 42, 49])
    expect(found(`${before}${'x'.repeat(cut)} and ${clause}, can you help?`)).toEqual([`preference: ${clause}`])
})

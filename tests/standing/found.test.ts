import { expect, test } from 'vitest'
import { standingIn } from '../../src/domain/standing/find.js'

/** Which sentences of people become entries, by the form of the sentence. */

const found = (text: string) => standingIn(text).map((one) => `${one.kind}: ${one.text}`)

test.each([
  ['I like it when answers start with the result.', 'preference: I like it when answers start with the result'],
  ['Short lists work better for me, can you shorten it?', 'preference: Short lists work better for me'],
  ["I'm passionate about old maps.", "preference: I'm passionate about old maps"],
  ['All prices should be in euros.', 'rule: All prices should be in euros'],
  ['If I ask for a plan, give me a list.', 'rule: If I ask for a plan, give me a list'],
  ['Our team agreed to release on Tuesdays.', 'decision: Our team agreed to release on Tuesdays'],
  ["I've been learning Japanese for three years.", "fact: I've been learning Japanese for three years"],
  ['Tests müssen immer grün sein.', 'rule: Tests müssen immer grün sein'],
  ['In Rezepten darf nie Sellerie vorkommen.', 'rule: In Rezepten darf nie Sellerie vorkommen'],
  ['Ich reise lieber mit dem Zug.', 'preference: Ich reise lieber mit dem Zug'],
  ["I'm a film producer, can you help?", "fact: I'm a film producer"],
  ['Unser Backend läuft auf Java 17.', 'fact: Unser Backend läuft auf Java 17'],
  ['My question is about my preference for short answers.', 'preference: my preference for short answers'],
  ['I need help with my partner Ann, who’s 51 and a cook.', 'fact: my partner Ann, who’s 51 and a cook'],
  ['Ab jetzt immer Tabs verwenden.', 'rule: Ab jetzt immer Tabs verwenden'],
  ['Du sollst Tests immer auf Englisch schreiben.', 'rule: Du sollst Tests immer auf Englisch schreiben'],
  ['我一直很喜欢阅读，但是最近没有时间。', 'preference: 我一直很喜欢阅读'],
  ['我是小学老师。', 'fact: 我是小学老师。'],
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
])('[M11] [P14] "%s" states nothing', (text) => {
  expect(found(text)).toEqual([])
})

import { expect, test } from 'vitest'
import { standingIn } from '../../src/domain/standing/find.js'

/** Short orders about how an assistant speaks and makes things: they hold for every session if their message has nothing else. */

const found = (text: string) => standingIn(text).map((one) => `${one.kind}: ${one.text.replace(/[.。]$/u, '')}`)

test.each([
  ...['Keep the tone friendly', 'Give prices in euros', 'Talk to me like a beginner', 'Write comments in English'],
  ...[
    'Stop using my first name',
    'Be blunt with me',
    'Prefer composition over inheritance',
    'No merges without a review',
  ],
  ...['Schreib Kommentare auf Englisch', 'Keine Listen mehr', 'Sprich Deutsch mit mir', 'Preise bitte in Euro'],
  ...['价格请用人民币', '别再叫我先生', '说话随意一点', '每次提交前跑测试'],
  // A program that is known by its commands.
  ...['use pytest', 'Verwende pytest', 'benutze pytest', 'nutze pytest', 'nimm pytest'],
  ...[
    'use pytest please',
    'Nutze pytest bitte',
    'Nimm vitest statt jest',
    'use vitest not jest',
    'use vitest instead of jest',
  ],
])('[M11] "%s" alone is a rule', (text) => {
  expect(found(`${text}.`)).toEqual([`rule: ${text}`])
  const opened = text[0]!.toUpperCase() + text.slice(1)
  expect(found(`Thanks! ${opened}.`)).toEqual([`rule: ${opened}`])
})

test.each([
  ['Keep the tone friendly, I can take it.', 'rule: Keep the tone friendly'],
  ["I'd like you to give prices in euros.", "rule: I'd like you to give prices in euros"],
  ['I want you to address me by name.', 'rule: I want you to address me by name'],
])('[M11] the order of "%s" is its first clause', (text, entry) => {
  expect(found(text)).toEqual([entry])
})

test('[M11] beside a statement, such an order holds, too', () => {
  expect(found("I'm vegan. Give prices in euros.")).toEqual(["fact: I'm vegan", 'rule: Give prices in euros'])
})

test.each([
  // Something else in the message.
  ...['Write a letter to Ann. Keep the tone friendly.', 'Give prices in euros. What does the trip cost?'],
  ...['Give prices in euros.\n```\ntrip 20\n```', `Give prices in euros.${' '.repeat(240)}`],
  // One certain thing.
  ...'the my his her their der dem den das'.split(' ').map((word) => `Keep the tone friendly in ${word} letter.`),
  ...['meine', 'meinem', 'meinen', 'meiner', 'meines', 'mein', 'ihre', 'ihr', 'ihrem', 'ihren', 'ihrer', 'ihres'].map(
    (word) => `Halte den Ton locker in ${word} Brief.`,
  ),
  ...['Give prices in euros below.', 'Use pytest here.', 'Give the price in euros.'],
  // A task.
  ...['Write tests with vitest.', 'Write tests in Go.', 'Schreib Tests mit JUnit.', '用vitest写测试。'],
  ...['Use Sequel Pro to save the tables.', 'Don’t suggest banks.', "Don't suggest banks."],
  // No program, one that only looks, and a question.
  ...['Use butter.', 'Use cat.', 'Use pytest -k login.', 'Keep the tone friendly?', 'Use pytest?'],
  'She said "Keep the tone friendly".',
])('[M11] "%s" states nothing', (text) => {
  expect(found(text)).toEqual([])
})

test.each([
  ['Nenn mich bitte Max.', 'fact: Nenn mich bitte Max'],
  ['Nenn mich einfach Max.', 'fact: Nenn mich einfach Max'],
  ['Du kannst mich Steffi nennen.', 'fact: Du kannst mich Steffi nennen'],
  ['Sie können mich Steffi nennen.', 'fact: Sie können mich Steffi nennen'],
  ['我们定了用 Go 重写。', 'decision: 我们定了用 Go 重写'],
  ['我们敲定用 Go 重写。', 'decision: 我们敲定用 Go 重写'],
  ['It worked, btw I use fish, not bash.', 'fact: I use fish, not bash'],
  ['btw I use fish.', 'fact: I use fish'],
  ['Our staging server is staging-2.example.net.', 'fact: Our staging server is staging-2.example.net'],
  ["I'm color blind.", "fact: I'm color blind"],
  ['Antworte nur mit Code.', 'rule: Antworte nur mit Code'],
])('[M11] "%s" is an entry', (text, entry) => {
  expect(found(text)).toEqual([entry])
})

test.each(["I think I'm color blind.", 'Ich glaube, ich bin taub.', 'Antworte nur auf Frage 3.', '不要用第二个例子。'])(
  '[M11] "%s" guesses, or is about one of several',
  (text) => {
    expect(found(text)).toEqual([])
  },
)

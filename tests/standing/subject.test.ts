import { expect, test } from 'vitest'
import type { StandingEntry } from '../../src/domain/standing/entry.js'
import { replacedBy } from '../../src/domain/standing/subject.js'

const entry = (text: string): StandingEntry => ({
  ...{ id: 'std_1', kind: 'decision', text, source: 'message', sessionId: null, seq: null, at: '2024-03-01T00:00:00Z' },
  ...{ state: 'open', closedAt: null, supersededBy: null, reason: null },
})
const replaces = (now: string, before: string) =>
  replacedBy({ kind: 'decision', text: now }, [entry(before)]).length > 0

test.each(['March', 'May', 'Dec', 'Oktober', 'Sept'])('[M11] two days of %s are no versions of one thing', (month) => {
  const before = `I chose to prioritize my resume over attending the ${month} 20 networking event`
  expect(replaces(`I agreed to reduce calls by half starting ${month} 18, 2024`, before)).toBe(false)
})

test('[M11] another version of a name replaces the older one', () => {
  expect(replaces('The app needs iOS 17 at least', 'We test on iOS 15.4 only')).toBe(true)
  expect(replaces('We decided to build the shop on React 19', 'We chose React 18.2 for all new pages')).toBe(true)
})

/** What a person says later, and what they said before. */
const REPLACED: readonly (readonly [now: string, before: string])[] = [
  // Words by which something no longer holds.
  ...['from now on', 'going forward', 'from here on', 'as of now', 'as of today'].map(
    (words) => [`Use dark themes ${words}`, 'Use light themes'] as const,
  ),
  ['Use tabs instead', 'Use wide spaces'],
  ['We now use Postgres', 'We use a queue'],
  ['I now use dark themes', 'I use light themes'],
  ["We don't use Redis any more", 'We use Redis for queues'],
  ['We switched to feature branches', 'We use release branches'],
  ['I changed my mind, use dark themes', 'Use light themes'],
  ['On second thought, use dark themes', 'Use light themes'],
  ['Actually, use dark themes', 'Use light themes'],
  ['Ab jetzt verwende Tabs', 'Verwende Leerzeilen'],
  ['Ab sofort verwende Tabs', 'Verwende Leerzeilen'],
  ['Ab heute verwende Tabs', 'Verwende Leerzeilen'],
  ['Von nun an verwende Tabs', 'Verwende Leerzeilen'],
  ['Von jetzt an verwende Tabs', 'Verwende Leerzeilen'],
  ['Künftig verwende Tabs', 'Verwende Leerzeilen'],
  ['Verwende in Zukunft Tabs', 'Verwende Leerzeilen'],
  ['Verwende stattdessen Tabs', 'Verwende Leerzeilen'],
  ['Verwende doch lieber Tabs', 'Verwende Leerzeilen'],
  ['Ich bevorzuge jetzt Tabs', 'Ich bevorzuge Leerzeilen'],
  ['Wir nutzen jetzt dunkle Themen', 'Wir nutzen helle Themen'],
  ['Wir haben uns jetzt auf dunkle Themen geeinigt', 'Wir nutzen helle Themen'],
  ['从现在起用黑色主题', '用白色主题'],
  ['从现在开始用黑色主题', '用白色主题'],
  ['以后用黑色主题', '用白色主题'],
  ['今后用黑色主题', '用白色主题'],
  ['改用黑色主题', '用白色主题'],
  ['改成黑色主题', '用白色主题'],
  ['换成黑色主题', '用白色主题'],
  // What is dropped.
  ['We use Postgres instead of MySQL', 'We decided to use MySQL'],
  ['We use Postgres rather than MySQL', 'We decided to use MySQL'],
  ['We no longer use MySQL', 'We decided to use MySQL'],
  ['I no longer want emojis', 'I want emojis in lists'],
  ['I no longer need summaries', 'I asked for summaries'],
  ['I no longer like jazz', 'I like jazz and blues'],
  ['We switched from MySQL to Postgres', 'We decided to use MySQL'],
  ['We use not MySQL but Postgres', 'We decided to use MySQL'],
  ['Wir nutzen Postgres statt MySQL', 'Wir haben uns heute auf MySQL geeinigt'],
  ['Wir nutzen Postgres anstatt MySQL', 'Wir haben uns heute auf MySQL geeinigt'],
  ['Wir nutzen nicht mehr MySQL', 'Wir haben uns heute auf MySQL geeinigt'],
  ['Wir wollen kein MySQL mehr', 'Wir haben uns heute auf MySQL geeinigt'],
  ['我们用 Postgres 而不是 MySQL', '我们采用 MySQL 存储'],
  ['我们不再使用 MySQL', '我们采用 MySQL 存储'],
  ['我们不用 MySQL 了', '我们采用 MySQL 存储'],
  ['Answer in German, please', 'Answer in English'],
  // What is dropped is a small part of what was said before.
  ...[
    'We use Postgres instead of MySQL',
    'We use Postgres rather than MySQL',
    'We use not MySQL but Postgres',
    'We switched from MySQL to Postgres',
    'Use Postgres instead of MySQL and keep it local',
  ].map((now) => [now, 'We decided to store all invoices of the shop in MySQL'] as const),
  ...['Nutze Postgres, statt MySQL zu pflegen', 'Wir wollen kein MySQL mehr im Laden'].map(
    (now) => [now, 'Wir haben beschlossen, alle Rechnungen der Kunden in MySQL zu speichern'] as const,
  ),
  ...['我们用 Postgres 而不是 MySQL', '我们不再使用 MySQL', '我们不用 MySQL 了'].map(
    (now) => [now, '我们采用 MySQL 存储所有客户的订单数据'] as const,
  ),
  // For one purpose.
  ['We chose Postgres for storage', 'We chose MySQL for storage'],
  ['We use Postgres as storage', 'We decided on MySQL as storage'],
  ['Wir nehmen Postgres für Daten', 'Wir nehmen MySQL für Daten'],
  ['Wir nehmen Postgres als Speicher', 'Wir nehmen MySQL als Speicher'],
  ['Wir nehmen Postgres zum Speichern', 'Wir nehmen MySQL zum Speichern'],
  ['Wir nehmen Postgres zur Ablage', 'Wir nehmen MySQL zur Ablage'],
  ['Wir nehmen Lineale beim Messen', 'Wir nehmen Zirkel beim Messen'],
  ['我们选择Postgres作为数据库', '我们选择MySQL作为数据库'],
  ['我们选择Postgres来做存储', '我们选择MySQL来做存储'],
  // Another version of a name that people write in small letters.
  ...['node', 'python', 'java', 'php', 'go', 'ruby', 'react', 'vue', 'postgres', 'mysql', 'redis'].map(
    (name) => [`The build needs ${name} 22 there`, `Our tests ran on ${name} 20`] as const,
  ),
  // One text in another form.
  ...['write', 'format', 'sign', 'name'].map(
    (verb) => [`Please ${verb} commit messages in short words`, `Always ${verb} commit messages as a list`] as const,
  ),
  ['Call branches with a number', 'Call branches in lower case'],
  ['Indent code using tabs', 'Indent code with spaces'],
  ['Indent SQL as one block', 'Indent SQL with two blanks'],
  ['Format tables using pipes', 'Format tables as CSV'],
  ['Answer support mails in a formal tone', 'Answer support mails with short lists'],
  ['Reply to reviews as a list', 'Reply to reviews in full sentences'],
  ['Respond to bug reports with questions', 'Respond to bug reports in full sentences'],
  ['Schreibe Berichte im Präsens', 'Schreibe Berichte als Liste'],
  ['Formatiere Tabellen mit Linien', 'Formatiere Tabellen auf Breite'],
  ['Nenne Zweige mit Nummer', 'Nenne Zweige in Worten'],
  ['Antworte Kunden auf Papier', 'Antworte Kunden mit Humor'],
]
test.each(REPLACED)('[M11] "%s" replaces "%s"', (now, before) => {
  expect(replaces(now, before)).toBe(true)
})

test.each<readonly [string, string]>([
  ['We use Postgres', 'We use a queue'],
  // Rules for two cases.
  ['Answer in German when I ask about law', 'Answer in English'],
  ['Answer in German whenever I ask about law', 'Answer in English'],
  ['Answer in German every time I mention law', 'Answer in English'],
  ['Answer in German if I mention law', 'Answer in English'],
  ['Answer in German before lunch', 'Answer in English'],
  ['Answer in German after lunch', 'Answer in English'],
  ['Answer in German about law', 'Answer in English'],
  ['Answer in German for customers', 'Answer in English'],
  ['Use tabs when you write Go', 'Use spaces'],
  ['Use tabs every time you edit Go', 'Use spaces'],
  ['Use tabs for Python', 'Use spaces'],
  ['Use tabs in Go files', 'Use spaces'],
  ['Use tabs if the file is old', 'Use spaces'],
  ['About ovens, use Fahrenheit', 'Use Celsius'],
  ['Use tabs before a merge', 'Use spaces'],
  ['Use tabs after a merge', 'Use spaces'],
  ['Antworte auf Deutsch bei Rechtsfragen', 'Antworte auf Englisch'],
  ['Antworte auf Deutsch für Kunden', 'Antworte auf Englisch'],
  ['Antworte auf Deutsch, wenn ich frage', 'Antworte auf Englisch'],
  ['Antworte auf Deutsch vor Terminen', 'Antworte auf Englisch'],
  ['Antworte auf Deutsch nach Terminen', 'Antworte auf Englisch'],
  ['关于法律的问题用德语回答', '用英语回答'],
  ['对于法律的问题用德语回答', '用英语回答'],
  ['在讨论法律时用德语回答', '用英语回答'],
  ['在法律文件里用德语回答', '用英语回答'],
  ['在法律问题中用德语回答', '用英语回答'],
  ['法律讨论之前用德语回答', '用英语回答'],
  ['法律讨论之后用德语回答', '用英语回答'],
  ['讨论法律的时候用德语回答', '用英语回答'],
  ['讨论法律时用德语回答', '用英语回答'],
  ...['写Go代码时', '在Go文件里', '在Go代码中', '发布之前', '合并代码之后', '关于Go代码的问题'].map(
    (words) => [`${words}用制表符缩进`, '用空格缩进'] as const,
  ),
  ['Write the report in the docs folder', 'Write the report in short words'],
  ['Write results in the output directory', 'Write results as CSV'],
  ['Write reminders in the notes file', 'Write reminders as short lists'],
  ['The tests ran on shops 22', 'The build needs shops 20'],
])('[M11] "%s" leaves "%s" open', (now, before) => {
  expect(replaces(now, before)).toBe(false)
})

test.each([
  'english',
  'german',
  'french',
  'spanish',
  'italian',
  'portuguese',
  'chinese',
  'mandarin',
  'japanese',
  'korean',
])('[M11] an answer in %s is one in another language than before', (language) => {
  expect(replaces(`Answer in ${language}`, 'Answer in Dutch')).toBe(true)
})

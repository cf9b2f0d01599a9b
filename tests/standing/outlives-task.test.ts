import { expect, test } from 'vitest'
import { standingIn } from '../../src/domain/standing/find.js'

/** What people say to assistants is mostly about the task. The form of a sentence, not its topic, shows what holds for later sessions. */

const found = (text: string) => standingIn(text).map((one) => `${one.kind}: ${one.text.replace(/[.。]$/u, '')}`)

test.each([
  // A choice of what was offered, a thing without a name, and what is done with it once.
  ...[
    "Let's go with option 2.",
    'I prefer option B because it is short.',
    "I've decided to use plan 3.",
    '我们决定采用方案A。',
  ],
  ...["Let's use a small map to count them.", "We'll use a better model.", "Let's use Redis to count them."],
  ...["Let's use satire.", "Let's use examples of an answer.", "Let's go with a plain approach."],
  // A clause whose object is before it, and what only looks like a fact.
  ...['Fix the table we use in reports.', 'Link the page that we use Redis for.', 'Use the file that I work with.'],
  ...[
    'The latest run ended on 9 May.',
    'My first run ended on 9 May.',
    'Our first run ended on 9 May.',
    'our last run ended on 9 May',
    'my last run ended on 9 May',
    'the last run ended on 9 May',
    'I speak about jobs.',
    'Change the method we use in "old".',
  ],
  ...['I prefer previous size.', "I'm comfortable with whatever you take."],
  // What a program does, an order whose content is below it, and a request about a rule.
  ...['From now on use the following form.', 'From now on use:\n- tabs'],
  ...[
    'Can you write a poem about how pupils should always check their work',
    'No code was given.',
    'From now on, as follows.',
  ],
  ...['Please format notes.md for markdown.', 'Do not include jokes in the answer.', "Use Ann's model of the code."],
  ...['for', 'with', 'from', 'into', 'of'].map((word) => `Link the page that we use Redis ${word}.`),
  ...['Can', 'Could', 'Would', 'Will'].map(
    (word) => `${word} you write a poem about how pupils should always check their work`,
  ),
  ...[
    '永远不要用如下格式',
    '永远不要用以下格式',
    'Always use the following: tabs',
    'From now on answer as follows. Go on.',
  ],
  "Let's use an example of code.",
  // In Chinese: a request, and what is made with a tool.
  ...[
    '我希望你把当前代码改好。',
    '使用mcp更新数据库',
    '使用 public 文件夹',
    '分析代码，不要改代码',
    '每次都要写测试太烦了',
  ],
])('[M11] [P14] "%s" is about the task', (text) => {
  expect(found(text)).toEqual([])
})

test.each<readonly [string, string]>([
  ["Let's use Postgres for storage. Create the tables.", "decision: Let's use Postgres for storage"],
  ["Let's use pnpm.", "decision: Let's use pnpm"],
  ["Let's use tabs.", "decision: Let's use tabs"],
  ['Let’s use npm', 'decision: Let’s use npm'],
  ["We'll use pnpm", "decision: We'll use pnpm"],
  ['We’ll use pnpm', 'decision: We’ll use pnpm'],
  ['We will use pnpm', 'decision: We will use pnpm'],
  ['I prefer menus and tabs', 'preference: I prefer menus and tabs'],
  ["We'll use Redis to count them.", "decision: We'll use Redis to count them"],
  ["Let's use python instead of bash", "decision: Let's use python instead of bash"],
  ["Let's use plain words for all pages.", "decision: Let's use plain words for all pages"],
  ['No, never push to main. Fix the tests.', 'rule: No, never push to main'],
  ['We must never ignore errors. Fix the page.', 'rule: We must never ignore errors'],
  ['Fix the page. Keep your answers short.', 'rule: Keep your answers short'],
  ['Behebe den Fehler. Halte deine Antworten kurz.', 'rule: Halte deine Antworten kurz'],
  ['修复错误。每次都要写测试', 'rule: 每次都要写测试'],
  ['Always show all options.', 'rule: Always show all options'],
  ['Fix the page. From now on, always show the diff.', 'rule: From now on, always show the diff'],
  ["Let's use pnpm in this project, not npm.", "decision: Let's use pnpm in this project, not npm"],
  ['Always validate input with zod. Add a route.', 'rule: Always validate input with zod'],
  ['Take note: from now on use tabs.', 'rule: Take note: from now on use tabs'],
  ['The app is hosted on Azure. Fix the page.', 'fact: The app is hosted on Azure'],
  ['当前项目是一个 Vue 项目，帮我修复错误', 'fact: 当前项目是一个 Vue 项目'],
  ...['现在需要加按钮', '我想在首页加按钮', '我想把按钮改大', '我想让按钮变大'].map(
    (rest) => [`我们项目叫北方山海队，${rest}`, 'fact: 我们项目叫北方山海队'] as const,
  ),
  ['Our servers run on Node 18', 'fact: Our servers run on Node 18'],
  ['I work at a bank just like my father used to', 'fact: I work at a bank just like my father used to'],
])('[M11] "%s" holds for later sessions', (text, entry) => {
  expect(found(text)).toEqual([entry])
})

test.each([
  ...['I want you to act as a guide.', "Let's play a game.", 'Pretend you are a pirate.'],
  ...['Spiel die Rolle eines Piraten.', '请扮演海盗。', 'Answer as if you were a pirate.'],
])('[M11] [P14] in a message with "%s", rules are of the role, and facts of the person', (role) => {
  for (const rule of ['Never answer in German.', 'Answer in German.', 'Antworte immer kurz.'])
    expect([role, found(`${role}\n${rule}\nMy name is Ada.`)]).toEqual([role, ['fact: My name is Ada']])
})

test.each(['You are a great help!', 'I know you are a language model.', 'Du bist ein toller Assistent.'])(
  '[M11] "%s" gives no role, so the rules beside it hold',
  (praise) => {
    expect(found(`${praise} Never use emojis in your answers.`)).toEqual(['rule: Never use emojis in your answers'])
  },
)

test('[M11] what a person wants from now on holds, also in a message that gives a role or is long', () => {
  const rule = 'From now on always answer in German'
  expect(found(`Act as a guide. ${rule}.`)).toEqual([`rule: ${rule}`])
  expect(found(`My name is Ada. ${'well then we go on and on '.repeat(400)}. ${rule}.`)).toEqual([
    'fact: My name is Ada',
    `rule: ${rule}`,
  ])
})

test.each(['Rewrite this story: ', 'Please summarize it:\n', 'Übersetze das: ', '请翻译：'])(
  '[M11] [P14] after "%s", a text is shown',
  (task) => {
    expect(found(`I prefer tabs.\n${task}My name is Ada. I love old maps.`)).toEqual(['preference: I prefer tabs'])
  },
)

test('[M11] a list that a sentence calls rules is no shown text', () => {
  expect(found('Rewrite the page by my rules:\nAlways use tabs.')).toEqual(['rule: Always use tabs'])
})

test('[M11] [P14] items of a list beside a task answer what was offered, or describe the result', () => {
  expect(found('Plan it:\n1. I like charts and tables\n- Answer in German.')).toEqual([])
  expect(found('1. I like charts and tables\n- Answer in German.')).toHaveLength(2)
  for (const sign of ['-', '*', '•', '1.', '12)', ' -'])
    expect([sign, found(`Plan it:\n${sign} I like charts and tables`)]).toEqual([sign, []])
  for (const text of ['Plan it: 1. I like charts and tables', 'Plan 3. I like charts and tables'])
    expect([text, found(text)]).toEqual([text, ['preference: I like charts and tables']])
})

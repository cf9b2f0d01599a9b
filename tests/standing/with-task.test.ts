import { expect, test } from 'vitest'
import { standingIn } from '../../src/domain/standing/find.js'

/** People write what a task must keep to beside the task: `Summarize the text. Do not add an opinion.` Only words for all cases say that an
 * order in such a message holds for longer. */

const found = (text: string) => standingIn(text).map((one) => `${one.kind}: ${one.text.replace(/[.。]$/u, '')}`)

const TASKS = [
  'Write a poem about the sea.',
  'Who are you?',
  'Schreib ein Gedicht über das Meer.',
  '写一首关于大海的诗。',
]

test.each([
  ...[
    'Use simple language.',
    'No bullet points.',
    'Answer briefly.',
    "Don't use bullet points.",
    'Keep answers short.',
  ],
  ...['Every answer needs a source.', 'Make sure all answers have a source.', 'Answers must be short.'],
  ...['Antworte kurz.', 'Verwende Tabs.', 'Keine Stichpunkte bitte.', 'Alle Antworten sollen kurz sein.'],
  ...['不要使用表情符号。', '所有回答必须简短。', '回答要简短。'],
])('[M11] [P14] "%s" holds alone, and beside a task only for it', (order) => {
  const entry = [`rule: ${order.replace(/[.。]$/u, '')}`]
  expect(found(order)).toEqual(entry)
  for (const task of TASKS) expect([task, found(`${task}\n${order}`)]).toEqual([task, []])
})

test.each([
  ...['Always use tabs.', 'From now on, answer in German.', 'When I ask for code, skip the explanation.'],
  ...['Run the linter before every commit.', 'Answers must always be short.'],
  ...['Antworte immer kurz.', 'Ab jetzt antworte auf Deutsch.', 'Beende jede Antwort mit einer Frage.'],
  ...['以后请用中文回答。'],
  ...['永远', '始终', '总是', '每次', '绝对', '无论怎样'].map((word) => `${word}不要写注释。`),
  '请一律用中文回答。',
  // In which language a person is answered is about the person.
  ...['Answer in German.', 'Please reply in English, please.', 'Use UK spelling.', 'Antworte bitte auf Deutsch.'],
  ...['Duze mich.', '请用中文回答。'],
  // For a project, and for what comes.
  ...['In this project we never use default exports.', 'In our repo, use tabs.', 'Merk dir: antworte immer kurz.'],
  ...[
    "In the future, don't add comments.",
    'Next time, ask me before you delete anything.',
    '本项目里不要使用表情符号。',
  ],
])('[M11] "%s" holds for every session beside a task, too', (order) => {
  for (const task of TASKS)
    expect([task, found(`${task}\n${order}`)]).toEqual([task, [`rule: ${order.replace(/[.。]$/u, '')}`]])
})

test.each([
  ...['Ok.', 'Great work.', 'Thanks!', 'Hallo!', 'Vielen Dank!', '你好！', 'I prefer dark mode.'],
  ...['My rules:', 'My preferences:', 'Meine Regeln:', '我的规则：'],
  // Longer than the messages in which weaker orders hold.
  ['I prefer dark mode.', 'I use Neovim.', 'We deploy with Docker.'].join('\n').repeat(5),
])('[M11] "%s" is no task: an order beside it holds', (text) => {
  expect(found(`${text}\nUse tabs.`).at(-1)).toBe('rule: Use tabs')
})

test.each([
  ...['Thanks, now fix the login page.', 'Good, what is left?', 'Ok?', 'My rules for chess', 'Translate:'],
  ...['```\nls\n```', 'She said "stay".'],
])('[M11] [P14] beside "%s", an order holds for the task', (text) => {
  expect(found(`${text}\nUse tabs.`)).toEqual([])
})

test.each([
  ...['Reply only with: OK', 'Answer in the form: name, age', 'Use pytest style:', '用Python写：', '回答格式：一行'],
  // What is reported, not ordered.
  ...['Always some small bug somewhere.', 'Never thought it could fail.', 'Never feels quite right.', 'Always has.'],
  ...['Never seem to get it done.', 'Always works for me.', 'Always helps.'],
  // A thing, or the next step, is described.
  ...['die', 'der', 'das', 'deren', 'dessen', 'welche', 'welcher', 'welches', 'welchen'].map(
    (word) => `Schreib einen Text, ${word} immer gilt.`,
  ),
  ...['Vergleiche den Code mit der noch immer aktuellen Datei.', 'Gliedere dann immer die Schritte.'],
  ...['设置从现在开始一个小时之后的闹钟', '从现在开始30分钟后提醒', '请用表情符号创作一道题', '总是接受请求'],
  ...['我们用m种颜色对立方体的6个面进行染色，有多少种方案', '我们使用以下符号', '我希望回答遵循以下格式'],
  ...['I prefer tabs for the moment.', 'I tend to keep things as they are for now.', 'Ich mag mich irren.'],
  ...['Ich habe mich dafür entschieden, um Zeit zu sparen.', 'Wir haben entschieden, weil es eilt.'],
])('[M11] [P14] "%s" states nothing', (text) => {
  expect(found(text)).toEqual([])
})

test.each([
  ['Gib mir immer Text, der kurz bleibt.', 'rule: Gib mir immer Text, der kurz bleibt'],
  ['我们用React 18。', 'fact: 我们用React 18'],
  ['我们的后端跑在Node 22上。', 'fact: 我们的后端跑在Node 22上'],
  [
    'Wir haben uns dafür entschieden, Postgres zu nutzen.',
    'decision: Wir haben uns dafür entschieden, Postgres zu nutzen',
  ],
])('[M11] "%s" is an entry', (text, entry) => {
  expect(found(text)).toEqual([entry])
})

import { expect, test } from 'vitest'
import { standingIn } from '../../src/domain/standing/find.js'
import { isLastingDecision, isLastingPreference } from '../../src/domain/standing/lasting.js'
import { isChineseOrder, isComfort } from '../../src/domain/standing/orders.js'

/** Short orders and wishes hold for every session if they are about what an assistant makes or says, or about tools and settings. About
 * a seat, a dish, or one certain thing, they hold now. */

const found = (text: string) => standingIn(text).map((one) => one.text.replace(/[.。]$/u, ''))

test.each([
  ...['Use spaces.', 'Use tabs for indentation.', 'Use metric units.', 'Verwende Tabs.'],
  ...['I prefer dark mode.', 'I prefer a step-by-step approach.', '我更喜欢独立工作。'],
  ...['We use pnpm, not npm.', 'Wir verwenden pnpm.', 'We decided to go with Postgres.'],
  ...["I don't want comments in code.", "I'd rather have bullet points than paragraphs."],
  ...['Commit messages must be in English.', 'No more emojis please.', 'Keine Emojis bitte.'],
  ...['Stop apologizing.', 'Address me formally.', 'Bitte duze mich.'],
  ...['When I ask for code, skip the explanation.', '请用中文回答。'],
  ...["Don't touch the migrations folder.", 'I drink my coffee black.', 'I only eat halal.'],
  ...['Use snake_case for variables.', 'Use TypeScript.', 'Use British spelling.'],
  ...['Use the metric system.', 'Use a friendly tone.', 'Please use Celsius.', 'Indent with two spaces.'],
  ...['Benutze Leerzeichen zum Einrücken.', 'Verwende metrische Einheiten.'],
  ...['Nutze das metrische System.', '使用公制单位。', '用制表符缩进。', '请使用摄氏度。'],
  ...['I prefer light mode.', 'I prefer a concise style.', 'I prefer a hands-on approach.'],
  ...['I prefer dry humor.', 'I prefer Python.', 'Ich bevorzuge den dunklen Modus.'],
  ...['Ich bevorzuge einen lockeren Tonfall.', '我更喜欢深色模式。', '我喜欢简洁的回答。'],
  ...['We use GitHub Actions for CI.', 'We use feature branches.', 'We write tests in Vitest.'],
  ...['Our team uses Slack.', 'I use Neovim.', 'We deploy with Docker.', 'Wir nutzen GitLab für CI.'],
  ...['Wir arbeiten mit Scrum.', '我们用pnpm，不用npm。', '我们使用Vue。', '我们项目用TypeScript。'],
  ...['We decided to go with Redis for caching.', "We've decided to stick with MySQL."],
  ...['We settled on tabs.', "I don't want emojis in your answers."],
  ...["I don't need explanations with the code.", "We don't want semicolons."],
  ...["I'd rather get short answers.", 'I would rather see code than prose.'],
  ...["I'd prefer tables over lists.", 'Ich will keine Kommentare im Code.'],
  ...['Ich möchte keine Emojis in den Antworten.', 'Ich hätte lieber Stichpunkte als Absätze.'],
  ...['Mir sind Tabellen lieber als Listen.', '我不想要代码里的注释。', '我不需要解释。'],
  ...['我宁愿看列表而不是段落。', '我希望回答简短。', 'Variable names should be in camelCase.'],
  ...['Pull requests must have a description.', 'Error messages should be in German.'],
  ...['Branch names have to start with the ticket number.', 'Dates must be in ISO format.'],
  ...['Commit-Nachrichten müssen auf Englisch sein.', 'Antworten sollen kurz sein.'],
  ...['提交信息必须用英文写。', '变量名应该用英文。', '注释要用中文写。', 'No bullet points.'],
  ...['No more apologies.', 'No jargon, please.', 'Please no small talk.', 'No comments in the code.'],
  ...['Stop using emojis.', 'Stop summarizing at the end.', 'Stop repeating my question.'],
  ...["Don't apologize.", "Don't explain the basics.", "Don't start with a compliment."],
  ...["Don't use bullet points.", "Don't be so formal.", 'Keine Stichpunkte bitte.'],
  ...['Bitte keine Floskeln.', 'Hör auf, dich zu entschuldigen.', 'Keine Kommentare im Code bitte.'],
  ...['Lass die Erklärungen weg.', 'Lieber Stichpunkte als Absätze.', '不要表情符号。', '别再道歉了。'],
  ...['不要在回答里用表情。', '别用表情符号。', '不要加注释。', 'Address me as Doctor Miller.'],
  ...['Sprich mich mit Du an.', 'Bitte sieze mich.', 'Du kannst mich duzen.', '请称呼我王老师。'],
  ...['叫我小李就行。', '请用“您”称呼我。', 'When I paste an error, give me the fix first.'],
  ...["When I ask about recipes, assume I'm vegan.", 'If I send you a draft, only fix the grammar.'],
  ...['Whenever I share a link, summarize it.', 'When I say "ship it", run the tests first.'],
  ...['Wenn ich nach Code frage, lass die Erklärung weg.'],
  ...['Wenn ich dir einen Text schicke, korrigiere nur die Rechtschreibung.'],
  ...['我要代码的时候，不要解释。', '当我问数学题时，请给出步骤。', '请用英文写代码注释。'],
  ...['用德语回答我。', 'Answer in French.', 'Answer briefly.', 'Keep answers short.', 'Be concise.'],
  ...['Reply in one sentence.', 'Antworte kurz.', 'Antworte auf Deutsch.', '回答要简短。'],
  ...["Don't touch the vendor directory.", "Don't edit generated files.", "Don't modify the public API."],
  ...['Do not commit to main.', 'Never touch the lockfile.', 'Fass den Ordner migrations nicht an.'],
  ...['Ändere nichts im Ordner vendor.', '不要动migrations目录。', '别修改配置文件。'],
  ...['I drink my tea without sugar.', 'I take my coffee with oat milk.', 'I like my steak medium rare.'],
  ...['I only drink decaf.', 'I never eat breakfast.', "I don't eat pork.", 'I only fly economy.'],
  ...['I eat kosher.', "I'm vegan.", 'I avoid gluten.', 'Ich trinke meinen Tee ohne Zucker.'],
  ...['Ich esse nur vegan.', 'Ich trinke keinen Alkohol.', '我喝咖啡不加糖。', '我只吃清真食品。'],
  ...['我不喝牛奶。', '我只用Mac。'],
])('[M11] "%s" holds for every session', (text) => {
  expect(found(text)).toEqual([text.replace(/[.。]$/u, '')])
})

test.each([
  ...['Use the second paragraph.', 'Use the blue pen.', 'Use a knife.', 'Use caution.'],
  ...['Use this template.', 'Use my laptop.', 'Use the attached file.', 'Verwende den zweiten Absatz.'],
  ...['Nimm das rote Auto.', 'Benutze den Aufzug.', '用那支笔。', '用第二个例子。', '使用下面的代码。'],
  ...['I prefer the window seat.', 'I prefer the red one.', 'I prefer a table by the window.'],
  ...['I prefer the soup.', 'I prefer the second answer.', 'Ich bevorzuge den Fensterplatz.'],
  ...['Ich nehme lieber das Steak.', '我更喜欢这个。', '我更喜欢靠窗的位置。'],
  ...["I'd rather have the fish.", "I'd rather have a beer.", "I'd rather walk."],
  ...["I'd rather stay home tonight.", "I'd prefer the aisle seat.", "I don't want dessert."],
  ...["I don't need a bag.", "I don't want to go.", "I don't want this comment here."],
  ...['Ich hätte lieber den Salat.', 'Ich möchte keinen Nachtisch.'],
  ...['Ich hätte gern eine Antwort bis morgen.', '我不要香菜，谢谢。', '我不想要这个。'],
  ...['我希望明天不下雨。', 'We use the same bus.', 'We used Redis back then.', 'We decided to go home.'],
  ...['We decided to go to the beach.', 'Stop crying.', 'Stop it.', 'Stop the server.', 'No problem.'],
  ...['No thanks.', 'No more wine for me, please.', 'No comment.', 'No answer so far.', 'Keine Ahnung.'],
  ...['Keine Milch bitte.', 'Kein Kommentar.', 'Bitte keine Tüte.', 'Hör auf zu weinen.'],
  ...['Address me a letter.', 'Call me later.', 'Call me when you arrive.', 'Call me back please.'],
  ...['Ruf mich morgen an.', '叫我一声。', '叫我起床。'],
  ...['When I asked for code, he skipped the explanation.', 'When I ask him, he never answers.'],
  ...['If I ask my boss, will he agree?', 'Wenn ich dich frage, sagst du nie was.'],
  ...['当我问他时，他不说话。', "Don't touch the stove.", "Don't touch me.", "Don't open the door."],
  ...["Don't delete the branch yet.", "Don't change this file.", "Don't edit the file above."],
  ...['Fass das nicht an.', '别碰我。', 'I drank my coffee black.', 'I drink my coffee in the kitchen.'],
  ...['I eat my lunch at noon.', 'I only ate two.', 'I only have one.', 'I only want a coffee.'],
  ...['I only eat this one.', 'Ich trinke meinen Kaffee gerade.', '我只吃了一个。'],
  ...['The tests should pass now.', 'My code should work, but it fails.', 'The answer must be 42.'],
  ...['Answers should be on page 3.', 'Your answer must be wrong.', 'This comment must be a joke.'],
  ...['Commit messages must be hard to write, right?', 'Must commit messages be in English?'],
  ...['Should comments be in English?', 'Die Tests müssten jetzt laufen.', 'Der Code muss falsch sein.'],
  ...['代码应该没问题吧。', 'Write a summary.', 'Fix the tests.', 'Translate this into German.'],
  ...['Explain the code.', 'Use English for this email.', 'Use tabs in this file.', 'Use spaces here.'],
  ...["Don't add comments to this function.", 'No emojis in this one.', 'Skip the first paragraph.'],
  ...['Answer the last question.', "Reply to Bob's comment.", 'Be at the station at five.', 'Be quiet.'],
  ...['Do you use tabs?', 'Does he prefer dark mode?', 'She prefers dark mode.', 'He only eats halal.'],
  ...['They use pnpm.', 'My boss said "use tabs".', '"Stop apologizing", she said.'],
  ...['I used to prefer dark mode.', 'If I preferred dark mode, I would say so.'],
])('[M11] [P14] "%s" holds now', (text) => {
  expect(found(text)).toEqual([])
})

test.each([
  ...['using pans', 'against oats', 'oats instead', 'oats over rice', '5 cups', 'moving src/app', 'entschieden'],
  ...['to use pans', 'to keep doors shut', 'to limit noise', 'to support bees', 'to release early', 'to go with oats'],
  ...['to prioritize sleep', 'to prioritise sleep', 'to focus on sleep', 'to write letters', 'to eat only oats'],
  ...['to eat out every month', 'to sweep each hall', 'to sweep weekly', 'to sweep monthly', 'to sweep daily'],
])('[M11] "we decided %s" is about work', (rest) => {
  expect(isLastingDecision(`we decided ${rest}`)).toBe(true)
})

test.each(['to plant oats', 'to pick oats over a roll', 'to sweep oats', 'to go with the oats', 'to go with my oats'])(
  '[M11] [P14] "we decided %s" is not about work',
  (rest) => {
    expect(isLastingDecision(`we decided ${rest}`)).toBe(false)
  },
)

test.each(
  'using to for with of the a an over against into from their my our und mit für der die das please bitte'.split(' '),
)('[M11] [P14] a taste that ends with "%s" is no whole clause', (word) => {
  expect(isLastingPreference('I like tall pines')).toBe(true)
  expect(isLastingPreference(`I like tall pines ${word}`)).toBe(false)
})

test.each([
  ...[
    'over',
    'than',
    'instead of',
    'when out of',
    'whenever I eat',
    'because of',
    'if I eat',
    'als',
    'statt',
    'wenn',
    'weil',
  ],
  'gegenüber',
])('[M11] "I prefer rice %s corn" compares', (word) => {
  expect(isLastingPreference(`I prefer rice ${word} corn`)).toBe(true)
  expect(isLastingPreference('I prefer rice')).toBe(false)
})

test.each([
  '我更喜欢用笔',
  '我更喜欢茶胜过酒',
  '我更喜欢茶而不是酒',
  '比起酒我更喜欢茶',
  '我更喜欢短回复',
  '我更喜欢图表',
])('[M11] "%s" is a taste', (text) => {
  expect(isLastingPreference(text)).toBe(true)
  expect(isLastingPreference('我更喜欢茶')).toBe(false)
})

test.each([
  ...['I prefer a rye roll', 'I prefer an oat roll', 'I prefer the rye rolls', 'I prefer to eat rolls'],
  ...['I prefer my rye rolls', 'I prefer your rye rolls', 'I like him', 'I like pines here', 'Ich mag Kiefern dort'],
  ...['ich mag es kalt', 'ich mag das kalt', 'ich mag eins mehr', 'ich mag beides kalt', 'ich mag beide kalt'],
  ...['ich mag andere mehr', 'ich mag nicht mehr', 'ich mag den Baum', 'I like that pine', 'I like that in June'],
  ...['I like that on toast', 'I like that for lunch', 'I like that to eat', 'I like this'],
])('[M11] [P14] "%s" is a choice of the moment', (text) => {
  expect(isLastingPreference(text)).toBe(false)
})

test.each([
  ...['so', 'and', 'but', '-', '–'].map((word) => ` ${word} could you help`),
  ...[' can you help', ' would you help', ' will you help', ', would it help', ', will it help'],
  ...["I'm", "I've", "I'd", 'I', 'we', "we're", "I'll"].map((who) => ` so ${who} wait for help`),
  ...["I'm", "I've", "I'd", "I'll", 'I', 'we'].map((who) => `, ${who} need help`),
])('[M11] a clause ends before "%s"', (rest) => {
  expect(found(`I like tall pines${rest}`)[0]).toBe('I like tall pines')
})

test.each([
  ...['it', 'this', 'that', 'them', 'these', 'those'].map((word) => `Oats are fine and I prefer ${word} over rice`),
])('[M11] "%s" is kept with the words before it', (text) => {
  expect(found(text).filter((one) => !one.startsWith('Oats'))).toEqual([])
})

test.each([
  '担心',
  '别忘',
  '不用急',
  '不能忘',
  '不必急',
  '别管我',
  '别闹',
  '别逗',
  '别开玩笑',
  '别紧张',
  '别伤心',
  '别放弃',
  '别理解',
  '别相信',
  '别吧',
])('[M11] [P14] "%s" comforts or does not', (text) => {
  expect(isComfort(text)).toBe(text !== '担心')
})

test.each([
  ...[
    '所有页面一律要用大字',
    '任何页面不得空白',
    '所有页面必须有标题',
    '所有页面要用大字',
    '每次不要空白',
    '每次务必有标题',
  ],
  ...['必须永远有标题', '请一律有标题', '请总是有标题', '务必每次有标题', '不要始终空白'],
])('[M11] "%s" orders', (text) => {
  expect(isChineseOrder(text)).toBe(true)
})

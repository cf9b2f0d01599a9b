import { expect, test } from 'vitest'
import { standingIn } from '../../src/domain/standing/find.js'

/** What is said for all cases is a rule if assistants do it. The rest are sayings, advice, and texts that a message shows. */

const found = (text: string) => standingIn(text).map((one) => `${one.kind}: ${one.text.replace(/[.。]$/u, '')}`)

test.each([
  ...['Never judge a book by its cover.', 'Always look on the bright side of life.', 'Never change a running system.'],
  ...[
    'Never lose a brilliant solution, code snippet, or decision again.',
    'Always wear sunscreen.',
    'Never say never.',
  ],
  ...['Never use a big word when a small one will do.', 'Never start a land war in Asia.', 'but never quite the same'],
  ...['From now on, it is all downhill.', 'In the future people will fly.', 'All dog shops should carry rum.'],
  ...['The reset button should only appear after that step.', 'Under no circumstances lose hope.'],
  ...['Vertraue niemals einer Statistik.', 'Sei immer du selbst.', 'Gib niemals auf.', 'Lass dich nie unterkriegen.'],
  ...['Gewalt darf niemals Mittel der Politik sein.', 'Wechsle niemals das Pferd.'],
  ...['永远不要低估对手。', '一律不许笑。', '以后别联系了。', '别回答他，让他猜。'],
])('[M11] [P14] "%s" is nothing that an assistant does', (text) => {
  expect(found(text)).toEqual([])
})

test.each([
  ...['Never push to main.', 'Always run the linter.', 'Always include a source.', 'Never commit secrets.'],
  ...['Always combine both when I ask about probability.', 'Never put mint in any recipe you give me.'],
  ...[
    'From now on, keep a changelog.',
    'From now on, the tests must pass.',
    'Under no circumstances push to main.',
    'We never commit binaries.',
  ],
  ...['Sortiere die Importe immer alphabetisch.', 'In Rezepten darf nie Sellerie vorkommen.'],
  ...['永远不要推送到主分支。', '以后回答请先给结论。'],
])('[M11] "%s" is a rule', (text) => {
  expect(found(text)).toEqual([`rule: ${text.replace(/[.。]$/u, '')}`])
})

test.each([
  ...['Always follow PEP 8.', 'Never force-push.', 'Never wake me before nine.', 'Always double-check the numbers.'],
  ...[
    'Always stay in character.',
    'Never schedule meetings on Fridays.',
    'Always leave a comment.',
    'Never expose secrets.',
  ],
  ...['Immer die Quelle angeben.', 'Niemals Passwörter ausgeben.', '永远不要泄露密码。'],
])('[M11] [P14] "%s" is a rule where nothing else is asked', (text) => {
  expect(found(text)).toEqual([`rule: ${text.replace(/[.。]$/u, '')}`])
  expect(found(`My name is Ada. ${text}`)).toHaveLength(2)
})

test.each(['Always follow PEP 8.', 'Never wake me before nine.', 'Always stay in character.'])(
  '[M11] [P14] "%s" beside a task is about the task',
  (text) => expect(found(`Write a story about a lighthouse. ${text}`)).toEqual([]),
)

test.each([
  ['Fix the login and answer in German.', 'rule: answer in German'],
  ['结果见附件，请使用中文回答。', 'rule: 请使用中文回答'],
  ['Answer in German, please. What is a monad?', 'rule: Answer in German, please'],
])('[M11] of "%s", the language of the answers holds', (text, entry) => {
  expect(found(text)).toEqual([entry])
})

test.each(['Write in German.', 'Answer in German what a monad is.', 'Can you answer in German?', '请用中文写一封信。'])(
  '[M11] [P14] "%s" beside a task is about the task',
  (text) => {
    expect(found(`Translate the letter. ${text}`)).toEqual([])
  },
)

const shown = Array.from({ length: 25 }, (_, at) => `Chapter ${at} has a title.`).join('\n')

test.each(['Never push to main.', 'I prefer dark mode.', 'My name is Ada.', 'We decided to use Postgres.'])(
  '[M11] [P14] "%s" in a message of more than 20 lines belongs to the text that it shows',
  (text) => {
    expect(found(`${shown.split('\n').slice(0, 19).join('\n')}\n${text}`)).toHaveLength(1)
    expect(found(`${shown}\n${text}`)).toEqual([])
  },
)

test('[M11] in a long message, what holds from now on and when a person asks is a rule, and so is a list of only rules', () => {
  expect(found(`${shown}\nFrom now on, answer briefly.`)).toEqual(['rule: From now on, answer briefly'])
  expect(found(`${shown}\nAlways add dates when I ask about plans.`)).toHaveLength(1)
  const rules = Array.from({ length: 25 }, (_, at) => `Always use name${at} in tests.`)
  expect(found(`My rules:\n${rules.join('\n')}`)).toHaveLength(25)
})

test.each([
  'Before you write any code, help me find the command.',
  'We use the first 4 words as the name.',
  'I run on the treadmill for 2 hours.',
  'You see it in the branch, which I just switched to, and so it runs.',
  'Change the clause to say I prefer tabs.',
  'I have decided to cook some Indian dishes.',
])('[M11] [P14] "%s" states nothing for later', (text) => {
  expect(found(text)).toEqual([])
})

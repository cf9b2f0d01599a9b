import { expect, test } from 'vitest'
import { endingsIn } from '../../src/domain/standing/ending.js'

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

test('[M11] what follows a comma is not what ends', () => {
  expect(endingsIn('Forget the rule about emojis, my boss likes smileys.')[0]!.about).toEqual(['emoji'])
})

test.each(['Forget my keys?', 'You need to use emojis', 'We have to forget the party', 'Vergiss die Milch nicht'])(
  '[M11] "%s" ends nothing',
  (text) => {
    expect(endingsIn(text)).toEqual([])
  },
)

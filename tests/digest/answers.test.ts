import { describe, expect, test } from 'vitest'
import { digestLines } from '../../src/domain/digest/digest.js'
import { outlineOf } from '../../src/domain/source/outline.js'
import { count, said } from '../summary/spans.js'

/** Digests answers to requests of a chat: message 2 answers message 1, and so on. */
function linesOf(asked: readonly string[], answers: readonly string[], budgetTokens = 400): string[] {
  const source = answers.map((text, at) => said(2 * at + 2, text))
  const facts = {
    turnOf: new Map(source.map(({ seq }, at) => [seq, at + 1])),
    requests: new Map(asked.map((text, at) => [at + 1, { seq: 2 * at + 1, text }])),
    lastTurn: answers.length + 1,
  }
  return digestLines(source, facts, { budgetTokens, count }).map(({ text }) => text.slice(text.indexOf(': ') + 2))
}

const LONG =
  'The town hall was built of red brick, has a clock of the year 1911, and opens on weekdays from nine to four.'

describe('[C10] [P13] of an answer of a chat', () => {
  test('a list shows its names, not the words that all answers begin with', () => {
    const lines = linesOf(
      ['Where could we stay?', 'And where could we eat?', 'What can we do?'],
      [
        'Sure, here are some ideas for your trip:\n\n1. **Hotel Arosa** - close to the lake\n2. **Villa Meret** - has a garden\n3. **Gasthof Linde** - the cheapest one',
        'Sure, here are some ideas for your trip:\n\n- Trattoria Nonna: handmade pasta\n- Zur Post: roast and dumplings\n- Kiosk 7: only at noon',
        'Sure, here are some ideas for your trip:\n\n## Rowing\nBoats wait at the pier.\n## Climbing\nRopes are for rent.\n## Chess\nThe club meets on Mondays.',
      ],
    )
    expect(lines[0]).toContain('Hotel Arosa - close to the lake')
    expect(lines[0]).toContain('Gasthof Linde - the cheapest one')
    expect(lines[1]).toContain('Zur Post')
    expect(lines[2]).toMatch(/Rowing; Climbing; Chess/)
    expect(lines.join('\n')).not.toContain('Sure, here are')
  })

  test('the newest of several versions replaces the others, and what they share is not said again', () => {
    const draft = (end: string) =>
      `I write to you about the flat in Rue Verte that I have rented since May. The heating has been broken for three weeks. ${end}`
    const [first, second, third] = linesOf(
      ['Write a letter', 'More polite', 'Add a date'],
      [
        draft('Repair it now.'),
        draft('I would be grateful for a repair.'),
        `${draft('I would be grateful for a repair by June 3.')} Kind regards from the second floor.`,
      ],
    )
    expect([first, second, third].filter((line) => line?.includes('Rue Verte'))).toHaveLength(1)
    expect(first).toContain('by June 3')
    expect(second).toBeUndefined()
  })

  test.each([
    ['Thank you, I am glad to help!', 'Great work!', 'Thanks a lot!', 'You are great, thanks!'],
    ['Gern geschehen, danke für das Lob!', 'Super, danke!', 'Danke für das Lob!', 'Toll, danke!'],
    ['谢谢你的夸奖', '很好，谢谢', '谢谢你', '谢谢，真好'],
  ])('a reaction has no line, whatever its language: %s', (reaction, ...asked) => {
    const lines = linesOf(
      [...asked, 'What about the town hall?'],
      [reaction, reaction.replace('!', '.'), reaction, LONG],
    )
    expect(lines.filter((line) => line !== LONG)).toEqual([])
  })

  test('a short answer to a request stays', () => {
    const asked = ['Pick a name for the boat', 'And one for the dog', 'Where is the town hall?']
    expect(linesOf(asked, ['Let us take Kassandra.', 'Let us take Bruno.', LONG])).toEqual([
      'Let us take Kassandra.',
      'Let us take Bruno.',
      LONG,
    ])
  })

  test('what it quotes is its answer, a gap is marked, and a sentence that breaks off is left out', () => {
    const lines = linesOf(
      ['Write headlines', 'Tell me of the mill'], // words: ok
      [
        '1. "Ride to the coast in an hour"\n2. "Leave your car in Ulm"\n3. "Sleep while we drive you to Rome"',
        'The mill belongs to Anna Weber since 1987. It is nice. It is very nice. Its wheel was made in Graz from larch wood by two brothers. The mill is',
      ],
      120,
    )
    expect(lines[0]).toContain('“Leave your car in Ulm”')
    expect(lines[1]).toBe(
      'The mill belongs to Anna Weber since 1987. … Its wheel was made in Graz from larch wood by two brothers.',
    )
  })
})

describe('[C10] the outline of an answer', () => {
  const all = (text: string) => outlineOf(text, () => true)?.names ?? null
  test.each([
    ['# A\n## Eins\nx\n## Zwei\n- a\n- b\n- c\n## Drei', 'Eins; Zwei; Drei'],
    ['1. 早餐：面包\n2. 午餐：米饭\n3. 晚餐：汤', '早餐：面包; 午餐：米饭; 晚餐：汤'],
    ['| Stadt | Land |\n| --- | --- |\n| 1 | Oslo |\n| Rom | Italien |\n| Bern | Schweiz |', 'Stadt; Oslo; Rom; Bern'],
    ['Desayuno\n\npan con tomate.\n\nComida\n\nsopa de ajo.\n\nCena\n\nqueso fresco.', 'Desayuno; Comida; Cena'],
    [
      `# ${'x'.repeat(70)}: a\n# ${'y'.repeat(50)} – ${'b'.repeat(20)}\n# Zug\n# Bus\n# Rad：${'f'.repeat(60)}`,
      `${'y'.repeat(50)}; Zug; Bus; Rad`,
    ],
    ['Sure, ask\n\nOne\n\n甲，乙\n\nTwo\n\nThree', 'One; Two; Three'],
    [[1, 2, 3, 4].map((at) => `- Step ${at}: ${'wash the car and the dog '.repeat(3)}`).join('\n'), null],
    ['- one\n- two', null],
    ['```\n# a\n# b\n# c\n```', null],
    ['~~~\n# a\n# b\n# c\n~~~', null],
    [
      `- Link: https://example.com/${'a'.repeat(60)}\n- Link: https://example.com/${'b'.repeat(60)}\n- Link: ${'c'.repeat(70)}`,
      null,
    ],
    [`- ${'a long item without any sign that ends its name '.repeat(2)}\n- two\n- three`, null],
  ])('%s', (text, names) => {
    expect(all(text)).toBe(names)
  })

  test('further names are counted', () => {
    expect(outlineOf('- one\n- two\n- three\n- four', (names) => names.length < 10)?.names).toBe('one; two; 2 more')
  })
})

import { expect, test } from 'vitest'
import { anchorsIn } from '../../src/domain/anchors/anchors.js'
import type { CheckpointLine } from '../../src/domain/checkpoint/checkpoint.js'
import { readPassages } from '../../src/domain/source/reading.js'
import { helpfulCheckpoint } from '../../src/domain/summary/helpful.js'
import { count, said } from './spans.js'

const CHAT = [
  'Ann: I moved to Lisbon in March, because the rent in Dublin had doubled.',
  'Ann: My landlord is called Duarte, and he plays the cello in the evening.',
  'Ann: The bakery below opens at six; their custard tarts cost one euro forty.',
  'Ann: I work for a ferry company now, on the timetable of the Barreiro line.',
  'Ann: Next year I want to learn to sail, and to visit Madeira in September.',
  'Ann: My sister Edith comes over at Easter with her twins, Rory and Finn.',
].map((text, at) => said(2 * at + 2, text))

function line(text: string): CheckpointLine {
  return { kind: 'fact', text, importance: 0.6, sources: [2], by: 'model', tokens: count(`- ${text}\n`) }
}
const compose = (accepted: readonly CheckpointLine[], ceilingTokens: number) =>
  helpfulCheckpoint({
    accepted,
    source: CHAT,
    anchors: anchorsIn(readPassages(CHAT)),
    ceilingTokens,
    heading: '[with]',
    headingWithout: '[without]',
    already: [],
    count,
  })

test('[V11] lines of a model that say less than the words they push out are left out, and the heading does not name it', () => {
  const empty = Array.from({ length: 6 }, (_, at) =>
    line(
      `They talk with each other about this and that, and it is nice to hear from them, part ${'again '.repeat(at)}`,
    ),
  )
  const made = compose(empty, 150)
  expect(made.helped).toBe(false)
  expect(made.text).toMatch(/^\[without\]/)
  expect(made.lines.every(({ by }) => by === 'extract')).toBe(true)
  // The same checkpoint as without a model.
  expect(made.text).toBe(compose([], 150).text.replace('[with]', '[without]'))
})

test('[V11] lines of a model that say more in the same tokens are kept', () => {
  const dense = [
    line('Ann: moved from Dublin to Lisbon in March (rent doubled); landlord Duarte plays cello.'),
    line('Ann: ferry company, timetable of the Barreiro line; wants to sail, Madeira in September.'),
    line('Ann: sister Edith comes at Easter with twins Rory and Finn; bakery at six, custard tarts one euro forty.'),
  ]
  const made = compose(dense, 120)
  expect(made.helped).toBe(true)
  expect(made.text).toMatch(/^\[with\]/)
  expect(made.text).toContain('Barreiro')
})

test('[V11] without lines of a model there is nothing to compare', () => {
  expect(compose([], 150).helped).toBeNull()
})

import { expect, test } from 'vitest'
import { endsInLoop } from '../../src/model/read-answer.js'

test('[V4] [V1] a text that ends in the same stretch four times is a loop; lists, rulers and code are not', () => {
  const line = '- The user asked for a file to be changed.\n'
  expect(endsInLoop(line.repeat(3))).toBe(false)
  expect(endsInLoop(`Notes:\n${line.repeat(4)}`)).toBe(true)
  expect(endsInLoop(`${'{"kind":"fact","text":"the same again"},'.repeat(5)}`)).toBe(true)
  expect(endsInLoop('='.repeat(2_000))).toBe(false)
  expect(endsInLoop(Array.from({ length: 40 }, (_, number) => `- fact ${number} is kept\n`).join(''))).toBe(false)
  expect(endsInLoop('| a | b |\n'.repeat(3))).toBe(false)
  expect(endsInLoop('')).toBe(false)
})

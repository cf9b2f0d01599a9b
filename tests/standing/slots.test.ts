import { expect, test } from 'vitest'
import { standingIn } from '../../src/domain/standing/find.js'
import { replacedBy } from '../../src/domain/standing/subject.js'

/** What a person has one of is replaced by the newer value. */

const replaces = (before: string, now: string) => {
  const [older, newer] = [before, now].map((text) => standingIn(text)[0]!)
  return replacedBy(newer!, [{ ...older!, id: 'std_1' }]).length > 0
}

test.each([
  ['I live in Oslo.', 'I live in Rome.'],
  ['I live in Oslo.', 'I now live in Rome.'],
  ['I live in Oslo.', 'I live in Rome now.'],
  ['I work as a nurse in Oslo.', 'I work as a doctor in Rome.'],
  ['I work for Orion in Oslo.', 'I work at Vega.'],
  ['My name is Ann.', 'Call me Anna.'],
  ['My partner’s name is Ann.', "My partner's name is Eva."],
  ["My wife's name is Ann.", "My wife's name is Eva."],
  ["My husband's name is Bob.", "My husband's name is Tom."],
  ['I use Vim.', 'I use Emacs now.'],
  ['Ich wohne in Bonn.', 'Ich wohne jetzt in Köln.'],
  ['Ich arbeite als Lehrer bei Orion.', 'Ich arbeite als Arzt bei Vega.'],
  ['我住在北京。', '我住在上海。'],
])('[M11] of "%s", "%s" is the newer value', (before, now) => {
  expect(replaces(before, now)).toBe(true)
})

test.each([
  ['I live in Oslo in summer.', 'I live in Rome in winter.'],
  ['I live in a small flat.', 'I live in Oslo.'],
  ['I live in Oslo.', 'I work in Rome.'],
  ["My wife's name is Ann.", "My sister's name is Eva."],
  ['Use tabs in Go.', 'Use spaces in Python.'],
])('[M11] "%s" and "%s" both hold', (before, now) => {
  expect(replaces(before, now)).toBe(false)
})

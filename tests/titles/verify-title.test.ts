/** The check of titles that a model writes. */
import { expect, test } from 'vitest'
import { titleSeqs, verifyTitle } from '../../src/domain/titles/title.js'

const SOURCE = [
  'user: We plan a trip to Rome with Ann on 15 May 2023. Where do we sleep?',
  'assistant: The hotel near src/app/main.ts costs 2015 euro. 我们在罗马住两晚。',
]

test.each([
  ['Planning a trip to Rome', 'Planning a trip to Rome'],
  ['Title: "Trip to Rome with Ann"\nHere I explain.', 'Trip to Rome with Ann'],
  ['**Rome trip on 15 May.**', 'Rome trip on 15 May'],
  ['Hotel costs in src/app/main.ts', 'Hotel costs in src/app/main.ts'],
  ['罗马住两晚', '罗马住两晚'],
  ['', 'empty'],
  ['...', 'empty'],
  ['trip '.repeat(20), 'too-long'],
  ['The trip', 'too-short'],
  // A name, a number, part of a number, a path, and a place that were never said.
  ['Trip to Rome with Bob', 'invents'],
  ['Trip to Rome on 16 May', 'invents'],
  ['Trip to Rome for 201 euro', 'invents'],
  ['Trip and hotel in src/app/other.ts', 'invents'],
  ['A trip from Rome to Paris', 'invents'],
  ['Weather forecast for next winter', 'unsupported'],
  ['明天的天气预报', 'unsupported'],
])('[V4] the title %j is %j', (reply, expected) => {
  const verdict = verifyTitle(reply, SOURCE)
  expect(verdict.accepted ? verdict.title : verdict.reason).toBe(expected)
})

test.each([
  [2, [1, 2]],
  [5, [1, 2, 3, 4, 5]],
  [6, [1, 2, 3, 4, 5, 6]],
  [40, [1, 2, 3, 4, 38, 39, 40]],
])('[V11] of %i messages a title reads the first and the last', (last, seqs) => {
  expect(titleSeqs(last)).toEqual(seqs)
})

import { expect, test } from 'vitest'
import { extractionSource, extractLines } from '../../src/domain/summary/extractive.js'
import { saysNothingAlone } from '../../src/domain/summary/weak-lines.js'
import { called, count, returned, said } from './spans.js'

const spoken = { voice: 'spoken', tool: '' } as const

test.each([
  'The fix is straightforward.',
  'The plan is clear and well structured.',
  'These are in different structs of the strategy layer and not of the package.',
  'Now adding the handler and the shared helper.',
  'Test failure — let me find it in the log of the last run.',
  'Or maybe the fix is in how the compiler writes `Col` objects for index expressions.',
  'Creating tasks and executing the first batch of the plan that we made.',
])('[C4] a sentence that says nothing outside its place is no line: %s', (text) => {
  expect(saysNothingAlone(text, spoken, false)).toBe(true)
})

test.each([
  'The `CommittedInfo` struct is a summary for listing purposes.',
  'These are in different structs (`CommittedInfo` and `RewindPoint`).',
  'The worker hands the queue to the first process that asks after a restart.',
  'Retries stay below 5 seconds.',
  'The README explains it.',
  '修正は簡単です。',
])('[C4] a sentence that names something is a line: %s', (text) => {
  expect(saysNothingAlone(text, spoken, false)).toBe(false)
})

test('[C4] calls that read or change files, and what they show, are no lines beside others', () => {
  const shown = 'This document explains how the release of the whole product works in all of its steps.'
  const work = [called(1, 'Read', { file_path: 'docs/release.md' }), returned(2, 'Read', shown)]
  const linesOf = (source: Parameters<typeof extractionSource>[0]) =>
    extractLines(extractionSource(source), { budgetTokens: 400, count }).map(({ text }) => text)
  const finding = 'The release needs a signed tag, and the `sign` step runs on the build server alone.'
  expect(linesOf([...work, said(3, `${finding} The fix is simple.`)])).toEqual([finding])
  // A checkpoint without lines is illegal.
  expect(linesOf(work)).toEqual(['called Read with docs/release.md'])
})

test('[C4] what a search tool outside the files found is a line', () => {
  const found = 'The release of the product needs a signed tag since the spring of last year.'
  const source = [called(1, 'web_search', { query: 'release tags' }), returned(2, 'web_search', found)]
  const lines = extractLines(extractionSource(source), { budgetTokens: 400, count })
  expect(lines.map(({ text }) => text)).toContain(found)
})

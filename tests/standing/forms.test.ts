import { expect, test } from 'vitest'
import { countForms, readForms } from '../../eval/standing/forms.js'

/** The sentences of the measure `standing --forms`: what was reached must not be lost. */

test.each([
  ['en', 39, 0.9],
  ['de', 25, 0.95],
  ['zh', 11, 0.95],
])('[M11] in %s, at least %d lasting statements of many domains become entries', async (language, least, precision) => {
  const { noted, listed, right } = countForms((await readForms()).filter((one) => one.language === language))
  expect(noted).toBeGreaterThanOrEqual(least)
  expect(right / listed).toBeGreaterThanOrEqual(precision)
})

test.each(['es', 'fr'])(
  '[M11] [P14] without tables of its language, nothing wrong is listed in %s',
  async (language) => {
    const { stated, listed, right } = countForms((await readForms()).filter((one) => one.language === language))
    expect([stated, listed - right]).toEqual([10, 0])
  },
)

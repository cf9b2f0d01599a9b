import { expect, test } from 'vitest'
import { amountOf, formatPrice, moneyWords } from '../../dashboard/src/savings/money.js'
import { noSums, savedPrice } from '../../dashboard/src/savings/sums.js'

const PRICES = { input: 3, cached: 0.3, summaries: 0 }

test('[R5] tokens saved may cost more money: it is said in words, never as negative savings', () => {
  // Most of the whole history is in the cache; after a cut, the smaller context is not.
  const sums = { ...noSums(), whole: { tokens: 200_000, cached: 190_000 }, sent: { tokens: 120_000, cached: 95_000 } }
  const saved = savedPrice(sums, PRICES)
  expect(saved).toBeCloseTo(0.087 - 0.1035)
  expect(amountOf(saved)).toEqual({ amount: '0.02', isExtra: true })
  expect(moneyWords(saved)).toBe('0.02 more to pay than with a cached whole history,')
  expect(moneyWords(0.2)).toBe('0.20 saved in money')
})

test('[R5] an amount that rounds to nothing has no sign', () => {
  for (const value of [-0.004, -0, 0, 0.004]) {
    expect(formatPrice(value)).toBe('0.00')
    expect(amountOf(value).isExtra).toBe(false)
  }
  expect(formatPrice(-0.05)).toBe('-0.05')
})

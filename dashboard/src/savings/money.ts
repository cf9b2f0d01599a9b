/** Money in words. Prices are in any currency, so no sign says which. */

const DIGITS = 2
const money = new Intl.NumberFormat('en-US', { minimumFractionDigits: DIGITS, maximumFractionDigits: DIGITS })

/** Less than half of the last digit is 0.00 on both sides. */
const rounded = (value: number): number => Number(value.toFixed(DIGITS)) || 0

export const formatPrice = (value: number): string => money.format(rounded(value))

/** Returns an amount without its sign, and whether it was paid more instead of saved. */
export const amountOf = (saved: number): { amount: string; isExtra: boolean } => ({
  amount: formatPrice(Math.abs(saved)),
  isExtra: rounded(saved) < 0,
})

/** Says what was saved or paid more. A prompt cache keeps a history that only grows, but what follows a cut is read again. */
export function moneyWords(saved: number): string {
  const { amount, isExtra } = amountOf(saved)
  return isExtra ? `${amount} more to pay than with a cached whole history,` : `${amount} saved in money`
}

/** Whether this is `npm run test:long`, for people who change what long and random tests check. */
export const isLongRun = process.env.PALIMPSEST_TEST_LONG === '1'

/** Returns how often or how long a test repeats itself. `npm test` repeats it until it has met everything that it checks,
 * and `npm run test:long` beyond. */
export const often = (usual: number, long: number): number => (isLongRun ? long : usual)

/** Returns those of many seeds, texts or orders that this run uses: all in a long run, otherwise one of `every`, from
 * `first` on. */
export const some = <T>(all: readonly T[], every: number, first = 0): T[] =>
  isLongRun ? [...all] : all.filter((_, at) => at % every === first % every)

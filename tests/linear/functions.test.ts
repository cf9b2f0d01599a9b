import { expect, test } from 'vitest'
import { textOf, type Attack } from './attacks.js'
import { costFault } from './cost.js'
import { hostileFiles, hostileTexts } from './hostile-texts.js'
import { readings, type Reading } from './reading-functions.js'
import { some } from '../support/long-run.js'

/** Every exported function that reads text gets texts that double. One with quadratic cost would block every client. */

/** The small size finds exponential cost, the large one quadratic cost with a small constant. */
const LOOKS = [48, 8_192]
/** Linear functions read 8 KiB in less, on most texts. */
const SUSPECT_MS = 12
/** Each function gets one text of so many, and its neighbor others: a reader that many functions share gets all. */
const ONE_OF = 6

const look = (call: Reading['call'], text: Attack) => costFault(call, textOf.bind(null, text), LOOKS, SUSPECT_MS)

function faultOf({ name, call }: Reading, texts: readonly Attack[]): string | null {
  for (const text of texts) {
    // Garbage collection can make one measurement grow.
    const fault = look(call, text) && look(call, text)
    if (fault) return `${name} on ${JSON.stringify(text)}: ${fault}`
  }
  return null
}

test('[limits] every function that reads text is linear on hostile texts', async () => {
  const { calls, unknown } = await readings()
  expect(unknown, 'give their parameters a value in reading-functions.ts').toEqual([])
  expect(calls.length).toBeGreaterThan(150)
  const texts = hostileTexts()
  // Files are read line by line, and each line that is no JSON costs an error.
  const files = [...hostileFiles(), ...texts.filter((_, at) => at % 8 === 0)]
  const faults = calls.map((each, at) =>
    faultOf(each, some(each.name.includes('importers/') ? files : texts, ONE_OF, at)),
  )
  expect(faults.filter((fault) => fault !== null)).toEqual([])
})

test('[limits] the texts find functions that look back or ahead from each place', () => {
  const slow: Record<string, (text: string) => unknown> = {
    'a fence that is searched from each line': (text) => text.split('\n').map((_, at) => text.indexOf('~~~~', at)),
    'a line number that is counted from the start for each word': (text) =>
      [...text.matchAll(/a/g)].map(({ index }) => text.slice(0, index).split('\n').length),
    'each line compared with all before': (text) => {
      const lines = text.split('\n')
      return lines.filter((line, at) => !lines.slice(0, at).some((other) => other === `${line}x`)).length
    },
  }
  const texts = hostileTexts()
  const isFound = ([, call]: [string, Reading['call']]) => texts.some((text) => look(call, text) !== null)
  expect(Object.entries(slow).filter((one) => !isFound(one))).toEqual([])
  const fast = { name: 'one pass', call: (text: string) => [...text.matchAll(/\w+/g)].length }
  expect(faultOf(fast, some(texts, ONE_OF))).toBeNull()
})

import { expect, test } from 'vitest'
import { attacksOn, textOf, type Attack } from './attacks.js'
import { costFault } from './cost.js'
import { patternsOf, sourceFiles, type Pattern } from './pattern-sources.js'
import { patternOf } from '../../src/knowledge/lines/phrases.js'
import { LINE_ROWS } from '../../src/knowledge/lines/read.js'
import type { LineRow } from '../../src/knowledge/lines/row.js'
import { some } from '../support/long-run.js'
import { textsOf } from '../support/texts-of.js'

/** Conversations, requests and replies of models are hostile. A regular expression that backtracks over one long line
 * blocks every client, so each one must be linear on the texts that are worst for it. */

const ROWS: Pattern[] = LINE_ROWS.flatMap(({ kind, pattern }) =>
  pattern ? [{ at: `the row "${kind}" of src/knowledge/lines`, source: pattern.source, flags: pattern.flags }] : [],
)
const PATTERNS = [...['src', 'workers'].flatMap(sourceFiles).flatMap(patternsOf), ...ROWS]

/** Returns the first attack that a pattern does not survive. */
function faultOf({ source, flags }: Omit<Pattern, 'at'>, attacks = attacksOn(source, flags)): string | null {
  const pattern = new RegExp(source, flags)
  for (const attack of attacks) {
    const fault = costFault((text) => everyMatch(pattern, text), textOf.bind(null, attack))
    if (fault) return `/${source.slice(0, 200)}/${flags} on ${JSON.stringify(attack)}: ${fault}`
  }
  return null
}

function everyMatch(pattern: RegExp, text: string): void {
  pattern.lastIndex = 0
  if (pattern.global) text.replace(pattern, '')
  else pattern.exec(text)
}

test('[limits] every regular expression is linear on the texts that are worst for it', () => {
  expect(PATTERNS.length).toBeGreaterThan(500)
  const faults = PATTERNS.map((pattern, at) => ({
    at: pattern.at,
    fault: faultOf(pattern, some(attacksOn(pattern.source, pattern.flags), 2, at)),
  }))
  expect(faults.filter(({ fault }) => fault !== null)).toEqual([])
})

/** The code that compares phrases is the same for all rows, so one size shows quadratic cost. It reads 8 KiB in less, on most
 * sentences. */
const LOOKS = [48, 8_192]
const SUSPECT_MS = 12

/** Sentences of the row, whole and without their last word, again and again. */
function attacksOnPhrases({ like }: LineRow): Attack[] {
  const pumps = textsOf(like).flatMap((sentence) => [sentence, sentence.replace(/\s?\S+$/, '')])
  return pumps.filter((pump) => pump !== '').map((pump) => ({ before: '', pump: `${pump} `, after: '\u0001' }))
}

test('[limits] every row of phrases is linear on its own words', () => {
  const rows = LINE_ROWS.filter(({ phrases }) => phrases)
  expect(rows.length).toBeGreaterThan(200)
  const faults = rows.flatMap((row, at) => {
    // No words are at the end, so each place is tried.
    const pattern = patternOf({ ...row, at: 'end' })
    const fault = some(attacksOnPhrases(row), 8, at)
      .map((attack) => costFault((text) => pattern.exec(text), textOf.bind(null, attack), LOOKS, SUSPECT_MS))
      .find((found) => found !== null)
    return fault ? [`${row.kind} ${row.language} ${row.phrases![0]}: ${fault}`] : []
  })
  expect(faults).toEqual([])
})

test('[limits] the attacks find the known ways to be slow, and nothing else', () => {
  const slow = [
    ...[/\s+$/, /^(?:a+)+$/, /"[^"]*,[^"]*x/g, /<!--.*?-->/gs, /^(?=.*a.*b!$)/, /^[._]+|[._]+$/g, /^(\w+\s?)*$/],
  ]
  for (const { source, flags } of slow) expect(faultOf({ source, flags }), source).not.toBeNull()
  const fast = [
    ...[/(?<!\s)\s+$/, /^a+$/, /"[^",]*,/, /\b\w+\b/g, /[^]{0,400}x/, /[.!?]["')]{0,3}\s+(?=\S)/g],
    ...[/^[._]+|(?<![._])[._]+$/g, /(?<!\s)\s*\n\s*/g],
  ]
  for (const [at, { source, flags }] of fast.entries())
    expect(faultOf({ source, flags }, some(attacksOn(source, flags), 2, at)), source).toBeNull()
})

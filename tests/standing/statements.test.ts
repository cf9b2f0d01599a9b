import { expect, test } from 'vitest'
import { casesOf, failureOf, LANGUAGES } from '../../eval/standing/cases.js'
import { changeOf } from '../../src/domain/standing/apply.js'
import { endingsIn } from '../../src/domain/standing/ending.js'
import type { StandingEntry } from '../../src/domain/standing/entry.js'
import { standingIn } from '../../src/domain/standing/find.js'

/** The cases of the evaluation without a service: what people say, and what is then open and closed. */

function entriesAfter(said: readonly string[]): StandingEntry[] {
  const entries = new Map<string, StandingEntry>()
  for (const [seq, text] of said.entries()) {
    const at = `2026-01-01T00:00:0${seq}.000Z`
    const stated = standingIn(text).map(({ kind, text: words }, place): StandingEntry => ({
      ...{ id: `std_${seq}_${place}`, kind, text: words, source: 'message', sessionId: 'ses_1', seq, at },
      ...{ state: 'open', closedAt: null, supersededBy: null, reason: null },
    }))
    const open = [...entries.values()].filter(({ state }) => state === 'open')
    const held = { open, count: entries.size }
    const { added, changed } = changeOf('scope', held, { stated, endings: endingsIn(text), sessionId: 'ses_1', at })
    for (const one of [...added, ...changed]) entries.set(one.id, one)
  }
  return [...entries.values()]
}

const CASES = LANGUAGES.flatMap((language) =>
  casesOf(language).map((one) => [language, one.said.join(' / '), one] as const),
)

test.each(CASES)('[M11] what supersedes, ends, and adds, in %s: %s', (_, __, one) => {
  expect(failureOf(one, entriesAfter(one.said))).toBeNull()
})

import type { IdPrefix, Ids } from '../src/ports/ports.js'
import { makeIds } from '../src/ids.js'
import { seededRandom } from './seeded-random.js'

/** Start of the ids, in ms since 1970; each further id is a millisecond later. */
const START_MS = Date.UTC(2026, 0, 1)
const SEED = 7
const RANDOM_CHARACTERS = 16
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** Returns the same ids in every run. Placeholders contain ids of offloads, and random ids differ by a few tokens: enough to make a cut
 * a message earlier, so that one build showed different contexts of one session. */
export function seededIds(): Ids {
  const random = seededRandom(SEED)
  let made = 0
  const ids = makeIds({ now: () => new Date(START_MS + made++) })
  const randomPart = () =>
    Array.from({ length: RANDOM_CHARACTERS }, () => ALPHABET[Math.floor(random() * ALPHABET.length)]).join('')
  return { ...ids, make: (prefix: IdPrefix) => ids.make(prefix).slice(0, -RANDOM_CHARACTERS) + randomPart() }
}

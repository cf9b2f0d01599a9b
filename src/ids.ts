import { randomBytes, randomFillSync } from 'node:crypto'
import type { Clock, IdPrefix, Ids } from './ports/ports.js'

/** Crockford's base 32 in lower case. It has no letters that look like digits, and text order is numeric order. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
/** 10 characters (50 bits) can encode milliseconds until the year 37648. */
const TIME_CHARACTERS = 10
/** 16 characters encode 80 random bits. Two ids of the same millisecond collide with a probability of 10^-24. */
const RANDOM_CHARACTERS = 16

/** Creates ids such as `ses_` + time + random part: unique, unguessable, and sorted by creation time in ms. */
export function makeIds(clock: Pick<Clock, 'now'>): Ids {
  return {
    make: (prefix: IdPrefix) => `${prefix}_${timePart(clock.now().getTime())}${randomPart()}`,
    secret: () => randomBytes(32).toString('base64url'),
  }
}

export function systemClock(): Clock {
  return { now: () => new Date(), monotonicMs: () => performance.now() }
}

function timePart(milliseconds: number): string {
  let text = ''
  for (let left = milliseconds, i = 0; i < TIME_CHARACTERS; i++, left = Math.floor(left / 32))
    text = ALPHABET[left % 32]! + text
  return text
}

/** Random bytes for the next ids: asking the system for each id costs more than everything else about it. */
const POOL = Buffer.alloc(4_096)
let used = POOL.length

function randomPart(): string {
  if (used + RANDOM_CHARACTERS > POOL.length) {
    randomFillSync(POOL)
    used = 0
  }
  let text = ''
  for (const end = used + RANDOM_CHARACTERS; used < end; used++) text += ALPHABET[POOL[used]! % 32]!
  return text
}

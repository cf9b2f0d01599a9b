import { randomBytes } from 'node:crypto'
import type { Clock, IdPrefix, Ids } from './app/ports/ports.js'

/** Crockford's base 32, lower case: no letters that look like digits, sorts as text like the number it spells. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
/** 10 characters hold the milliseconds until the year 10889. */
const TIME_CHARACTERS = 10
/** 16 characters hold 80 random bits: two ids of one millisecond meet once in 10^24. */
const RANDOM_CHARACTERS = 16

/** `ses_` + time + randomness: unique, unguessable, sorted by the millisecond of making. */
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

function randomPart(): string {
  return Array.from(randomBytes(RANDOM_CHARACTERS), (byte) => ALPHABET[byte % 32]!).join('')
}

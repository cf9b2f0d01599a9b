import { beginsWithElement, personWords } from '../attribution/person-words.js'
import { isHuman, type ParsedMessage } from '../message.js'
import { cutAtWord, oneLine } from '../texts.js'

const CHARS = 80
/** Characters that are read. Blanks between words may be long. */
const READ_CHARS = 4 * CHARS
/** Characters in which the words of a person are looked for: programs put much before them. */
const SEARCHED_CHARS = 100_000

type Message = Pick<ParsedMessage, 'role' | 'origin' | 'parts'>

/** Returns the first words of a message of a person on one line, to name a session by; undefined if it has none. What a program put around
 * them does not count, but is better than nothing. */
export function openingOf(message: Message): string | undefined {
  return firstOf(message, personWords) ?? firstOf(message, (text) => text)
}

/** Returns the opening of a session whose first message only a program may have written: programs send that before the words of the person.
 * @param opening that of the first message */
export function laterOpening(opening: string | undefined, message: Message): string | undefined {
  if (opening === undefined || !beginsWithElement(opening)) return opening
  return firstOf(message, personWords) ?? opening
}

function firstOf({ role, origin, parts }: Message, read: (text: string) => string): string | undefined {
  if (!isHuman({ role, origin })) return undefined
  for (const part of parts) {
    if (part.type !== 'text') continue
    const words = cutAtWord(oneLine(read(part.text.slice(0, SEARCHED_CHARS)).slice(0, READ_CHARS)).trim(), CHARS)
    if (words !== '') return words
  }
  return undefined
}

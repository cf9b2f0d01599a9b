import { kindAmong } from '../../knowledge/lines/read.js'
import { isRequest, LEAD } from './row-looks.js'

/** Recognizes a text that is so long that a person did not write most of it to the assistant: an article, a contract, a mail. [P14] */

/** Characters of a person's own rows. */
const MAX_SAID_CHARS = 2_000
/** Of a text that instructs. */
const MAX_PROMPT_CHARS = 8_000
/** Characters at the start of a text in which it says what the reader is. */
const HEAD_CHARS = 1_000
const LABEL = /^[\p{L} -]{3,30}(?=[:：]?[*_]{0,3}\s{0,4}$)/u
const givesRole = kindAmong('role')

/** @param own the rows that no sign shows to be of others */
export function isDocument(own: string): boolean {
  return own.length > MAX_PROMPT_CHARS || (own.length > MAX_SAID_CHARS && !isPrompt(own))
}

/** Whether a text instructs: it gives a role, or has a heading such as `Rules:`. */
function isPrompt(own: string): boolean {
  return givesRole(own.slice(0, HEAD_CHARS)) !== null || own.split('\n').some(isHeadOfRequest)
}

function isHeadOfRequest(row: string): boolean {
  const bare = row.slice(LEAD.exec(row)?.[0].length ?? 0)
  return bare.length < 60 && isRequest(LABEL.exec(bare)?.[0].trim() ?? '')
}

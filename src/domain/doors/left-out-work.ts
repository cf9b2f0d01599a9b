/** Programs that keep questions and answers of earlier turns, but no calls and results, or in another arrangement: the words beside a call behind
 * its result, all words of a turn in one message. */
import { isObject } from '../json/json.js'
import type { Json } from '../message.js'

/** Returns how many of the sent messages are the stored turns: the same messages of the user, and after each one a reply that begins or ends with
 * the stored answer. Null: they are others, there is no answer, or nothing follows it.
 * @param stored canonical forms, from the reply to the last common question on
 * @param sent canonical forms, from the same place on */
export function lengthOfTurns(stored: readonly string[], sent: readonly string[]): number | null {
  let [at, next] = [0, 0]
  let isProven = false
  while (next < stored.length) {
    const form = stored[next]!
    if (isOfUser(form)) {
      if (sent[at] !== form && sent[at] !== restOf(form)) return null
      at += 1
      next += 1
      continue
    }
    const [end, until] = [endOfReply(stored, next), endOfReply(sent, at)]
    const answer = stored.slice(next, end).filter(isOfModel).map(wordsOf).findLast(hasText)
    if (answer !== undefined && !isPartOf(answer, sent.slice(at, until))) return null
    isProven ||= answer !== undefined
    next = end
    at = until
  }
  return isProven && at < sent.length ? at : null
}

function endOfReply(forms: readonly string[], from: number): number {
  const length = forms.slice(from).findIndex(isOfUser)
  return length < 0 ? forms.length : from + length
}

/** Characters of an answer that prove something as a part of a reply: many begin with "Ok". */
const LEAST_PART_CHARS = 16

function isPartOf(answer: string, reply: readonly string[]): boolean {
  const words = reply.filter(isOfModel).map(wordsOf).filter(hasText).join('\n')
  if (answer.length < LEAST_PART_CHARS) return words === answer
  return words.startsWith(answer) || words.endsWith(answer)
}

/** Returns the messages without those that have calls or results. */
export function withoutWork<Form extends string | undefined>(forms: readonly Form[]): Form[] {
  return forms.filter((form) => form === undefined || restOf(form) === form)
}

/** Returns the form without calls and results; null: it has nothing else. */
function restOf(form: string): string | null {
  const values = JSON.parse(form) as Json
  if (!Array.isArray(values)) return form
  const rest = values.filter((part) => !(isObject(part) && ('call' in part || 'result' in part)))
  return rest.length > 1 ? JSON.stringify(rest) : null
}

/** @param form canonical form of a message */
export const isOfUser = (form: string) => form.startsWith('["user",')

export const isOfModel = (form: string) => form.startsWith('["assistant",')

const hasText = (words: string) => words !== ''

/** Returns the text of a message in its canonical form. */
export function wordsOf(form: string): string {
  const [, ...parts] = JSON.parse(form) as unknown[]
  return parts.filter((part) => typeof part === 'string').join('\n')
}

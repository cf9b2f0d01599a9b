/** Programs that keep only questions and answers: of an earlier turn, they send no calls and no results. */
import { isObject } from '../json/json.js'
import type { Json } from '../message.js'

/** Returns how many of the sent messages are the stored ones, of which calls and results, with the text beside a call, may be missing. Null: they
 * are others, or no message of the model is among them.
 * @param stored canonical forms
 * @param sent canonical forms, from the same place on
 * @param mayGrow an answer may have more words now: of the steps before it */
export function lengthWithoutWork(stored: readonly string[], sent: readonly string[], mayGrow: boolean): number | null {
  let [at, answers] = [0, 0]
  for (const form of stored) {
    const next = sent[at]
    const rest = restOf(form)
    const isLeft = next === form || next === rest || (mayGrow && rest === form && hasWordsOf(form, next))
    if (isLeft && form.startsWith(OF_MODEL)) answers += 1
    if (isLeft) at += 1
    else if (rest === form) return null
  }
  return answers > 0 ? at : null
}

/** Returns the messages without those that have calls or results. */
export function withoutWork<Form extends string | undefined>(forms: readonly Form[]): Form[] {
  return forms.filter((form) => form === undefined || restOf(form) === form)
}

const OF_MODEL = '["assistant",'

/** Returns the form without calls and results; null: it has nothing else. */
function restOf(form: string): string | null {
  const values = JSON.parse(form) as Json
  if (!Array.isArray(values)) return form
  const rest = values.filter((part) => !(isObject(part) && ('call' in part || 'result' in part)))
  return rest.length > 1 ? JSON.stringify(rest) : null
}

function hasWordsOf(form: string, other: string | undefined): boolean {
  return other?.startsWith(OF_MODEL) === true && wordsOf(form) !== '' && wordsOf(other).includes(wordsOf(form))
}

/** Returns the text of a message in its canonical form. */
export function wordsOf(form: string): string {
  const [, ...parts] = JSON.parse(form) as unknown[]
  return parts.filter((part) => typeof part === 'string').join('\n')
}

import { QUESTION_WORDS, type QuestionWords } from '../../knowledge/questions.js'
import { wordSet } from '../texts.js'

/** Whether a message of a person asks. Many people leave out the question mark. [M3] */

const MARK = /[?？؟]/
const WORDS = /\p{L}+/gu
/** Ends of sentences, in a message without a question mark. */
const ENDS = /[.!;:\n]+/
/** Characters of a sentence that are read. */
const READ_CHARS = 100

/** The words of all languages together. */
const all = (kind: Exclude<keyof QuestionWords, 'language' | 'like' | 'unlike'>): ReadonlySet<string> =>
  wordSet(QUESTION_WORDS.map((words) => words[kind]).join(' '))
const [BEFORE, BEGINS, OF_THINGS, WHOLE] = [all('before'), all('begins'), all('ofThings'), all('whole')]
const [VERBS, MEASURES, SUBJECTS] = [all('verbs'), all('measures'), all('subjects')]

/** Whether a message has a question mark, or its first or its last sentence has the form of a question. */
export function isAsking(text: string): boolean {
  if (MARK.test(text)) return true
  const sentences = text.split(ENDS).filter((one) => /\p{L}/u.test(one))
  return [sentences.at(0), sentences.at(-1)].some((one) => one !== undefined && hasFormOfQuestion(one))
}

function hasFormOfQuestion(sentence: string): boolean {
  const words = sentence.slice(0, READ_CHARS).toLowerCase().match(WORDS) ?? []
  const from = words.findIndex((word) => !BEFORE.has(word))
  const [first = '', second = '', third = ''] = words.slice(from === -1 ? words.length : from)
  if (WHOLE.has(first)) return true
  if (BEGINS.has(first)) return VERBS.has(second)
  if (!OF_THINGS.has(first)) return false
  return VERBS.has(second) || MEASURES.has(second) || (!SUBJECTS.has(second) && VERBS.has(third))
}

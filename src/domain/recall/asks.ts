/** Whether a message of a person asks. Many people leave out the question mark. [M3] */

const MARK = /[?？؟]/
const WORDS = /\p{L}+/gu
/** Ends of sentences, in a message without a question mark. */
const ENDS = /[.!;:\n]+/
/** Characters of a sentence that are read. */
const READ_CHARS = 100

/** Words before a question that are no part of it. */
const BEFORE = wordSet('and but so or ok okay hey hi oh und aber also na')
/** Words that begin a question and that another word may follow before the verb: “which color did we choose”. */
const OF_THINGS = wordSet('what which whose how welche welcher welches welchen welchem wie')
const BEGINS = wordSet('who whom where when why was wer wem wen wo wohin woher wann warum wieso weshalb')
/** Words that begin a question by themselves: they are two words in one. */
const BOTH = wordSet('whats whos wheres whens hows wieviel')
/** Verbs of a question, and words of measure before it. In “When I run it, it fails” another word follows. */
const VERBS = wordSet(
  'is are am was were do does did has have had s re d ' +
    'ist sind bin war waren hat hast habe haben hatte hatten heißt hieß heisst hiess kostet',
)
const MEASURES = wordSet('much many long often far old viel viele lange oft weit alt')
/** Words that make “what it was” part of a statement. */
const SUBJECTS = wordSet('i you he she it we they the this that ich du er sie es wir ihr der die das')

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
  if (BOTH.has(first)) return true
  if (BEGINS.has(first)) return VERBS.has(second)
  if (!OF_THINGS.has(first)) return false
  return VERBS.has(second) || MEASURES.has(second) || (!SUBJECTS.has(second) && VERBS.has(third))
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}

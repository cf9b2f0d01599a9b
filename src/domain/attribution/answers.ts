import { oneLine } from '../texts.js'

/** Reads what a client writes of the questions that a person answered: `"Which store?"="Postgres", "Which port?"="7420"`. Each question
 * stays with its answer: alone, the question says nothing, and the answer less. [C4] */

export interface Answer {
  /** The question with its answer, verbatim. */
  text: string
  answer: string
}

const BETWEEN = '"="'
const NEXT = ', "'
/** What a client adds behind the last answer. */
const ADDED = '. You can now continue'
/** Pairs that are read. */
const MAX_PAIRS = 20

/** Returns the questions with their answers, in order; none if the text has another form. */
export function answersIn(text: string): Answer[] {
  const row = oneLine(text.trim())
  const end = row.lastIndexOf(ADDED)
  const pieces = (end < 0 ? row : row.slice(0, end + 1)).split(BETWEEN).slice(0, MAX_PAIRS + 1)
  const found: Answer[] = []
  let question = pieces[0]!
  for (const [at, piece] of pieces.slice(1).entries()) {
    const isLast = at === pieces.length - 2
    const next = isLast ? -1 : piece.lastIndexOf(NEXT)
    const answer = next < 0 ? piece : piece.slice(0, next)
    found.push({ text: `${question}${BETWEEN}${answer}`, answer: answer.replace(/"\.?$/, '') })
    question = next < 0 ? '"' : piece.slice(next + 2)
  }
  return found
}

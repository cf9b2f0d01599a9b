import { endsSentence } from '../texts.js'
import { kindAmong } from '../../knowledge/lines/read.js'
import { isToolNote } from '../../knowledge/tool-notes.js'
import { isShell } from '../shell/shell-files.js'
import { ownWords, withoutOthers } from '../attribution/own-words.js'
import { codeBlocks, MAX_LINE_CHARS, proseLines, wordCount, type ProseLine } from '../source/prose.js'
import { answersIn, type Answer } from '../attribution/answers.js'
import { isAskingTool, type Passage } from '../source/reading.js'
import { shownLines } from '../source/shown.js'
import { isNextStep, isQuestion, isThought } from '../source/sentences.js'
import { introducesGuesses, leansOnBefore } from '../digest/weak-lines.js'

/** Splits a passage into the lines that a checkpoint could quote. [C4] */

export interface PassageLine {
  text: string
  /** Says whose words these are, before and after them, if they are neither a person's nor the assistant's own. */
  frame?: { before: string; after: string }
  /** The text with quoted words blanked, which state nothing. */
  said?: string
  isCode: boolean
  /** Whether its subject is in a sentence that the line does not contain, or it is an item of a list of guesses. */
  leans?: boolean
  /** Introduction of the list whose items it holds. */
  under?: string
}

/** Maximum characters of the parameters of a call. */
const MAX_CALL_CHARS = 160
/** Minimum words of a sentence that a tool printed. Shorter ones are labels. */
const MIN_PRINTED_WORDS = 7
/** Sentences that a tool printed: capitalized and ended. */
const PRINTED = /^["“(]?[\p{Lu}\p{Lo}].*[.!?。！？]["”)]?$/u

/** It was not said, and no result may have shown it. */
const THOUGHT = { before: 'thought: ', after: '' }
const QUOTED = { before: 'quoted: “', after: '”' }

/** @param works whether the passage is of an agent that works with tools */
export function passageLines({ voice, text, tool, label = 'tool' }: Passage, works: boolean): PassageLine[] {
  switch (voice) {
    case 'human':
    case 'spoken': {
      const answers = isAskingTool(tool) ? answersIn(text) : []
      if (answers.length > 0) return answers.flatMap(answerLines)
      const { own, others, unquoted } = ownWords(text, voice === 'human')
      const said = joined(proseLines(own), works && voice === 'spoken').map((line) => ({
        ...line,
        said: unquoted(line.text),
      }))
      const quotes = joined(proseLines(others), false).map((line) => ({ ...line, frame: QUOTED }))
      // What is shown states facts, and is never a decision or a rule.
      const shown = shownLines(withoutOthers(text), !works).map((line) => ({ ...asLine(line), said: '' }))
      return [
        ...said,
        ...shown,
        ...quotes,
        ...codeBlocks(text).map((block): PassageLine => ({ text: block, isCode: true })),
      ]
    }
    case 'thought':
      return joined(proseLines(text), true).map((line) => ({ ...line, frame: THOUGHT }))
    case 'call': {
      const terms = text.trim()
      // Commands that matter are in the digest of their turn, and searches led to what follows them.
      if (
        terms === '' ||
        terms.includes('\n') ||
        terms.includes(' · ') ||
        terms.length > MAX_CALL_CHARS ||
        isShell(tool)
      )
        return []
      return [asLine(`called ${tool} with ${terms}`)]
    }
    case 'result':
      return proseLines(text)
        .filter(({ text: row }) => PRINTED.test(row) && wordCount(row) >= MIN_PRINTED_WORDS && !isToolNote(row))
        .map((line) => ({ ...asLine(line.text), frame: { before: `${label}: `, after: '' } }))
    // What was written is in the file, and errors are in the digest of the turn.
    case 'payload':
    case 'error':
      return []
  }
}

/** A question whose answer is too long for a line leaves it alone. */
function answerLines({ text, answer }: Answer): PassageLine[] {
  if (text.length <= MAX_LINE_CHARS) return [{ ...asLine(text), said: answer }]
  return proseLines(answer).map((line) => asLine(line.text))
}

function asLine(text: string): PassageLine {
  return { text, isCode: false }
}

/** Maximum characters of two joined sentences, and of a list with its introduction. */
const MAX_JOINED_CHARS = 320
const MAX_LIST_CHARS = 420

/** A conclusion, whose reason is in the sentence before. */
const concludes = kindAmong('conclusion')

/** Joins the items of a list to its introduction, and rows that give values to labels to each other.
 * @param works whether an agent that works with tools says it: then what needs the sentence before it is joined to that one,
 * and items that only suppose something lack their subject */
function joined(prose: readonly ProseLine[], works: boolean): PassageLine[] {
  const lines: PassageLine[] = []
  for (const { text, follows, under, isLabeled } of prose) {
    const before = lines.at(-1)
    if (isLabeled === true || (under !== undefined && follows !== true)) {
      if (works && (!isStatement(text) || introducesGuesses(under ?? ''))) lines.push({ ...asLine(text), leans: true })
      else join(lines, text, under ?? '')
      continue
    }
    const leans = works && leansOnBefore(text)
    const both = `${before?.text} ${text}`
    const needs = leans || (works && concludes(text) !== null && isStatement(text))
    const mayJoin = needs && follows && before && !before.leans && both.length <= MAX_JOINED_CHARS
    if (mayJoin && isStatement(before.text)) lines[lines.length - 1] = { ...before, text: both }
    else lines.push({ ...asLine(text), leans })
  }
  return lines
}

function join(lines: PassageLine[], text: string, under: string): void {
  const before = lines.at(-1)
  const both = before && `${before.text}${endsSentence(before.text) ? '' : ';'} ${text}`
  if (both !== undefined && before?.under === under && before.leans !== true && both.length <= MAX_LIST_CHARS)
    lines[lines.length - 1] = { ...before, text: both }
  else lines.push({ ...asLine(under === '' || isThought(under) ? text : `${under} ${text}`), under, leans: false })
}

function isStatement(text: string): boolean {
  return !isThought(text) && !isQuestion(text) && !isNextStep(text)
}

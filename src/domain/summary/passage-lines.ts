import { isShell } from '../anchors/shell-files.js'
import { codeBlocks, proseLines, wordCount, type ProseLine } from '../source/prose.js'
import type { Passage } from '../source/reading.js'
import { isNextStep, isQuestion, isThought } from '../source/sentences.js'
import { leansOnBefore } from './weak-lines.js'

/** Splits a passage into the lines that a checkpoint could quote. [C4] */

export interface PassageLine {
  text: string
  isCode: boolean
  /** Whether its subject is in a sentence that the line does not contain. */
  leans?: boolean
}

/** Maximum characters of the parameters of a call. */
const MAX_CALL_CHARS = 160
/** Minimum words of a sentence that a tool printed. Shorter ones are labels. */
const MIN_PRINTED_WORDS = 7
/** Sentences that a tool printed: capitalized and ended. */
const PRINTED = /^["“(]?[\p{Lu}\p{Lo}].*[.!?。！？]["”)]?$/u

/** @param works whether the passage is of an agent that works with tools */
export function passageLines({ voice, text, tool }: Passage, works: boolean): PassageLine[] {
  switch (voice) {
    case 'human':
    case 'spoken': {
      const prose = proseLines(text)
      const lines = works && voice === 'spoken' ? withSubjects(prose) : prose.map((line) => asLine(line.text))
      return [...lines, ...codeBlocks(text).map((block): PassageLine => ({ text: block, isCode: true }))]
    }
    case 'call': {
      const terms = text.trim()
      // Commands that matter are in the digest of their turn, and searches led to what follows them.
      if (terms === '' || /\n| · /.test(terms) || terms.length > MAX_CALL_CHARS || isShell(tool)) return []
      return [asLine(`called ${tool} with ${terms}`)]
    }
    case 'result':
      return proseLines(text)
        .filter((line) => PRINTED.test(line.text) && wordCount(line.text) >= MIN_PRINTED_WORDS)
        .map((line) => asLine(line.text))
    // What was written is in the file, and errors are in the digest of the turn.
    case 'payload':
    case 'error':
      return []
  }
}

function asLine(text: string): PassageLine {
  return { text, isCode: false }
}

/** Maximum characters of two joined sentences. */
const MAX_JOINED_CHARS = 320

/** Joins a sentence that leans on the one before it to that one. */
function withSubjects(prose: readonly ProseLine[]): PassageLine[] {
  const lines: PassageLine[] = []
  for (const { text, follows } of prose) {
    const before = lines.at(-1)
    const leans = leansOnBefore(text)
    const joined = `${before?.text} ${text}`
    const mayJoin = leans && follows && before && !before.leans && joined.length <= MAX_JOINED_CHARS
    if (mayJoin && isStatement(before.text)) lines[lines.length - 1] = asLine(joined)
    else lines.push({ ...asLine(text), leans })
  }
  return lines
}

function isStatement(text: string): boolean {
  return !isThought(text) && !isQuestion(text) && !isNextStep(text)
}

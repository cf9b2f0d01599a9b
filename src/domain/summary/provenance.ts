import { ownWords } from '../attribution/own-words.js'
import { splitSentences } from '../source/split-sentences.js'
import { isInstruction, isRule } from '../source/decisions.js'
import type { Passage } from '../source/reading.js'
import { bestShare, ends, ownSentences, stemsOf, windowIndex } from './support.js'

/** Finds who said what a model's line repeats. Only a person's words make rules and requests; what only a tool or a quote
 * says names it. [P14] [V4] */

export interface Provenance {
  /** Whether a person said what the line says. */
  isPersons(text: string): boolean
  /** Whether the line says what the user wants or did, and neither a person nor the assistant said it: a model that reads what an
   * assistant proposes often writes that the user chose it. */
  isPutInMouth(text: string): boolean
  /** Names the tool or quote that is the only source of the line; null: a person or the assistant says it, too. */
  foreignSource(text: string): string | null
}

/** Share of the words of a line that two sentences of a person in a row must have. */
const SAID_SHARE = 0.5
/** Share of the words of a line that a result must have, and how many more than the others, to be its only source. */
const FOREIGN_SHARE = 0.7
const FOREIGN_LEAD = 0.2
/** Starts of lines about the user. */
const OF_USER = ['the user ', 'user ', 'the user’s ', "the user's ", 'der nutzer ', 'der benutzer ', '用户', 'ユーザー']
const NO_WORDS: ReadonlySet<string> = new Set()

interface Statement {
  words: Set<string>
  /** Whether it forbids or directs something. */
  rules: boolean
}

export function provenanceIn(passages: readonly Passage[]): Provenance {
  const persons = passages.filter(({ voice }) => voice === 'human').flatMap(statementsOf)
  const foreign = passages.flatMap(foreignTexts)
  const own = windowIndex(passages.flatMap(ownTexts))
  const known = foreign.map(({ text }) => new Set(stemsOf(ends(text))))
  const ofUser = passages
    .filter(({ voice }) => voice === 'spoken' || voice === 'thought')
    .flatMap(({ text }) => splitSentences(text))
    .filter((sentence) => OF_USER.some((start) => sentence.toLowerCase().includes(start)))
    .map((sentence) => new Set(stemsOf(sentence)))
  const isPersons = (text: string) => {
    const words = [...new Set(stemsOf(text))]
    const needsRule = isRule(text)
    return (
      words.length > 0 && persons.some((said) => (said.rules || !needsRule) && shareIn(words, said.words) >= SAID_SHARE)
    )
  }
  return {
    isPersons,
    isPutInMouth(text) {
      if (!isOfUser(text)) return false
      const words = [...new Set(stemsOf(text))]
      return !isPersons(text) && !ofUser.some((said) => shareIn(words, said) >= FOREIGN_SHARE)
    },
    foreignSource(text) {
      const words = [...new Set(stemsOf(text))]
      if (words.length === 0) return null
      const shares = known.map((one) => shareIn(words, one))
      const most = Math.max(0, ...shares)
      if (most < FOREIGN_SHARE || bestShare(words, own, NO_WORDS) > most - FOREIGN_LEAD) return null
      return foreign[shares.indexOf(most)]!.label
    },
  }
}

function isOfUser(text: string): boolean {
  const lower = text.trimStart().toLowerCase()
  return OF_USER.some((start) => lower.startsWith(start))
}

function statementsOf(passage: Passage): Statement[] {
  const all = ownSentences(passage)
  return all.map((sentence, at) => {
    const both = at === 0 ? sentence : `${all[at - 1]} ${sentence}`
    return { words: new Set(stemsOf(both)), rules: isRule(both) || isInstruction(sentence) }
  })
}

/** Returns the results and quotes of a passage, with who says them. */
function foreignTexts({ voice, text, label = 'tool' }: Passage): { text: string; label: string }[] {
  if (voice === 'result' || voice === 'error') return [{ text, label }]
  if (voice !== 'human' && voice !== 'spoken') return []
  const { others } = ownWords(text, voice === 'human')
  return others.trim() === '' ? [] : [{ text: others, label: 'quoted' }]
}

function ownTexts(passage: Passage): Passage[] {
  if (passage.voice === 'result' || passage.voice === 'error') return []
  return passage.voice === 'call' || passage.voice === 'payload'
    ? [passage]
    : [{ ...passage, text: ownSentences(passage).join('\n') }]
}

function shareIn(words: readonly string[], known: ReadonlySet<string>): number {
  return words.filter((word) => known.has(word)).length / words.length
}

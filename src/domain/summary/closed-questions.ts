import type { ContentKind } from '../model/help.js'
import type { Passage } from '../source/reading.js'
import { splitSentences } from '../source/split-sentences.js'
import { sentences } from '../source/sentences.js'
import { asks } from '../texts.js'
import { ownSentences, stemsOf } from './support.js'

/** Finds questions that a model calls open although the other side spoke after them. [P14] [V4] */

export const ANSWERED = 'asks what the other side replied to'

/** Share of the words of a line that a question of the source must have to be the same. */
const SAME_SHARE = 0.7

interface Question {
  words: ReadonlySet<string>
  isReplied: boolean
}

/** Returns a check for whether a line repeats questions that all got a reply. In a chat a reply is the next message of the other
 * person. Where an agent works, its first words after a question of a person are no answer: there, only people reply. */
export function repliedQuestions(
  passages: readonly Passage[],
  { content = 'work', promptTexts = [] }: { content?: ContentKind | undefined; promptTexts?: readonly string[] },
): (text: string) => boolean {
  let known: Question[] | null = null
  return (text) => {
    known ??= [...questionsIn(passages, content), ...(content === 'chat' ? askedBefore(promptTexts) : [])]
    const words = [...new Set(stemsOf(text))]
    const least = words.length * SAME_SHARE
    const same = known.filter((one) => words.filter((word) => one.words.has(word)).length >= least)
    return words.length > 0 && same.length > 0 && same.every(({ isReplied }) => isReplied)
  }
}

/** Returns the questions of texts beside the source: the request that the messages of a chat reply to. */
function askedBefore(promptTexts: readonly string[]): Question[] {
  const asked = promptTexts.flatMap((text) => sentences(text).flatMap(splitSentences)).filter(asks)
  return asked.map((sentence) => ({ words: new Set(stemsOf(sentence)), isReplied: true }))
}

function questionsIn(passages: readonly Passage[], content: ContentKind): Question[] {
  const last = (voice: Passage['voice']) =>
    passages.reduce((most, one) => (one.voice === voice ? Math.max(most, one.seq) : most), -1)
  const [lastOfPerson, lastOfAssistant] = [last('human'), last('spoken')]
  return passages.flatMap((passage) => {
    const replies = passage.voice === 'spoken' ? lastOfPerson : content === 'chat' ? lastOfAssistant : -1
    const isReplied = replies > passage.seq
    const asked = ownSentences(passage).filter(asks)
    return asked.map((sentence) => ({ words: new Set(stemsOf(sentence)), isReplied }))
  })
}

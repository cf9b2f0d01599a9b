import { isHuman, type ViewEntry } from '../../domain/message.js'
import type { HumanWorth } from '../../domain/eviction/human-excess.js'
import { repeatedWords, type Utterance } from '../../domain/eviction/repeated-words.js'
import { ratedWords, rarityOf, worthOf } from '../../domain/source/rarity.js'
import type { SessionTx } from '../../ports/ports.js'
import { pause, pauseAfterMany } from '../../ports/pause.js'
import { pagesOf } from '../shared/message-pages.js'
import { eachStored } from '../shared/read-stored.js'

type Reader = Pick<SessionTx, 'outlines'>

/** Characters read of a message. */
const MAX_CHARS = 20_000
/** Messages rated before other requests may run. */
const PER_SLICE = 50

/** Returns how much each human message in the context says, measured among these messages. [P13] */
export async function readHumanWorth(tx: Reader, entries: readonly ViewEntry[]): Promise<HumanWorth> {
  const human = entries.filter(isHuman)
  const tokens = new Map(human.map(({ seq, tokens: all }) => [seq, all]))
  const texts = await readTexts(tx, tokens.keys())
  const words: string[][] = []
  for (const { text } of texts) {
    if (words.length % PER_SLICE === PER_SLICE - 1) await pause()
    words.push(ratedWords(text))
  }
  const rarity = rarityOf(words)
  await pauseAfterMany(texts.length)
  const worth = new Map<number, number>()
  for (const [at, { seq, text }] of texts.entries()) {
    if (at % PER_SLICE === PER_SLICE - 1) await pause()
    worth.set(seq, worthOf(text, { tokens: tokens.get(seq) ?? 0, rarity, words: words[at]! }))
  }
  return worth
}

/** Returns the same for a record of people alone, which is worth most in one piece: nothing for words that are repeated, and the same for all
 * others. [P13] */
export async function readRepetition(tx: Reader, entries: readonly ViewEntry[]): Promise<HumanWorth> {
  const said = await readTexts(
    tx,
    entries.filter(isHuman).map(({ seq }) => seq),
  )
  const repeated = repeatedWords(said)
  return new Map(said.map(({ seq }) => [seq, repeated.has(seq) ? 0 : 1]))
}

async function readTexts(tx: Reader, seqs: Iterable<number>): Promise<Utterance[]> {
  const texts: Utterance[] = []
  for await (const page of pagesOf((request) => tx.outlines(request), seqs))
    texts.push(
      ...(await eachStored(page, ({ seq }, { parts }) => {
        const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
        return { seq, text: text.slice(0, MAX_CHARS) }
      })),
    )
  return texts
}

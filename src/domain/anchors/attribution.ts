import type { Passage } from '../source/reading.js'
import { exactStrings } from './exact-strings.js'
import { contentWords } from '../source/sentences.js'
import type { Anchor } from '../source/types.js'

/** Finds the source messages of a written line: those with the same exact strings or the most words in common. */
export interface Attribution {
  /** Returns message seqs, ascending; empty only if the source is empty. */
  sourcesOf(text: string): number[]
}

/** Maximum sources of a line. More would carry no information. */
const MAX_SOURCES = 6
/** Characters of a passage that are read for words. */
const WORDS_FROM_CHARS = 4_000

/** Returns what finds the messages that a line refers to: by its anchors, or by the words it shares with them. */
export function attributionOf(passages: readonly Passage[], anchors: readonly Anchor[]): Attribution {
  const byAnchor = new Map(anchors.map((anchor) => [anchor.text, anchor.seqs]))
  const byWord = new Map<string, Set<number>>()
  for (const passage of passages)
    for (const word of contentWords(passage.text.slice(0, WORDS_FROM_CHARS))) {
      const seqs = byWord.get(word)
      if (seqs) seqs.add(passage.seq)
      else byWord.set(word, new Set([passage.seq]))
    }
  const first = passages[0]?.seq
  return {
    sourcesOf(text) {
      const votes = new Map<number, number>()
      const vote = (seqs: Iterable<number>, weight: number) => {
        for (const seq of seqs) votes.set(seq, (votes.get(seq) ?? 0) + weight)
      }
      for (const exact of exactStrings(text)) {
        const seqs = byAnchor.get(exact.text)
        if (seqs) vote(seqs, 4 / seqs.length)
      }
      for (const word of new Set(contentWords(text))) {
        const seqs = byWord.get(word)
        if (seqs) vote(seqs, 1 / seqs.size)
      }
      const ranked = [...votes].sort((a, b) => b[1] - a[1] || a[0] - b[0])
      const best = ranked[0]?.[1] ?? 0
      const sources = ranked.filter(([, votesFor]) => votesFor >= best / 2).slice(0, MAX_SOURCES)
      if (sources.length === 0) return first === undefined ? [] : [first]
      return sources.map(([seq]) => seq).sort((a, b) => a - b)
    },
  }
}

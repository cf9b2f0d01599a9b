import { openBenchContext } from '../support/bench-context.js'
import { atMost, info, median, percentile, show, type Figure } from '../support/figures.js'
import { loadCorpus, type Corpus } from '../support/search-corpus.js'

const MESSAGES = Number(process.env['BENCH_SEARCH_MESSAGES'] ?? 1_000_000)
const SEARCHES = 300
const WARM_UP = 30

/** Measures searches over HTTP in a history of a million messages: questions, names, frequent words. [R7] */
export async function measureSearch(): Promise<Figure[]> {
  const bench = await openBenchContext()
  try {
    const startedAt = performance.now()
    const corpus = await loadCorpus(bench.databaseUrl, await bench.newSession(), MESSAGES)
    const seconds = (performance.now() - startedAt) / 1_000
    const figures: Figure[] = [
      info(`history of ${MESSAGES.toLocaleString('en')} messages loaded and indexed`, `${show(seconds)} s`),
    ]
    const all: number[] = []
    for (const [what, query] of Object.entries(KINDS)) {
      const samples: number[] = []
      for (let run = -WARM_UP; run < SEARCHES; run++) {
        const path = `/v1/search?${new URLSearchParams(query(corpus)).toString()}`
        const from = performance.now()
        await bench.call('GET', path)
        if (run >= 0) samples.push(performance.now() - from)
      }
      all.push(...samples)
      const p99 = percentile(samples, 0.99)
      figures.push(info(`  search ${what}`, `p50 ${show(median(samples))}, p99 ${show(p99)} ms`))
    }
    return [
      ...figures,
      atMost('search, all kinds, p50', median(all), 20, 'ms'),
      atMost('search, all kinds, p99', percentile(all, 0.99), 100, 'ms'),
    ]
  } finally {
    await bench.close()
  }
}

/** Words of a stored text, so that there is something to find. */
function wordsOf({ random }: Corpus, text: string, count: number): string {
  const words = text.split(' ')
  return Array.from({ length: count }, () => random.pick(words)).join(' ')
}

const KINDS: Record<string, (corpus: Corpus) => Record<string, string>> = {
  'in all sessions, two words': (corpus) => ({ q: wordsOf(corpus, corpus.text(), 2) }),
  'in all sessions, six words': (corpus) => ({ q: wordsOf(corpus, corpus.text(), 6) }),
  'in all sessions, one word': (corpus) => ({ q: wordsOf(corpus, corpus.text(), 1) }),
  'in all sessions, ten words, 50 hits': (corpus) => ({ q: wordsOf(corpus, corpus.text(), 10), limit: '50' }),
  'in one session, four words': (corpus) => {
    const { id, text } = corpus.session()
    return { sessionId: id, q: wordsOf(corpus, text, 4) }
  },
}

import { textDigest } from '../../src/threads/text-digest.js'
import { parseMessage, renderMessage } from '../../src/domain/formats/index.js'
import { markersOf } from '../../src/domain/goal/markers.js'
import { ledgerEntriesOf } from '../../src/domain/ledger/ledger.js'
import type { ParsedMessage } from '../../src/domain/message.js'
import { searchText } from '../../src/domain/originals/search.js'
import { condense } from '../../src/domain/reductions/condense/condense.js'
import { anchorsIn } from '../../src/domain/anchors/anchors.js'
import { composeCheckpoint } from '../../src/domain/summary/compose.js'
import { readPassages } from '../../src/domain/source/reading.js'
import { toSource } from '../../src/domain/source/source.js'
import { parseBody } from '../../src/http/input/parse-body.js'
import { O200kTokenizer } from '../../src/model/tokenizer.js'
import { HOSTILE_TEXTS } from '../../tests/stalls/hostile-texts.js'
import { atMost, show, type Figure } from '../support/figures.js'

const KB = 1_024
const SIZES = [256, 512, 1_024, 2_048, 4_096, 8_192, 16_384]
/** Limit of a stall of the event loop. [13] */
const LONGEST_STALL_MS = 50

/** Prepares work for a text. Only the returned work is measured. */
type Path = (text: string) => () => unknown

const tokenizer = new O200kTokenizer()
const RULE = { fileLines: 200, queryRows: 20, structuredTokens: 1_000 }

/** All work of the service that reads a whole text. */
const PATHS: Record<string, Path> = {
  'parse a body': (text) => {
    const bytes = Buffer.from(JSON.stringify({ messages: [{ role: 'assistant', content: text }] }))
    return () => parseBody(bytes, true)
  },
  digest: (text) => () => textDigest(text),
  count: (text) => () => tokenizer.countAll([text]),
  markers: (text) => () => markersOf(assistant(text)),
  ledger: (text) => () => ledgerEntriesOf([{ ...toSource(1, assistant(text), []), origin: 'human' }]),
  extract: (text) => () => extract(text),
  condense: (text) => () =>
    condense({ text, tokens: text.length / 4, kinds: ['search', 'file', 'query', 'api'] }, RULE, 13_600),
  render: (text) => () =>
    JSON.stringify(renderMessage('anthropic', { seq: 1, role: 'assistant', parts: assistant(text).parts })),
  search: (text) => () => search(text),
}

/** Measures each path on each hostile text of 256 KB to 16 MB: time, growth with the size, and the longest stall. */
export async function measureHostile(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [path, run] of Object.entries(PATHS)) {
    for (const [text, textOf] of Object.entries(HOSTILE_TEXTS))
      figures.push(await measure(`${path}: ${text}`, run, textOf))
  }
  await tokenizer.close()
  return figures
}

async function measure(what: string, run: Path, textOf: (chars: number) => string): Promise<Figure> {
  const times: number[] = []
  let stall = 0
  for (const size of SIZES) {
    const watched = await watch(run(textOf(size * KB)))
    times.push(watched.ms)
    stall = Math.max(stall, watched.stallMs)
  }
  // Times below 1 ms are too inaccurate.
  const ratios = times.slice(1).map((ms, at) => Math.max(1, ms) / Math.max(1, times[at] ?? 1))
  const note = `${show(times.at(-1) ?? 0)} ms at 16 MB, × ${show(Math.max(...ratios))} per doubling at most`
  return atMost(what, stall, LONGEST_STALL_MS, 'ms stall', note)
}

/** Measures the longest stall of the event loop while work runs. */
async function watch(work: () => unknown): Promise<{ ms: number; stallMs: number }> {
  let last = performance.now()
  let stallMs = 0
  let isOver = false
  const look = () => {
    const now = performance.now()
    stallMs = Math.max(stallMs, now - last)
    last = now
    if (!isOver) setImmediate(look)
  }
  const before = performance.now()
  setImmediate(look)
  await work()
  const ms = performance.now() - before
  look()
  isOver = true
  return { ms, stallMs }
}

function assistant(content: string): ParsedMessage {
  return parseMessage('openai', { role: 'assistant', content }, 'message')
}

function extract(text: string): unknown {
  const source = [toSource(1, assistant(text), [])]
  const anchors = anchorsIn(readPassages(source))
  const count = (line: string) => tokenizer.count(line)
  return composeCheckpoint({
    accepted: [],
    source,
    anchors,
    ceilingTokens: 1_200,
    heading: '[Checkpoint]',
    count,
    already: [],
  })
}

function search(text: string): unknown {
  return searchText(text, 'a word that is not there', 0, 10)
}

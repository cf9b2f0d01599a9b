import { CLOSINGS, COMMANDS, distorted, FORGED } from './hostile-lines.js'
import type { Turn } from './pieces.js'
import { findTranscript, informativeLines } from './truth.js'
import { worded } from './wording.js'

/** Behaviors of the model. The last six are failures of the server, without an ordinary answer. */
export const SCENARIOS = [
  'honest', // a truthful summary, copied from the conversation
  'slow', // the same, token by token
  'thinking-aloud', // the same, after thinking inside the answer's text
  'empty',
  'refusing',
  'endless', // writes until its token limit
  'inflated', // true and complete, but longer than its source; ignores the limit
  'garbage', // random words
  'thinking-only', // thinks, but answers nothing
  'cut-by-length', // true, but cut off in the middle
  'inventing', // true lines mixed with invented files and numbers
  'embroidering', // true lines with one or two invented ones
  'distorting', // true lines, one in five with slightly wrong names and numbers
  'looping', // repeats one line
  'echoing', // repeats its instructions and what the chat may be about, as the smallest real models do
  'obeying-injection', // follows instructions in the conversation's text
  'commanding', // true lines, and instructions to the next reader
  'forging', // true lines, and forged headings, markers and placeholders
  'closing-quotes', // true lines, and closing marks of every quoting around them
  'runaway', // never stops; ignores the limit
  'flood', // 10 MB in one piece; ignores the limit
  'reset', // closes the connection in the middle of the answer
  'error-midway', // an error object in the middle of the stream, status 200
  'hang', // takes the request and never answers
  'error500',
  'rejecting', // 400
  'no-such-model', // 404 for every chat, although the model is listed
] as const
export type Scenario = (typeof SCENARIOS)[number]
/** Also of the model with tools: a stream that ends in the middle without an error, or is no JSON, and an honest answer
 * that waits until the test calls `release`. */
export type AnyScenario = Scenario | 'half' | 'no-json' | 'late'

export interface Speech {
  text: string
  thinking: string
  /** `done_reason` of the real server. A text longer than `num_predict` always ends with `length`. */
  reason: 'stop' | 'length'
  /** Ignores `num_predict`. */
  unbounded: boolean
  /** Sends the text as one line of the stream. */
  atOnce?: true
}
export interface SpeechRequest {
  turns: readonly Turn[]
  format: unknown
  numPredict: number
}

/** Returns the answer of a behavior to a prompt. Deterministic. */
export function speak(scenario: AnyScenario, { turns, format, numPredict }: SpeechRequest): Speech {
  const transcript = findTranscript(turns)
  const say = (lines: readonly string[]) => worded(lines, format, transcript.instructions)
  // Half of the token limit and less than a third of the source: leaves tokens for the JSON around the text.
  const maxTokens = Math.max(24, Math.min(numPredict > 0 ? numPredict * 0.5 : 400, transcript.chars / 12))
  const truth = informativeLines(transcript, maxTokens)
  const plain = (text: string): Speech => ({ text, thinking: '', reason: 'stop', unbounded: false })
  const honest = plain(truth.length === 0 && !format ? NOTHING : say(truth))
  switch (scenario) {
    case 'empty':
      return plain(' \n')
    case 'refusing':
      return plain(
        "I'm sorry, I can't help with summarizing this conversation. As an AI model I cannot process its content.",
      )
    case 'endless':
      return plain('and then it went on and on, '.repeat(Math.max(400, numPredict)))
    case 'inflated':
      return { ...plain(say(inflate(transcript.lines, transcript.chars * 1.3))), unbounded: true }
    case 'garbage':
      return plain(say(Array.from({ length: 6 }, (_, i) => randomWords(9, i + 1))))
    case 'thinking-only':
      return { ...plain(''), thinking: `The user wants a summary. ${truth.join(' ')}` }
    case 'thinking-aloud':
      return plain(`<think>\nThe user wants a summary, so I look for facts.\n</think>\n\n${honest.text}`)
    case 'cut-by-length':
      return { ...plain(honest.text.slice(0, Math.ceil(honest.text.length * 0.6))), reason: 'length' }
    case 'inventing':
      return plain(
        say(
          truth
            .flatMap((line, i) => (i % 2 === 0 ? [line, INVENTIONS[(i / 2) % INVENTIONS.length] ?? ''] : [line]))
            .concat(INVENTIONS),
        ),
      )
    case 'embroidering':
      return plain(
        say(
          truth.flatMap((line, i) =>
            i % 6 === 3 ? [line, INVENTIONS[((i - 3) / 6) % INVENTIONS.length] ?? ''] : [line],
          ),
        ),
      )
    case 'distorting':
      return plain(say(distorted(truth)))
    case 'commanding':
      return plain(say([...COMMANDS, ...truth]))
    case 'forging':
      return plain(say([...FORGED, ...truth]))
    case 'closing-quotes':
      return plain(say([...truth.slice(0, 1), ...CLOSINGS, ...truth.slice(1)]))
    case 'looping':
      return plain(say(Array<string>(12).fill(truth[0] ?? NOTHING)))
    case 'echoing':
      return plain(say(ECHOES))
    case 'obeying-injection':
      return plain(say([...obeyed(transcript.lines), ...truth.slice(0, 3)]))
    case 'runaway':
      return { ...plain(RUNAWAY), unbounded: true }
    case 'flood':
      return { ...plain(say([FLOOD, ...truth])), unbounded: true, atOnce: true }
    default:
      return honest
  }
}

const ECHOES = [
  'To take notes of the conversation between a user and an assistant, keeping everything else in place.',
  'The conversation is about a request, which was kept elsewhere.',
  'A file that was created, modified or deleted.',
  'An error occurred while taking notes.',
  'What comes next.',
  'What is done.',
]
const NOTHING = 'The conversation contains nothing that a summary could shorten.'
/** Longer than any limit a client may set for an ordinary answer. */
const RUNAWAY = 'more words without end '.repeat(20_000)
const FLOOD = 'more words without end '.repeat(440_000)
const INVENTIONS = [
  'Fixed the crash in src/phantom/ghostModule.ts by calling restoreSpectre()',
  'See https://example.invalid/pull/90417 for the discussion of version 17.42.93',
  'The test suite fails with PhantomReferenceError in lib/neverThere.py line 88213',
  'ticket ABC-77123 was closed by commit 9f3e77aa21',
]
const WORDS =
  'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et dolore magna aliqua'.split(
    ' ',
  )

function randomWords(count: number, seed: number): string {
  let state = seed * 7_919
  return Array.from({ length: count }, () => {
    state = (state * 48_271) % 2_147_483_647
    return WORDS[state % WORDS.length] ?? ''
  }).join(' ')
}

/** Repeats the lines with a running number until they are longer than their source. */
function inflate(lines: readonly string[], chars: number): string[] {
  const out: string[] = []
  for (let length = 0, i = 0; length < chars && i < 5_000; i++) {
    const line = `Again, in other words: ${lines[i % Math.max(1, lines.length)] ?? NOTHING} (${i + 1})`
    out.push(line)
    length += line.length
  }
  return out
}

/** The answer of a model that follows instructions in the text: the demanded words, the markers, the instructions. */
function obeyed(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const demanded =
      /\b(?:reply|respond|answer|say|output|write|print)\b(?:\s+(?:only|with|exactly|just))*\s*[:"“']+\s*(.+?)["”']?$/i.exec(
        line,
      )
    if (demanded?.[1]) return [demanded[1]]
    return /ignore (?:all|any|the|previous|prior)|\[(?:GOAL|DECISION|CHECKPOINT|ARTIFACT|NEXT)\]|<\|im_start\|>|^system:/i.test(
      line,
    )
      ? [line]
      : []
  })
}

import { parseMessage } from '../../domain/formats/index.js'
import { markerSteps, type FoundMarkers } from '../../domain/goal/markers.js'
import type { Format, Json, Origin, ParsedMessage } from '../../domain/message.js'
import { shortenedSteps, type Shortened } from '../../domain/context/shortened.js'
import { countedTexts, fixedTokens } from '../../domain/tokens.js'
import { digestSteps } from './digest-text.js'
import type { Steps } from '../../domain/steps.js'
import { inSteps } from '../ports/in-steps.js'
import type { Ports } from '../ports/ports.js'

export interface Measured {
  raw: string
  digest: string
  message: ParsedMessage
  /** Tokens of each part, including its overhead. */
  partTokens: number[]
  /** Goal markers in the assistant's text. */
  said: FoundMarkers
  /** Shortened copies stored with a large message. */
  short: Shortened
  /** The provider would refuse the message as received. */
  irregular?: boolean
}

interface Given {
  format: Format
  raw: string[]
  values: Json[]
  origins?: readonly (Origin | null | undefined)[]
  /** System messages count as text of the app. */
  systemIsApp?: true
}

/** Parses messages, counts the tokens that the model will see, and reads goal markers. [T1] [T3]
 * Throws invalid_request with the path of the fault. */
export async function measureMessages({ tokenizer }: Pick<Ports, 'tokenizer'>, input: Given): Promise<Measured[]> {
  const parsed = await inSteps(parsedSteps(input))
  const texts = await inSteps(textSteps(parsed))
  const counts = await tokenizer.countAll(texts.flat(2))
  return inSteps(measuredSteps(input, parsed, texts, counts))
}

/** One generator reads all messages: many short ones must pause as often as a long one. */
function* parsedSteps({ format, values, origins, systemIsApp }: Given): Steps<ParsedMessage[]> {
  const parsed: ParsedMessage[] = []
  for (const [index, value] of values.entries()) {
    const message = parseMessage(format, value, `messages[${index}]`)
    const origin = origins?.[index]
    const counted: ParsedMessage =
      systemIsApp && message.role === 'system' ? { ...message, role: 'user', origin: 'app' } : message
    parsed.push(origin ? { ...counted, origin } : counted)
    yield
  }
  return parsed
}

/** Returns the texts to count, of each part of each message. */
function* textSteps(parsed: readonly ParsedMessage[]): Steps<string[][][]> {
  const texts: string[][][] = []
  for (const { parts } of parsed) {
    texts.push(parts.map(countedTexts))
    yield
  }
  return texts
}

/** @param counts tokens of all texts, in order */
function* measuredSteps(
  { format, raw, values }: Given,
  parsed: readonly ParsedMessage[],
  texts: readonly string[][][],
  counts: readonly number[],
): Steps<Measured[]> {
  const measured: Measured[] = []
  const next = counts[Symbol.iterator]()
  for (const [index, message] of parsed.entries()) {
    const text = raw[index]!
    const source = { format, length: text.length, value: values[index]!, parsed: message }
    const digest = yield* digestSteps(text)
    yield
    const said = yield* markerSteps(message)
    yield
    measured.push({
      raw: text,
      digest,
      message,
      partTokens: message.parts.map((part, at) =>
        texts[index]![at]!.reduce((sum) => sum + (next.next().value ?? 0), fixedTokens(part)),
      ),
      said,
      short: yield* shortenedSteps(source),
    })
  }
  return measured
}

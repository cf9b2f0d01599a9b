import { parseMessage } from '../../domain/formats/index.js'
import { markerSteps, type FoundMarkers } from '../../domain/goal/markers.js'
import type { Format, Json, Origin, ParsedMessage } from '../../domain/message.js'
import { shortened } from '../../domain/context/shortened.js'
import { countedTexts, fixedTokens } from '../../domain/tokens.js'
import { digestSteps } from './digest-text.js'
import { inSteps, nextSlice } from '../ports/in-steps.js'
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
  short: ReturnType<typeof shortened>
  /** The provider would refuse the message as received. */
  irregular?: boolean
}

/** Parses messages, counts the tokens that the model will see, and reads goal markers. [T1] [T3]
 * Throws invalid_request with the path of the fault. */
export async function measureMessages(
  { tokenizer }: Pick<Ports, 'tokenizer'>,
  input: {
    format: Format
    raw: string[]
    values: Json[]
    origins?: readonly (Origin | null | undefined)[]
    /** System messages count as text of the app. */
    systemIsApp?: true
  },
): Promise<Measured[]> {
  const parsed: ParsedMessage[] = []
  for (const [index, value] of input.values.entries()) {
    const message = parseMessage(input.format, value, `messages[${index}]`)
    const origin = input.origins?.[index]
    const counted: ParsedMessage =
      input.systemIsApp && message.role === 'system' ? { ...message, role: 'user', origin: 'app' } : message
    parsed.push(origin ? { ...counted, origin } : counted)
    if (isHeavy(input.raw[index]!)) await nextSlice()
  }
  const texts: string[][][] = []
  for (const [index, { parts }] of parsed.entries()) {
    texts.push(parts.map(countedTexts))
    if (isHeavy(input.raw[index]!)) await nextSlice()
  }
  const counts = (await tokenizer.countAll(texts.flat(2)))[Symbol.iterator]()
  const measured: Measured[] = []
  for (const [index, message] of parsed.entries()) {
    const raw = input.raw[index]!
    const counted = texts[index]!
    measured.push({
      raw,
      digest: await inSteps(digestSteps(raw)),
      message,
      partTokens: message.parts.map((part, at) =>
        counted[at]!.reduce((sum) => sum + (counts.next().value ?? 0), fixedTokens(part)),
      ),
      said: await inSteps(markerSteps(message)),
      short: shortened({ format: input.format, length: raw.length, value: input.values[index]!, parsed: message }),
    })
  }
  return measured
}

/** Longer messages, in characters, get an event loop slice of their own. */
const HEAVY_CHARS = 262_144

function isHeavy(raw: string): boolean {
  return raw.length > HEAVY_CHARS
}

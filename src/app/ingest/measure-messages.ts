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
  /** Tokens of each part, its own overhead included. */
  partTokens: number[]
  /** What the assistant says in it about the goal. */
  said: FoundMarkers
  /** What is stored beside it, if it is large. */
  short: ReturnType<typeof shortened>
}

/** Reads messages and counts what the model will see of them. Throws invalid_request naming the path. [T1] [T3] */
export async function measureMessages(
  { tokenizer }: Pick<Ports, 'tokenizer'>,
  input: { format: Format; raw: string[]; values: Json[]; origins?: readonly (Origin | null | undefined)[] },
): Promise<Measured[]> {
  const parsed: ParsedMessage[] = []
  for (const [index, value] of input.values.entries()) {
    const message = parseMessage(input.format, value, `messages[${index}]`)
    const origin = input.origins?.[index]
    parsed.push(origin ? { ...message, origin } : message)
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

/** Messages of so many characters take a slice of their own. */
const HEAVY_CHARS = 262_144

function isHeavy(raw: string): boolean {
  return raw.length > HEAVY_CHARS
}

import { createHash } from 'node:crypto'
import { parseMessage } from '../domain/formats/index.js'
import { markersOf } from '../domain/goal/markers.js'
import type { Format, Json, Origin, ParsedMessage } from '../domain/message.js'
import { shortened } from '../domain/shortened.js'
import { countedTexts, fixedTokens } from '../domain/tokens.js'
import type { Ports } from './ports.js'

export interface Measured {
  raw: string
  digest: string
  message: ParsedMessage
  /** Tokens of each part, its own overhead included. */
  partTokens: number[]
  /** What the assistant says in it about the goal. */
  said: ReturnType<typeof markersOf>
  /** What is stored beside it, if it is large. */
  short: ReturnType<typeof shortened>
}

/** Reads messages and counts what the model will see of them. Throws invalid_request naming the path. [T1] [T3] */
export async function measureMessages(
  { tokenizer }: Pick<Ports, 'tokenizer'>,
  input: { format: Format; raw: string[]; values: Json[]; origins?: readonly (Origin | null | undefined)[] },
): Promise<Measured[]> {
  const parsed = input.values.map((value, index) => {
    const message = parseMessage(input.format, value, `messages[${index}]`)
    const origin = input.origins?.[index]
    return origin ? { ...message, origin } : message
  })
  const texts = parsed.map((message) => message.parts.map(countedTexts))
  const counts = (await tokenizer.countAll(texts.flat(2)))[Symbol.iterator]()
  return parsed.map((message, index) => ({
    raw: input.raw[index]!,
    digest: createHash('sha256').update(input.raw[index]!).digest('hex'),
    message,
    partTokens: message.parts.map((part, at) => texts[index]![at]!.reduce((sum) => sum + (counts.next().value ?? 0), fixedTokens(part))),
    said: markersOf(message),
    short: shortened({ format: input.format, length: input.raw[index]!.length, value: input.values[index]!, parsed: message }),
  }))
}

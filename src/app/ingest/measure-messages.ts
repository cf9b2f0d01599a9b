import type { FoundMarkers } from '../../domain/goal/markers.js'
import type { Format, Json, Origin, ParsedMessage } from '../../domain/message.js'
import type { Shortened } from '../../domain/context/shortened.js'
import { fixedTokens } from '../../domain/tokens.js'
import { compute, INLINE_CHARS } from '../../threads/compute.js'
import type { MessageFacts } from '../../threads/message-facts.js'
import type { Ports } from '../../ports/ports.js'

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
  const { format, raw, values, origins, systemIsApp } = input
  const facts: MessageFacts[] = []
  for (const [index, text] of raw.entries()) {
    // The value of a long text is not copied to a thread: to parse the text there costs less.
    const given = { format, raw: text, path: `messages[${index}]`, origin: origins?.[index], systemIsApp }
    facts.push(
      await compute('messageFacts', text.length, given, text.length > INLINE_CHARS ? undefined : values[index]),
    )
  }
  const counts = await tokenizer.countAll(facts.flatMap(({ texts }) => texts.flat()))
  const next = counts[Symbol.iterator]()
  return facts.map(({ digest, message, texts, said, short }, index) => ({
    raw: raw[index]!,
    digest,
    message,
    partTokens: message.parts.map((part, at) =>
      texts[at]!.reduce((sum) => sum + (next.next().value ?? 0), fixedTokens(part)),
    ),
    said,
    short,
  }))
}

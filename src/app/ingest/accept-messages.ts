import { DomainError } from '../../domain/errors.js'
import { holdsResponse, withFormatHint } from '../../domain/formats/index.js'
import type { Format, Json, Origin } from '../../domain/message.js'
import { compute } from '../../threads/compute.js'
import type { Ports } from '../../ports/ports.js'
import { measureMessages, type Measured } from './measure-messages.js'

export interface GivenMessages {
  /** Default: native. */
  format?: Format
  /** Exact JSON text of each message. */
  raw: string[]
  values: Json[]
  origins?: readonly (Origin | null | undefined)[]
  /** `strict` refuses what the provider of the format would refuse. `lenient` accepts what logs contain.
   * Default: strict. */
  validation?: 'strict' | 'lenient'
  /** System messages count as text of the app, which may leave the context. */
  systemIsApp?: true
}

/** Checks and measures the messages of a request. [13] Throws invalid_request with the path of each fault.
 * @returns the messages to store with the index each came from, and the prompt tokens that a response object among
 * them reports; null: none */
export async function acceptMessages(
  ports: Pick<Ports, 'tokenizer'>,
  { format, raw, values, origins, validation = 'strict', systemIsApp }: GivenMessages,
): Promise<{ measured: Measured[]; indexes: number[]; promptTokens: number | null }> {
  const given = { format: format ?? null, raw, values, validation }
  const { messages, promptTokens } = await compute('submittedMessages', readChars(given), given)
  const input = {
    format: format ?? 'native',
    raw: messages.map((message) => message.raw),
    values: messages.map(({ value }) => value),
    origins: origins && messages.map(({ index }) => origins[index]),
    systemIsApp,
  }
  try {
    const measured = await measureMessages(ports, input)
    return {
      measured: measured.map((one, at) => withIrregular(one, messages[at]!.irregular)),
      indexes: messages.map(({ index }) => index),
      promptTokens,
    }
  } catch (error) {
    throw error instanceof DomainError && error.code === 'invalid_request'
      ? withFormatHint(error, given.format, values)
      : error
  }
}

/** Returns the characters that are read for the messages in responses. Other messages are taken as they are. */
function readChars({ raw, values }: { raw: readonly string[]; values: readonly Json[] }): number {
  return values.reduce<number>((sum, value, at) => sum + (holdsResponse(value) ? raw[at]!.length : 0), 0)
}

function withIrregular(one: Measured, irregular: boolean): Measured {
  return irregular ? { ...one, irregular } : one
}

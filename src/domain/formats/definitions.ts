import type { Format } from '../message.js'
import { anthropic } from './anthropic.js'
import type { MessageFormat } from './message-format.js'
import { native } from './native.js'
import { ollama } from './ollama.js'
import { openai } from './openai.js'
import { responses } from './responses.js'

const MESSAGE_FORMATS: Readonly<Record<Format, MessageFormat>> = { native, openai, responses, anthropic, ollama }

/** Returns the definition of a format. */
export function messageFormat(name: Format): MessageFormat {
  return MESSAGE_FORMATS[name]
}

/** The prompt that the next reader of a context will send, as far as it is known now. [P12] */
import type { ContextEntry } from '../../domain/context/context.js'
import type { Contents } from '../../domain/context/render-context.js'
import { renderToolsText } from '../../domain/formats/index.js'
import type { Session } from '../../domain/session/session.js'
import type { PromptReader } from '../../domain/session/prompt-reader.js'
import { renderContext, renderPlan } from '../shared/render-context.js'

export interface Prompt {
  /** Exact JSON texts. */
  messages: string[]
  /** Exact JSON text of an array; null: none. */
  tools: string | null
}

/** Returns the messages as the reader would send them now, in its format, and the tools. */
export async function readerPrompt(
  { format, isDoor }: Pick<PromptReader, 'format' | 'isDoor'>,
  { systemPrompt, tools }: Pick<Session, 'systemPrompt' | 'tools'>,
  context: readonly ContextEntry[],
  contents: Contents,
): Promise<Prompt> {
  if (!isDoor) {
    const { messages } = await renderContext(format, systemPrompt, context, contents)
    return { messages, tools: tools === null ? null : renderToolsText(format, tools) }
  }
  // A client sends its system text and tools itself, and what it sends again is what was stored.
  const items = await renderPlan({ format, context, contents, resent: new Map(), intact: new Set() })
  const system = systemPrompt === null ? [] : [{ role: 'system', content: systemPrompt }]
  const written = items.map((item) =>
    item.kind === 'note' ? JSON.stringify({ role: 'user', content: item.text }) : item.raw,
  )
  return { messages: [...system.map((message) => JSON.stringify(message)), ...written], tools }
}

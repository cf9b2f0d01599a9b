import { countText } from '../src/model/encoding.js'

/** Tokens around a message. */
const MESSAGE_TOKENS = 4
const NO_TEXT = new Set(['id', 'call_id', 'tool_call_id', 'type', 'role', 'status', 'encrypted_content'])

/** Counts the tokens of prompts that share most of their messages with earlier ones: each text is counted once. */
export class PromptCounter {
  private readonly known = new Map<string, number>()

  count(texts: readonly string[]): number {
    return texts.reduce((sum, text) => sum + this.countOne(text), 0)
  }

  /** Counts a list of messages and what comes with it. As on a real server, neither the JSON around a text is part of the
   * prompt, nor are ids: they would make a third of it. */
  countAll(messages: readonly unknown[], ...others: readonly unknown[]): number {
    return [...others, ...messages].reduce<number>((sum, value) => {
      return sum + this.countOne(textsIn(value).join('\n')) + MESSAGE_TOKENS
    }, 0)
  }

  private countOne(text: string): number {
    const tokens = this.known.get(text) ?? countText(text)
    this.known.set(text, tokens)
    return tokens
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => (NO_TEXT.has(key) ? [] : textsIn(inner)))
}

import { countText } from '../src/model/encoding.js'

/** Tokens around a message. */
const MESSAGE_TOKENS = 4
/** Tokens of a picture or a file. A real server never reads the letters that encode it. */
const MEDIUM_TOKENS = 800
const MEDIUM_KEYS = new Set(['url', 'image_url', 'data', 'file_data'])
const MEDIUM = /^(?:data:[^,]{0,100};base64,|[\w+/]{200,}={0,2}$)/
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
      const { texts, media } = contentOf(value)
      return sum + this.countOne(texts.join('\n')) + media * MEDIUM_TOKENS + MESSAGE_TOKENS
    }, 0)
  }

  private countOne(text: string): number {
    const tokens = this.known.get(text) ?? countText(text)
    this.known.set(text, tokens)
    return tokens
  }
}

/** Whether a member holds the letters that encode a picture or a file. */
export function isMedium(key: string, value: unknown): boolean {
  return typeof value === 'string' && MEDIUM_KEYS.has(key) && MEDIUM.test(value)
}

/** Counts as many tokens as a picture or a file. */
export const MEDIUM_TEXT = 'a b '.repeat(MEDIUM_TOKENS / 2)

function contentOf(value: unknown, found = { texts: [] as string[], media: 0 }, key = '') {
  if (isMedium(key, value)) found.media += 1
  else if (typeof value === 'string') found.texts.push(value)
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) if (!NO_TEXT.has(name)) contentOf(inner, found, name)
  return found
}

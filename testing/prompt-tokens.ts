import { countText } from '../src/model/encoding.js'

/** Counts the tokens of prompts that share most of their messages with earlier ones: each text is counted once. */
export class PromptCounter {
  private readonly known = new Map<string, number>()

  count(texts: readonly string[]): number {
    return texts.reduce((sum, text) => sum + this.countOne(text), 0)
  }

  /** Counts a list of messages and what comes with it, as the JSON of each. */
  countAll(messages: readonly unknown[], ...others: readonly unknown[]): number {
    return this.count([...others, ...messages].map((value) => JSON.stringify(value ?? null)))
  }

  private countOne(text: string): number {
    const tokens = this.known.get(text) ?? countText(text)
    this.known.set(text, tokens)
    return tokens
  }
}

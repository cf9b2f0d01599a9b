import { ModelError, type ChatReply, type ChatRequest, type Model } from '../../src/ports/ports.js'
import { worded } from '../../testing/scripted-ollama/wording.js'
import type { Fact } from './planted-facts.js'

/** Tokens of an answer, at most. */
const MAX_ANSWER_TOKENS = 1_200
/** Characters of a token of such text; never too many tokens. */
const CHARS_PER_TOKEN = 3
/** Characters of a line around a fact, at most. */
const MAX_LINE_CHARS = 200

/** A summarizer that writes the sentence of every planted fact in its prompt, and forgets each with a fixed probability per call. */
export class ForgetfulModel implements Model {
  calls = 0
  promptTokens = 0

  /** @param loss probability that a call forgets a fact, 0 to 1
   * @param random returns numbers from 0 to 1 */
  constructor(
    private readonly facts: readonly Fact[],
    private readonly loss: number,
    private readonly random: () => number,
  ) {}

  chat(request: ChatRequest): Promise<ChatReply> {
    this.calls += 1
    this.promptTokens += request.promptTokens
    const lines: string[] = []
    let freeChars = CHARS_PER_TOKEN * Math.min(MAX_ANSWER_TOKENS, request.maxOutputTokens) * 0.8
    for (const line of new Set(this.sentencesIn(request.prompt))) {
      if (line.length + 60 > freeChars) continue
      freeChars -= line.length + 60
      lines.push(line)
    }
    if (lines.length === 0) lines.push('The work on the parts goes on as before.')
    const text = worded(lines, request.schema, `${request.system}\n${request.prompt}`)
    return Promise.resolve({ text, promptTokens: request.promptTokens, outputTokens: lines.length * 30, durationMs: 1 })
  }

  /** The sentence around each fact that this call does not forget, in the order of the prompt. */
  private sentencesIn(prompt: string): string[] {
    return this.facts
      .map(({ text }) => ({ text, at: prompt.indexOf(text) }))
      .filter(({ at }) => at >= 0)
      .filter(() => this.random() >= this.loss)
      .sort((a, b) => a.at - b.at)
      .map(({ text, at }) => {
        const before = prompt.slice(Math.max(0, at - MAX_LINE_CHARS), at)
        const start = at - (/(?:^|[\n"{]|\. )([^\n"{]*?)$/.exec(before)?.[1]?.length ?? 0)
        const rest = prompt.slice(start, start + MAX_LINE_CHARS)
        const end = /[\n"]|\. /.exec(rest.slice(at - start + text.length))?.index ?? rest.length
        return rest.slice(0, at - start + text.length + end).trim()
      })
  }

  evaluate = () => Promise.resolve(null)

  embed(): Promise<number[][]> {
    return Promise.reject(new ModelError('no-such-model', 'This model does not embed.'))
  }

  window = () => Promise.resolve(WINDOW)
  windowAtHand = () => WINDOW
  models = () => Promise.resolve([])
  fault = () => Promise.resolve(null)
  close = () => Promise.resolve()
}

const WINDOW = { tokens: 32_768, parameters: 7.6, family: 'qwen2', digest: '1'.repeat(64) }

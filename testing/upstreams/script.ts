import { createHash } from 'node:crypto'

/** Chooses what the scripted models answer. */

export interface ScriptedCall {
  name: string
  args: Record<string, unknown>
}
/** An answer of a model, independent of the API. */
export interface ScriptedAnswer {
  thinking?: string
  text?: string
  calls?: ScriptedCall[]
  /** The output limit cut the answer off. */
  isCut?: boolean
}
export interface ScriptRequest {
  /** Number of the answered request: 1, 2, 3 … */
  call: number
  /** Whether the newest message is a text or a tool result. */
  last: 'text' | 'result'
  tools: readonly string[]
  thinks: boolean
}
export type Script = (request: ScriptRequest) => ScriptedAnswer

/** Calls one or two tools for every text, sometimes another after a result, and then answers in words. */
export const workingScript: Script = ({ call, last, tools, thinks }) => {
  const random = seededRandom(call)
  const [name] = tools
  const wantsTool = name !== undefined && (last === 'text' || random() < 0.3)
  const calls = wantsTool ? Array.from({ length: random() < 0.25 ? 2 : 1 }, (_, i) => readCall(name, call, i)) : []
  return {
    ...(thinks && { thinking: `Step ${call}: ${words(random, 20)}.` }),
    ...((calls.length === 0 || random() < 0.5) && { text: `Answer ${call} — naïve 你好 🦊: ${words(random, 40)}.` }),
    ...(calls.length > 0 && { calls }),
  }
}

function readCall(name: string, call: number, index: number): ScriptedCall {
  return { name, args: { path: `src/part-${call}-${index}.ts`, line: call, ratio: 1.5, note: 'a "quoted" \\ path\n' } }
}

const WORDS = 'file test build cache window result error branch value check input render parse store queue model'.split(
  ' ',
)

export function words(random: () => number, count: number): string {
  return Array.from({ length: count }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ')
}

/** Returns numbers from 0 to below 1. Equal seeds give equal numbers. */
export function seededRandom(seed: number): () => number {
  let state = (seed * 2_654_435_761 + 12_345) % 2_147_483_647
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** Returns an id that looks like the provider's. Equal inputs give equal ids. */
export function scriptedId(prefix: string, ...seed: (string | number)[]): string {
  return prefix + createHash('sha256').update(seed.join('/')).digest('base64url').replace(/[-_]/g, 'x').slice(0, 24)
}

/** Splits a text into pieces of random length, sometimes inside a character of two code units. */
export function randomPieces(text: string, random: () => number): string[] {
  const pieces: string[] = []
  for (let at = 0; at < text.length;) {
    const length = 1 + Math.floor(random() * 12)
    pieces.push(text.slice(at, at + length))
    at += length
  }
  return pieces
}

/** Splits bytes into chunks of random length, often inside a line or a character. */
export function randomChunks(bytes: Buffer, random: () => number, longest = 400): Buffer[] {
  const chunks: Buffer[] = []
  for (let at = 0; at < bytes.length;) {
    const length = 1 + Math.floor(random() * longest)
    chunks.push(bytes.subarray(at, at + length))
    at += length
  }
  return chunks
}

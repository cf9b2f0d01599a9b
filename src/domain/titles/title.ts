/** Titles of sessions, written by a model and checked without one. */
import { withoutSigns } from '../signs.js'
import { hasLetterOrDigit, cutAtWord, hasCjk, oneLine, hasLetter } from '../texts.js'
import { contentWords } from '../source/sentences.js'

export type TitleRefusal = 'empty' | 'too-long' | 'too-short' | 'invents' | 'unsupported'
export type TitleVerdict = { accepted: true; title: string } | { accepted: false; reason: TitleRefusal }

/** Messages that a title is made of: the first say what it is about, the last what became of it. */
const FIRST = 4
const LAST = 3
const CHARS_OF_EACH = 400

const SYSTEM =
  'You name conversations. Reply with one title of three to eight words, in the language of the conversation and with its own words. No quotes, no full stop, no explanation.'

/** A message of the conversation. */
export interface TitleSource {
  seq: number
  role: string
  text: string
}

/** Returns the numbers of the messages that a title is made of, ascending. */
export function titleSeqs(lastSeq: number): number[] {
  const all = Array.from({ length: Math.min(lastSeq, FIRST) }, (_, at) => at + 1)
  for (let seq = Math.max(FIRST + 1, lastSeq - LAST + 1); seq <= lastSeq; seq++) all.push(seq)
  return all
}

/** Returns the prompt for a title, and the texts that the title is checked against. */
export function titlePrompt(source: readonly TitleSource[]): { system: string; prompt: string; texts: string[] } {
  const shown = source.filter(({ text }) => text.trim() !== '')
  const texts = shown.map(({ text }) => cutAtWord(oneLine(text.slice(0, 4 * CHARS_OF_EACH)).trim(), CHARS_OF_EACH))
  const lines = shown.map(({ role }, at) => `${role}: ${texts[at]!}`)
  return { system: SYSTEM, prompt: `${lines.join('\n')}\n\nTitle:`, texts }
}

const MAX_CHARS = 80
const LABEL = /^[#*\s]*(?:title|titel)\s*[:：]\s*/i
/** Blanks, emphasis, and quotation marks. */
const AROUND = `"'“”„«»*\` `
/** What only a source can know: words with a digit, a path or another sign inside, or an upper-case letter after the first word. */
const EXACT = /[\p{L}\p{N}](?:[\p{L}\p{N}_./:@#-]*[\p{L}\p{N}])?/gu
const HAS_SIGN = /\p{N}|[_./:@#]/u
/** Letters at the start by which a form of a word is recognized: "planning" in "plans". */
const STEM = 4
/** Share of the content words that the source must have. */
const SUPPORTED_SHARE = 1 / 2

/**
 * Checks a reply against what the model was shown. Refused are an empty or long reply, a single word, names, numbers, dates, and paths that the source does not have
 * (`invents`), and titles of which less than half of the content words are in the source (`unsupported`). [V4] [P14]
 */
export function verifyTitle(reply: string, source: readonly string[]): TitleVerdict {
  const [line = ''] = reply.trim().split('\n', 1)
  const title = withoutSigns(line.slice(0, 10 * MAX_CHARS).replace(LABEL, ''), AROUND, `${AROUND}.。`)
  if (!hasLetter(title)) return { accepted: false, reason: 'empty' }
  if (title.length > MAX_CHARS) return { accepted: false, reason: 'too-long' }
  const said = source.join('\n').toLowerCase()
  const words = title.match(EXACT) ?? []
  if (words.some((word, at) => isExact(word, at) && !has(said, word))) return { accepted: false, reason: 'invents' }
  const content = contentWords(title)
  const supported = content.filter((word) => said.includes(hasCjk(word) ? word : word.slice(0, STEM)))
  // One word names a subject, not a conversation. Of scripts without spaces, a pair of characters is one.
  if (content.length < 2) return { accepted: false, reason: 'too-short' }
  if (supported.length < content.length * SUPPORTED_SHARE) return { accepted: false, reason: 'unsupported' }
  return { accepted: true, title }
}

function isExact(word: string, at: number): boolean {
  return HAS_SIGN.test(word) || /\p{Lu}/u.test(at === 0 ? word.slice(1) : word)
}

/** A number must be there whole: 15 is not in 2015. Of a name, its first letters suffice for another form of it. */
function has(said: string, word: string): boolean {
  const wanted = word.toLowerCase()
  if (!HAS_SIGN.test(word)) return said.includes(wanted.slice(0, Math.max(STEM, wanted.length - 2)))
  for (let at = said.indexOf(wanted); at >= 0; at = said.indexOf(wanted, at + 1)) {
    const around = [said[at - 1] ?? ' ', said[at + wanted.length] ?? ' ']
    if (!around.some((sign) => hasLetterOrDigit(sign))) return true
  }
  return false
}

/** Finds what opens and closes around words in a text: tags of any name, comments, thinking, quotation marks, code font.
 * What is between belongs to someone else, or is only shown. One pass over the text. [P14] [G3] */

export interface Pair {
  /** Offset of the first character of the opening, and of the one after the closing. */
  from: number
  to: number
  /** Name of the tag, in lower case. */
  tag?: string
}

/** Maximum characters between straight quotation marks, and between others, which are more seldom typed alone. */
const MAX_STRAIGHT_CHARS = 4_000
const MAX_QUOTED_CHARS = 50_000

/** Unlike others, these hide the rest of a text if they are not closed, and its start if they are not opened. */
const THINKING = new Set(['think', 'thinking', 'thought', 'reasoning', 'analysis', 'scratchpad'])
const TOKENS = [
  /(?<code>`[^`\n]{1,400}`)|(?<comment><!--|-->)/,
  /<(?<close>\/?)(?<tag>\p{L}[\p{L}\p{N}_:.-]{0,60})(?=[\s/>=])[^<>]{0,500}>/u,
  /\[(?<end>\/?)(?<word>\p{L}[\p{L}\p{N}_]{0,20})(?:=[^\]\n]{0,100})?\]/u,
  /(?<mark>["“”„«»‹›「」『』《》❝❞‘’])/,
  /\\(?<latex>begin|end)\{(?<part>[a-z*]{1,30})\}/,
]
const TOKEN = new RegExp(TOKENS.map(({ source }) => source).join('|'), 'gu')

/** Closing marks of each opening mark. */
const CLOSINGS: Record<string, string> = {
  // With a plain keyboard, Germans end `„` with a straight mark.
  ...{ '"': '"', '“': '”', '„': '“”"', '«': '»', '»': '«', '‹': '›', '❝': '❞', '‘': '’' },
  ...{ '「': '」', '『': '』', '《': '》' },
}
/** Marks that are also letters or signs of measure: where they are decides. */
const AMBIGUOUS = '"‘’'

/** Returns the pairs by their start. A tag that is never closed is plain text, and so is a mark. */
export function pairsIn(text: string): Pair[] {
  const pairs: Pair[] = []
  const tags = tagPairs(pairs, text.length)
  const marks = markPairs(pairs, text)
  let comment: number | null = null
  for (const match of text.matchAll(TOKEN)) {
    const at = match.index
    const end = at + match[0].length
    const { code, comment: edge, tag, close, word, end: closes, mark, latex, part } = match.groups ?? {}
    if (code !== undefined) pairs.push({ from: at, to: end })
    else if (edge === '<!--') comment ??= at
    else if (edge !== undefined) {
      if (comment !== null) pairs.push({ from: comment, to: end })
      comment = null
    } else if (tag !== undefined) {
      if (!match[0].endsWith('/>')) tags.take(tag.toLowerCase(), close === '/', at, end)
    } else if (word !== undefined) tags.take(`[${word.toLowerCase()}`, closes === '/', at, end)
    else if (part !== undefined) tags.take(`\\${part}`, latex === 'end', at, end)
    else if (mark !== undefined) marks(mark, at)
  }
  // An unclosed comment is one to the end, as in HTML.
  if (comment !== null) pairs.push({ from: comment, to: text.length })
  tags.finish()
  return pairs.sort((a, b) => a.from - b.from || b.to - a.to)
}

/** Whether a text begins with thinking in a tag. */
export function startsThinking(text: string): boolean {
  const start = text.trimStart()
  return start.startsWith('<') && THINKING.has(start.slice(1, start.indexOf('>')))
}

/** Returns a text without thinking. What is not closed goes to its end, and what is not opened from its start: some
 * templates omit the opening tag. */
export function withoutThinking(text: string): string {
  let kept = ''
  let at = 0
  for (const { from, to, tag = '' } of pairsIn(text)) {
    if (!THINKING.has(tag)) continue
    kept += text.slice(at, from)
    at = Math.max(at, to)
  }
  return kept + text.slice(at)
}

/** Pairs tags by name, inner ones first. A further closing tag belongs to the pair before it: words in a tag may contain
 * its end. */
function tagPairs(pairs: Pair[], length: number) {
  const open = new Map<string, number[]>()
  const last = new Map<string, Pair>()
  return {
    take(name: string, closes: boolean, at: number, end: number): void {
      const starts = open.get(name) ?? []
      open.set(name, starts)
      if (!closes) {
        starts.push(at)
        return
      }
      const from = starts.pop()
      const known = last.get(name)
      if (from !== undefined) {
        const pair = { from, to: end, tag: name }
        pairs.push(pair)
        last.set(name, pair)
      } else if (known) known.to = end
      else if (THINKING.has(name)) pairs.push({ from: 0, to: end, tag: name })
    },
    finish(): void {
      for (const [name, [from]] of open)
        if (from !== undefined && THINKING.has(name)) pairs.push({ from, to: length, tag: name })
    },
  }
}

/** Pairs quotation marks of one kind. Inches, and marks without a partner nearby, are none. */
function markPairs(pairs: Pair[], text: string): (mark: string, at: number) => void {
  const open = new Map<string, number>()
  return (mark, at) => {
    // Inner ones end first: `„Er sagte "ja" und ging“`.
    for (const [opening, from] of [...open].reverse()) {
      const most = AMBIGUOUS.includes(opening) ? MAX_STRAIGHT_CHARS : MAX_QUOTED_CHARS
      if (at - from > most) open.delete(opening)
      else if (CLOSINGS[opening]!.includes(mark) && (!AMBIGUOUS.includes(mark) || mayClose(text, at))) {
        pairs.push({ from, to: at + 1 })
        open.delete(opening)
        return
      }
    }
    if (mark in CLOSINGS && !open.has(mark) && mayOpen(text, at)) open.set(mark, at)
  }
}

function mayOpen(text: string, at: number): boolean {
  // French has blanks inside its marks.
  if (text[at] === '«') return true
  return !isWordlike(text[at - 1]) && !isBlank(text[at + 1])
}

function mayClose(text: string, at: number): boolean {
  return !isBlank(text[at - 1]) && !isWordlike(text[at + 1])
}

function isWordlike(sign = ''): boolean {
  return /[\p{Ll}\p{Lu}\p{N}]/u.test(sign)
}

function isBlank(sign = ''): boolean {
  return sign.trim() === ''
}

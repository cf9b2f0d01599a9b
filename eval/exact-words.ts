/** Finds paths, addresses, names, versions and numbers, and checks whether a text contains them. Written from rule [V4]
 * without any code of the service, so that it can judge that code. */

export interface ExactWord {
  kind: 'url' | 'path' | 'version' | 'identifier' | 'number'
  text: string
}

const FILE_ENDING =
  'ts|tsx|js|jsx|mjs|cjs|py|go|rs|java|kt|rb|php|c|h|cpp|hpp|cs|swift|sh|sql|md|rst|txt|json|jsonl|yaml|yml|toml|ini|cfg|env|lock|mod|sum|xml|html|css|scss|csv|tsv|log|pdf|png|jpg|svg|zip|gz|proto|ipynb|vue|svelte|patch|diff'

const PATTERNS: readonly (readonly [ExactWord['kind'], RegExp])[] = [
  ['url', /[a-z][a-z0-9+.-]*:\/\/[^\s"'`<>\\^{}|“”‘’]+/gi],
  // Starts at a root, has three segments, or ends in a file name.
  ['path', /(?<![\w/.~@:-])(?:~|\.{1,2})?\/[\w@.+-]+(?:\/[\w@.+-]+)*/g],
  ['path', /(?<![\w/.~@:-])[\w@.+-]+(?:\/[\w@.+-]+){2,}/g],
  ['path', new RegExp(`(?<![\\w.~@-])[\\w@+-][\\w@.+/-]*\\.(?:${FILE_ENDING})\\b(?![\\w-])`, 'g')],
  ['version', /(?<![\w.])v?\d+\.\d+\.\d+(?:[-+][\w.]+)?(?![\w])/g],
  ['version', /(?<![\w.])v\d+(?:\.\d+)?(?![\w.]*\w)/g],
  ['identifier', /(?<![\w$])[A-Za-z_$]*[a-z\d][A-Z]\w*/g], // camelCase, PascalCase
  ['identifier', /(?<![\w$])[A-Za-z]\w*_\w+/g], // snake_case, UPPER_CASE
  ['identifier', /(?<!\w)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g],
  ['identifier', /(?<![\w-])[A-Z]{2,10}-\d+/g], // tickets
  ['identifier', /(?<!\w)#\d+(?!\w)/g],
  ['identifier', /(?<!\w)[\w.+-]+@[\w-]+(?:\.[\w-]+)*/g], // mail, accounts, packages with their version
  [
    'identifier',
    /(?<![\w.,$€£-])(?!\d+(?:st|nd|rd|th|s|ms|us|ns|m|h|d|k|kb|mb|gb|tb|kib|mib|gib|x|px|em|rem|am|pm|tok|tokens)(?!\w))(?=\w*\d)(?=\w*[A-Za-z])[A-Za-z\d]{3,}(?!\w)/gi,
  ],
  ['number', /(?<![A-Za-z_\d]|\d[.,])\d+(?:[.,]\d+)*/g],
]

/** Returns every exact word of a text once. */
export function exactWords(text: string): ExactWord[] {
  const found = new Map<string, ExactWord>()
  for (const [kind, pattern] of PATTERNS) {
    for (const [match] of text.matchAll(pattern)) {
      const word = match.replace(/[.,:;!?)\]*'"`/-]+$/, '')
      if (isMeant(kind, word) && !found.has(word)) found.set(word, { kind, text: word })
    }
  }
  return [...found.values()]
}

function isMeant(kind: ExactWord['kind'], word: string): boolean {
  if (kind === 'number') return word.replace(/\D/g, '').length >= 3
  if (kind === 'path') return /[A-Za-z]{2}/.test(word)
  return word.length > 1
}

/** The messages of a conversation, in which exact words are looked up. */
export class Said {
  private readonly texts: string[] = []
  private readonly contained = new Set<string>()

  /** Adds a message as received: its JSON text and every string in it. Also reads JSON inside strings, such as arguments. */
  add(message: unknown): void {
    this.texts.push(JSON.stringify(message))
    stringsIn(message, this.texts)
  }

  /** Whether a message contains the word, not only as a piece of a longer word. The end of a path counts. */
  has(word: ExactWord): boolean {
    const key = `${word.kind} ${word.text}`
    if (this.contained.has(key)) return true
    const isContained = this.texts.some((text) => containsWord(word, text))
    if (isContained) this.contained.add(key)
    return isContained
  }
}

function containsWord({ kind, text: word }: ExactWord, text: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const before = text.slice(Math.max(0, at - 20), at)
    const after = text.slice(at + word.length, at + word.length + 20)
    // In JSON inside a text, `\n12` is written out. It is not the word `n12`.
    const begins = !/[A-Za-z\d_]$/.test(before) || /\\[nrt]$/.test(before)
    if (kind === 'number' ? begins && isWholeNumber(before, word, after) : begins && !/^[A-Za-z\d_]/.test(after))
      return true
  }
  return false
}

/** `200` is no separate number in `1,200`, `3.200` or `2000`. It is one in `200ms` and in the list `180,200,2400`. */
function isWholeNumber(before: string, word: string, after: string): boolean {
  if (/\d\.$/.test(before) || /^(?:\d|\.\d)/.test(after)) return false
  const front = /(?:\d[\d.]*,)+$/.exec(before)?.[0] ?? ''
  const back = /^(?:,\d[\d.]*)+/.exec(after)?.[0] ?? ''
  if (front === '' && back === '') return true
  const isGrouped = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(front + word + back)
  return !isGrouped || /^[A-Za-z]/.test(after.slice(back.length))
}

// oxlint-disable-next-line no-control-regex -- terminal color codes
const COLORS = /\u001b\[[0-9;?]*[A-Za-z]/g

function stringsIn(value: unknown, found: string[]): void {
  if (typeof value === 'string') {
    found.push(value)
    if (value.includes('\u001b')) found.push(value.replace(COLORS, ''))
    if (/^\s*[[{]/.test(value)) {
      try {
        stringsIn(JSON.parse(value), found)
      } catch {
        // The text only starts like JSON.
      }
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      found.push(key)
      stringsIn(inner, found)
    }
  } else if (typeof value === 'number') found.push(String(value))
}

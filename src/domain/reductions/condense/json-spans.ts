/** Reads JSON into spans of its values. Views show the exact source text of a span: no number is rounded, no escape
 * rewritten. */

export type Span =
  | { kind: 'text' | 'scalar'; from: number; to: number }
  | { kind: 'list'; items: Span[] }
  | { kind: 'object'; fields: Field[] }
export interface Field {
  /** Source text of the key, without quotes. */
  key: string
  value: Span
}
export type ObjectSpan = Extract<Span, { kind: 'object' }>
export type ListSpan = Extract<Span, { kind: 'list' }>

/** Deeper JSON is not read. */
const MAX_DEPTH = 64
const SCALAR = /-?\d[\d.eE+-]*|true|false|null/y
const BLANK = /[ \t\r\n]*/y

/** Returns the value of a JSON text, or a list of the values of JSON Lines; null for any other text. Runs in linear
 * time. */
export function readJson(text: string): Span | null {
  const values: Span[] = []
  for (let at = skipBlank(text, 0); at < text.length;) {
    const read = readJsonAt(text, at)
    if (!read) return null
    values.push(read.value)
    at = skipBlank(text, read.end)
    // In JSON Lines, every value begins on a new line.
    if (at < text.length && !text.slice(read.end, at).includes('\n')) return null
  }
  if (values.length < 2) return values[0] ?? null
  return { kind: 'list', items: values }
}

/** Returns the object or list that begins at `from`, and its end; null if none begins there. */
export function readJsonAt(text: string, from: number): { value: Span; end: number } | null {
  if (text[from] !== '{' && text[from] !== '[') return null
  const reader = new Reader(text, from)
  const value = reader.value(0)
  return value && { value, end: reader.at }
}

class Reader {
  constructor(
    private readonly text: string,
    public at: number,
  ) {}

  value(depth: number): Span | null {
    if (depth > MAX_DEPTH) return null
    switch (this.text[this.at]) {
      case '{':
        return this.object(depth)
      case '[':
        return this.list(depth)
      case '"':
        return this.string()
      default: {
        SCALAR.lastIndex = this.at
        if (!SCALAR.test(this.text)) return null
        const from = this.at
        this.at = SCALAR.lastIndex
        return { kind: 'scalar', from, to: this.at }
      }
    }
  }

  private object(depth: number): Span | null {
    const fields: Field[] = []
    const read = this.members('}', () => {
      const key = this.text[this.at] === '"' ? this.string() : null
      if (!key) return false
      this.blank()
      if (this.text[this.at] !== ':') return false
      this.at += 1
      this.blank()
      const value = this.value(depth + 1)
      if (value) fields.push({ key: this.text.slice(key.from, key.to), value })
      return value !== null
    })
    return read ? { kind: 'object', fields } : null
  }

  private list(depth: number): Span | null {
    const items: Span[] = []
    const read = this.members(']', () => {
      const item = this.value(depth + 1)
      if (item) items.push(item)
      return item !== null
    })
    return read ? { kind: 'list', items } : null
  }

  /** Reads comma-separated members up to the closing bracket. Returns false for invalid JSON. */
  private members(end: string, member: () => boolean): boolean {
    this.at += 1
    this.blank()
    if (this.text[this.at] === end) {
      this.at += 1
      return true
    }
    for (;;) {
      if (!member()) return false
      this.blank()
      const after = this.text[this.at++]
      if (after === end) return true
      if (after !== ',') return false
      this.blank()
    }
  }

  private string(): { kind: 'text'; from: number; to: number } | null {
    const from = this.at + 1
    for (let at = from; at < this.text.length; at++) {
      const code = this.text.charCodeAt(at)
      if (code === NEWLINE) return null
      if (code === BACKSLASH) at += 1
      else if (code === QUOTE) {
        this.at = at + 1
        return { kind: 'text', from, to: at }
      }
    }
    return null
  }

  private blank(): void {
    this.at = skipBlank(this.text, this.at)
  }
}

const NEWLINE = 0x0a
const BACKSLASH = 0x5c
const QUOTE = 0x22

function skipBlank(text: string, from: number): number {
  BLANK.lastIndex = from
  BLANK.test(text)
  return BLANK.lastIndex
}

/** Returns the source text of a leaf; null for lists and objects. */
export function leafText(text: string, span: Span | undefined): string | null {
  return span?.kind === 'text' || span?.kind === 'scalar' ? text.slice(span.from, span.to) : null
}

/** Whether a key of JSON is one of these names: `statusCode`, `status_code` and `Status-Code` are one name. */
export function isNamed(key: string, names: ReadonlySet<string>): boolean {
  return names.has(key.replaceAll('_', '').replaceAll('-', '').toLowerCase())
}

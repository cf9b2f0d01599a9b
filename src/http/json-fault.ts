/** Where a text stops being JSON: the parser itself only sometimes says. One pass without recursion, run only on what it refused. */

type Awaiting = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'comma or end' | 'nothing'

const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y

/** Index of the first character that cannot stand where it stands; the length of the text when only its end is missing. */
export function jsonFaultAt(text: string): number {
  const open: ('{' | '[')[] = []
  let awaiting: Awaiting = 'value'
  let at = afterBlanks(text, 0)
  const afterValue = (): Awaiting => (open.length > 0 ? 'comma or end' : 'nothing')
  while (at < text.length) {
    const character = text[at]!
    if (awaiting === 'value' || awaiting === 'value or ]') {
      if (character === '{' || character === '[') {
        open.push(character)
        awaiting = character === '{' ? 'key or }' : 'value or ]'
        at += 1
      } else if (character === ']' && awaiting === 'value or ]') {
        open.pop()
        awaiting = afterValue()
        at += 1
      } else {
        const end = character === '"' ? stringEnd(text, at) : scalarEnd(text, at)
        if (end.broken) return end.at
        awaiting = afterValue()
        at = end.at
      }
    } else if ((awaiting === 'key' || awaiting === 'key or }') && character === '"') {
      const end = stringEnd(text, at)
      if (end.broken) return end.at
      awaiting = 'colon'
      at = end.at
    } else if (awaiting === 'colon' && character === ':') {
      awaiting = 'value'
      at += 1
    } else if (awaiting === 'comma or end' && character === ',') {
      awaiting = open[open.length - 1] === '{' ? 'key' : 'value'
      at += 1
    } else if (closes(character, open[open.length - 1]) && (awaiting === 'comma or end' || awaiting === 'key or }')) {
      open.pop()
      awaiting = afterValue()
      at += 1
    } else {
      return at
    }
    at = afterBlanks(text, at)
  }
  return text.length
}

function closes(character: string, opened: '{' | '[' | undefined): boolean {
  return (character === '}' && opened === '{') || (character === ']' && opened === '[')
}

function afterBlanks(text: string, from: number): number {
  let at = from
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1
  return at
}

function scalarEnd(text: string, from: number): { broken: boolean; at: number } {
  SCALAR.lastIndex = from
  return SCALAR.test(text) ? { broken: false, at: SCALAR.lastIndex } : { broken: true, at: from }
}

/** Past the closing quote, or at the character that may not stand in a string. */
function stringEnd(text: string, from: number): { broken: boolean; at: number } {
  for (let at = from + 1; at < text.length; at += 1) {
    const character = text[at]!
    if (character === '"') return { broken: false, at: at + 1 }
    if (character < ' ') return { broken: true, at }
    if (character !== '\\') continue
    at += 1
    if (text[at] === 'u') {
      if (!/^[0-9a-fA-F]{4}$/.test(text.slice(at + 1, at + 5))) return { broken: true, at }
      at += 4
    } else if (at < text.length && !'"\\/bfnrt'.includes(text[at]!)) {
      return { broken: true, at }
    }
  }
  return { broken: true, at: text.length }
}

import { RegExpParser, type AST } from '@eslint-community/regexpp'

/** Builds texts that make a regular expression slow, if any can: for each quantifier without an upper bound, what leads
 * to it, then many repetitions of what it repeats, then an end that makes the match fail. A quantifier with an upper
 * bound costs a constant. */

export interface Attack {
  before: string
  /** Repeated. */
  pump: string
  after: string
}

export const textOf = ({ before, pump, after }: Attack, chars: number): string =>
  before + pump.repeat(Math.ceil(chars / pump.length)) + after

/** A character of each sort that patterns distinguish. */
const CHARS = [
  ...'aZbz059_ \t\n\r\u000b\0\u0001\u001b$#@%&*+-–—=~^|/\\.,:;!?…\'"`“”‘’()[]{}<>「』。！？：，、·•─é\u0301ßαЖ中語あアー한ก\u2028\u00a0',
  ...['✅', '\u{1f600}', '\ud800', '\udc00', 'İ', 'K'],
]
/** Most samples of one group. */
const MAX_SAMPLES = 6
/** Most sorts of characters that repeat. */
const MAX_SORTS = 40

/** Returns the attacks on a regular expression; none if all its quantifiers are bounded. */
export function attacksOn(source: string, flags: string): Attack[] {
  const mode = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') }
  const pattern = new RegExpParser({ ecmaVersion: 2024 }).parsePattern(source, 0, source.length, mode)
  const quantifiers: AST.Quantifier[] = []
  walk(pattern, (node) => {
    if (node.type === 'Quantifier' && node.max === Infinity) quantifiers.push(node)
  })
  if (quantifiers.length === 0) return []
  const accepts = acceptance(flags)
  const attacks = new Map<string, Attack>()
  const add = (attack: Attack) => attack.pump && attacks.set(JSON.stringify(attack), attack)
  const sorts = sortsOf(pattern, accepts)
  for (const quantifier of quantifiers) {
    const starts = [...new Set(['', '\u0001', pathTo(quantifier, accepts, 0), pathTo(quantifier, accepts, 1)])]
    const repeated = samplesOf(quantifier.element, accepts)
    const single = sorts.filter((char) => repeatsChar(quantifier, char, accepts)).slice(0, MAX_SORTS)
    const others = sorts.filter((char) => !single.includes(char)).slice(0, 2)
    const pumps = [...single, ...repeated, ...starts, ...starts.flatMap((start) => start + repeated[0])]
    const ends = ['', '\u0001', '\n\u0001', ...others]
    for (const before of starts) {
      for (const pump of new Set(pumps)) for (const after of ends) add({ before, pump, after })
    }
  }
  return [...attacks.values()]
}

type CharNode = AST.Character | AST.CharacterClass | AST.CharacterSet | AST.ExpressionCharacterClass
type Accepts = (node: CharNode, char: string) => boolean

function isCharNode(node: AST.Node): node is CharNode {
  return ['Character', 'CharacterClass', 'CharacterSet', 'ExpressionCharacterClass'].includes(node.type)
}

function acceptance(flags: string): Accepts {
  const kept = flags.replace(/[gym]/g, '')
  const known = new Map<string, RegExp>()
  return (node, char) => {
    const pattern = known.get(node.raw) ?? new RegExp(`^(?:${node.raw})$`, kept)
    known.set(node.raw, pattern)
    return pattern.test(char)
  }
}

function walk(node: AST.Node, visit: (node: AST.Node) => void): void {
  visit(node)
  if (isCharNode(node)) return
  if ('alternatives' in node) for (const each of node.alternatives) walk(each, visit)
  if ('elements' in node) for (const each of node.elements) walk(each, visit)
  if ('element' in node) walk(node.element, visit)
}

/** Returns one character of each sort that the parts of the pattern distinguish. */
function sortsOf(whole: AST.Pattern, accepts: Accepts): string[] {
  const nodes = new Map<string, CharNode>()
  const chars = new Set(CHARS)
  walk(whole, (node) => {
    if (isCharNode(node)) nodes.set(node.raw, node)
    if (node.type === 'Character') chars.add(String.fromCodePoint(node.value))
  })
  const bySort = new Map<string, { char: string; count: number }>()
  for (const char of chars) {
    const sort = Array.from(nodes.values(), (node) => Number(accepts(node, char)))
    const count = sort.reduce((sum, each) => sum + each, 0)
    if (!bySort.has(sort.join(''))) bySort.set(sort.join(''), { char, count })
  }
  // What most parts accept is the most ambiguous.
  return [...bySort.values()].toSorted((a, b) => b.count - a.count).map(({ char }) => char)
}

function repeatsChar(quantifier: AST.Quantifier, char: string, accepts: Accepts): boolean {
  let does = false
  walk(quantifier.element, (node) => (does ||= isCharNode(node) && accepts(node, char)))
  return does
}

/** Returns a text that leads a match from its start to a node. */
function pathTo(node: AST.Node, accepts: Accepts, variant: number): string {
  const parent = node.parent
  if (!parent) return ''
  if (parent.type !== 'Alternative') return pathTo(parent, accepts, variant)
  const earlier = parent.elements.slice(0, parent.elements.indexOf(node as AST.Element))
  return pathTo(parent, accepts, variant) + earlier.map((each) => sample(each, accepts, variant)).join('')
}

function samplesOf(node: AST.Node, accepts: Accepts): string[] {
  const samples = Array.from({ length: MAX_SAMPLES }, (_, variant) => sample(node, accepts, variant))
  return [...new Set(samples)].filter((text) => text !== '')
}

/** Returns a text that a node matches. The variant picks among alternatives and characters. */
function sample(node: AST.Node, accepts: Accepts, variant: number): string {
  if (node.type === 'Character') return String.fromCodePoint(node.value)
  if (isCharNode(node)) {
    const chars = CHARS.filter((char) => accepts(node, char))
    return chars[variant % Math.max(1, chars.length)] ?? ''
  }
  switch (node.type) {
    case 'Alternative':
      return node.elements.map((each) => sample(each, accepts, variant)).join('')
    case 'Group':
    case 'CapturingGroup':
    case 'Pattern':
      return sample(node.alternatives[variant % node.alternatives.length]!, accepts, variant)
    case 'Quantifier': {
      const times = Math.max(node.min, node.max === Infinity || variant % 2 === 1 ? 1 : 0)
      return sample(node.element, accepts, variant).repeat(times)
    }
    case 'Assertion':
      return node.kind === 'lookbehind' && !node.negate ? sample(node.alternatives[0]!, accepts, variant) : ''
    default:
      return ''
  }
}

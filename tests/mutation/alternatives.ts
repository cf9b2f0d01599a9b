import { RegExpParser, type AST } from '@eslint-community/regexpp'

/** Removes one alternative at a time from a regular expression. */

export interface Mutant {
  /** The alternative that is removed. */
  removed: string
  /** Its place in the source of the pattern; -1: all of it. */
  start: number
  pattern: RegExp
}

/** Returns the pattern once without each of its alternatives, at every depth, and once as one that finds nothing.
 *
 * The alternative stays, behind an assertion that never holds. So the numbers of the groups stay, too. */
export function mutantsOf({ source, flags }: RegExp): Mutant[] {
  const mode = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') }
  const tree = new RegExpParser({ ecmaVersion: 2024 }).parsePattern(source, 0, source.length, mode)
  const whole = { removed: source, start: -1, pattern: new RegExp(`(?!)(?:${source})`, flags) }
  const without = choicesIn(tree).map(({ start, raw }) => ({
    removed: raw,
    start,
    pattern: new RegExp(`${source.slice(0, start)}(?!)${source.slice(start)}`, flags),
  }))
  return [whole, ...without]
}

function choicesIn(node: AST.Node): AST.Alternative[] {
  switch (node.type) {
    case 'Pattern':
    case 'Group':
    case 'CapturingGroup':
      return choicesOf(node.alternatives)
    case 'Assertion':
      return 'alternatives' in node ? choicesOf(node.alternatives) : []
    case 'Quantifier':
      return choicesIn(node.element)
    default:
      return []
  }
}

function choicesOf(alternatives: AST.Alternative[]): AST.Alternative[] {
  const inside = alternatives.flatMap(({ elements }) => elements.flatMap(choicesIn))
  return alternatives.length > 1 ? [...alternatives, ...inside] : inside
}

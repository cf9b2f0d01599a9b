import { RegExpParser, type AST } from '@eslint-community/regexpp'

/** Removes one alternative at a time from a regular expression. */

export interface Mutant {
  /** The alternative that is removed. */
  removed: string
  pattern: RegExp
}

/** Returns the pattern once without each of its alternatives, at every depth. A pattern without a choice has none.
 *
 * The alternative stays, behind an assertion that never holds. So the numbers of the groups stay, too. */
export function mutantsOf({ source, flags }: RegExp): Mutant[] {
  const mode = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') }
  const tree = new RegExpParser({ ecmaVersion: 2024 }).parsePattern(source, 0, source.length, mode)
  return choicesIn(tree).map(({ start, raw }) => ({
    removed: raw,
    pattern: new RegExp(`${source.slice(0, start)}(?!)${source.slice(start)}`, flags),
  }))
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

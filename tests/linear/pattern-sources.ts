import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants'
import ts from 'typescript'

/** Finds every regular expression of the service in its sources. */

export interface Pattern {
  /** File and line. */
  at: string
  source: string
  flags: string
}

export const ROOT = join(import.meta.dirname, '../..')

/** Values of what only a call decides, by file and by the text of the expression. */
const PARAMETERS: Record<string, Record<string, string[]>> = {
  'src/domain/goal/markers.ts': { words: ['completed|in[ _-]?progress|pending', 'locked'] },
  'src/http/schemas/common.ts': { prefix: ['ses'] },
  'src/domain/search/rank.ts': { choices: ['ser|src|\\.js|b'] },
  'src/domain/summary/reply.ts': { 'open[1]': ['think'] },
  'src/model/tokens/part-counter.ts': { 'O200K_TOKEN_SPLIT_REGEX.source': [O200K_TOKEN_SPLIT_REGEX.source] },
  'src/model/thinking.ts': { 'opening[1]': ['think'] },
}

/** Files that compose patterns from tables. The patterns of the tables are tested instead. */
const COMPOSERS = ['src/knowledge/lines/phrases.ts']

/** Returns the paths of all TypeScript files below a folder. */
export function sourceFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(ROOT, folder, name))
    .toSorted()
}

const PARSED = new Map<string, ts.SourceFile>()

/** Returns the syntax tree of a file. Each file is parsed once: many take constants from the same few. */
export function parsed(path: string): ts.SourceFile {
  const known = PARSED.get(path) ?? ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  PARSED.set(path, known)
  return known
}

/** Returns the regular expressions of a file. Throws for a constructed one whose source is unknown here. */
export function patternsOf(path: string): Pattern[] {
  const file = parsed(path)
  const patterns: Pattern[] = []
  const placeOf = (node: ts.Node) =>
    `${relative(ROOT, path)}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) patterns.push({ at: placeOf(node), ...literalOf(node) })
    else if (isComposed(node) && !COMPOSERS.includes(relative(ROOT, path))) {
      const [source, flags] = node.arguments ?? []
      for (const value of valuesOf(source!, file)) {
        patterns.push({ at: placeOf(node), source: value, flags: flags ? valuesOf(flags, file)[0]! : '' })
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return patterns
}

function isComposed(node: ts.Node): node is ts.NewExpression | ts.CallExpression {
  return (ts.isNewExpression(node) || ts.isCallExpression(node)) && isNamed(node.expression, 'RegExp')
}

const isNamed = (node: ts.Node, name: string): boolean => ts.isIdentifier(node) && node.text === name

function literalOf(node: ts.RegularExpressionLiteral): Omit<Pattern, 'at'> {
  const end = node.text.lastIndexOf('/')
  return { source: node.text.slice(1, end), flags: node.text.slice(end + 1) }
}

/** Returns the possible values of an expression of constants and `PARAMETERS`. */
function valuesOf(node: ts.Expression, file: ts.SourceFile): string[] {
  const given = PARAMETERS[relative(ROOT, file.fileName)]?.[node.getText()]
  if (given) return given
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isRegularExpressionLiteral(node)) return [literalOf(node).source]
  if (ts.isParenthesizedExpression(node)) return valuesOf(node.expression, file)
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    return valuesOf(node.left, file).flatMap((left) => valuesOf(node.right, file).map((right) => left + right))
  }
  if (ts.isTemplateExpression(node)) {
    return node.templateSpans.reduce<string[]>(
      (starts, span) =>
        starts.flatMap((start) => valuesOf(span.expression, file).map((value) => start + value + span.literal.text)),
      [node.head.text],
    )
  }
  if (ts.isIdentifier(node)) return constantOf(node.text, file, valuesOf)
  if (isComposed(node) && node.arguments?.[0]) return valuesOf(node.arguments[0], file)
  if (ts.isPropertyAccessExpression(node) && node.name.text === 'source') return valuesOf(node.expression, file)
  if (isCallOf(node, 'join'))
    return [listOf(node.expression.expression, file).join(valuesOf(node.arguments[0]!, file)[0])]
  throw new Error(`${file.fileName}: add the values of ${node.getText()} to PARAMETERS.`)
}

/** Returns the texts, or the sources of the patterns, of a list of constants. */
function listOf(node: ts.Expression, file: ts.SourceFile): string[] {
  if (ts.isArrayLiteralExpression(node)) {
    return node.elements.flatMap((one) =>
      ts.isSpreadElement(one) ? listOf(one.expression, file) : valuesOf(one, file)[0]!,
    )
  }
  if (ts.isIdentifier(node)) return constantOf(node.text, file, listOf)
  if (isCallOf(node, 'split')) {
    return valuesOf(node.expression.expression, file)[0]!.split(valuesOf(node.arguments[0]!, file)[0]!)
  }
  // The sources of patterns.
  if (isCallOf(node, 'map')) return listOf(node.expression.expression, file)
  throw new Error(`${file.fileName}: add the values of ${node.getText()} to PARAMETERS.`)
}

function isCallOf(
  node: ts.Expression,
  method: string,
): node is ts.CallExpression & { expression: ts.PropertyAccessExpression } {
  return (
    ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === method
  )
}

/** Returns what a constant of a file, or of one that it imports, has as values. */
function constantOf(name: string, file: ts.SourceFile, read: typeof valuesOf): string[] {
  let found: string[] | null = null
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && isNamed(node.name, name) && node.initializer) {
      found ??= read(node.initializer, file)
    }
    if (ts.isImportSpecifier(node) && node.name.text === name) {
      const from = node.parent.parent.parent.moduleSpecifier as ts.StringLiteral
      const path = join(dirname(file.fileName), from.text.replace(/\.js$/, '.ts'))
      found ??= constantOf((node.propertyName ?? node.name).text, parsed(path), read)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  if (!found) throw new Error(`${file.fileName}: add the values of ${name} to PARAMETERS.`)
  return found
}

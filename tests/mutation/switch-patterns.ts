import { join, relative } from 'node:path'
import ts from 'typescript'

/** Plugin of Vite: makes the regular expressions of the source code exchangeable, and test files collectable. */

const ROOT = join(import.meta.dirname, '../..')
const HERE = import.meta.dirname

export const switchPatterns = {
  name: 'switch-patterns',
  enforce: 'pre' as const,
  resolveId(source: string, importer?: string) {
    const isTest = importer?.startsWith(`${ROOT}/tests/`) === true && !importer.startsWith(HERE)
    return source === 'vitest' && isTest ? join(HERE, 'collect.ts') : null
  },
  transform(code: string, path: string) {
    const name = relative(ROOT, path)
    return /^src\/(?:domain|knowledge)\/.*\.ts$/.test(name) ? withSwitches(code, name) : null
  },
}

function withSwitches(code: string, name: string): string | null {
  const file = ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true)
  const found: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    // The parts of a composed pattern read no text. The composed one is exchanged.
    if (ts.isVariableDeclaration(node) && isPart(node.name.getText(), code)) return
    // What a function composes differs with each call.
    if (ts.isFunctionLike(node)) literalsIn(node, found)
    else if (ts.isRegularExpressionLiteral(node) || isComposed(node)) found.push(node)
    else ts.forEachChild(node, visit)
  }
  visit(file)
  if (found.length === 0) return null
  let text = code
  for (const node of found.toSorted((a, b) => b.getStart() - a.getStart())) {
    const { line, character } = file.getLineAndCharacterOfPosition(node.getStart())
    const call = `switched__(${node.getText()}, '${name}:${line + 1}:${character + 1}')`
    text = text.slice(0, node.getStart()) + call + text.slice(node.getEnd())
  }
  return `import { switched as switched__ } from '${join(HERE, 'switched.ts')}';${text}`
}

/** Whether a constant only lends its source to other patterns. */
function isPart(name: string, code: string): boolean {
  return code.includes(`${name}.source`) || code.includes(`${name}.map(({ source }) => source)`)
}

function literalsIn(node: ts.Node, found: ts.Node[]): void {
  if (ts.isRegularExpressionLiteral(node)) found.push(node)
  else ts.forEachChild(node, (child) => literalsIn(child, found))
}

function isComposed(node: ts.Node): boolean {
  return ts.isNewExpression(node) && node.expression.getText() === 'RegExp'
}

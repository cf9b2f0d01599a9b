import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FORMATS } from '../../src/domain/message.js'

const SOURCE = join(import.meta.dirname, '../../src')
/** Where formats are defined, and where a provider or a file format is the subject. */
const EXEMPT = /^(?:(?:domain\/formats|doors|importers|http|cli|mcp|model)\/|(?:config|wiring)\.ts$)/
const NAME = `['"\`](?:${FORMATS.join('|')})['"\`]`
/** A comparison with a name, a case of one, or a table by format. */
const BY_NAME = [
  new RegExp(`[!=]==?\\s*${NAME}`),
  new RegExp(`${NAME}\\s*[!=]==?`),
  new RegExp(`\\bcase\\s+${NAME}`),
  /\bRecord<(?:\w+<)?Format\b/,
]

function comparisons(text: string): string[] {
  return BY_NAME.flatMap((pattern) => pattern.exec(text)?.[0] ?? [])
}

test('[layout] only the definitions of formats distinguish formats by name', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts') && !EXEMPT.test(name))
  expect(files.length).toBeGreaterThan(300)
  const found = files.flatMap((name) =>
    comparisons(readFileSync(join(SOURCE, name), 'utf8')).map((code) => `${name}: ${code}`),
  )
  expect(found, 'Ask messageFormat(format) of src/domain/formats for what differs.').toEqual([])
})

test.each([
  "if (format === 'anthropic') return 1",
  "return 'ollama' !== session.format",
  'const isOwn = format ===\n  "native"',
  "switch (format) {\n  case 'responses':\n}",
  'const WITHIN: Record<Format, string | null> = {}',
])('[layout] a comparison by name is found: %j', (code) => {
  expect(comparisons(code)).toHaveLength(1)
})

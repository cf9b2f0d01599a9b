import type { Attack } from './attacks.js'

/** Texts that make a reader slow if it looks back or ahead from each place: what opens and never closes, what nearly
 * matches, one long line, and very many short ones. */

const UNITS = [
  ...['a', ' ', '\n', '\r\n', '\t', '0', '-', '_', '.', '/', '\\', '"', "'", '`', '*', '#', '<', '>', '|', '\0'],
  ...['(', '[', '{', '((', '[]', '{}', '()', '<a>', '</a>', '<!--', '"a":', '[{', '{"a":', '[[', '\\"', '\\u0000'],
  ...[
    'a ',
    'a\n',
    'a. ',
    'a, ',
    'a-b ',
    'a/b ',
    'a.b',
    'a_b',
    'aB',
    '/a',
    'a:',
    'a=',
    '- a\n',
    '1. a\n',
    '# a\n',
    '| a |',
  ],
  ...[
    '```\n',
    '``` ',
    '~~~\n',
    '> ',
    '**a',
    '**a** ',
    '[a](',
    '![a](b) ',
    '- [ ] a\n',
    '---\n',
    '\n\n',
    ' \n',
    'a  \n',
  ],
  ...['<<EOF\n', 'cat <<A\n', 'a && ', 'a | ', 'a; ', '$(', '${', 'sed -i ', 'echo "a" > b; ', "'a' ", '\\\n'],
  ...['[goal] ', '[goal: a]\n', '[next] a\n', '[locked', '<think>', '</think>', '<|im_end|>', '<tool_call>'],
  ...[
    'Error: a\n',
    'error ',
    '  at a (b.ts:1:2)\n',
    'Traceback ',
    'FAILED a\n',
    '1 failed',
    'a.ts:1: b\n',
    'a.ts:1:2 ',
  ],
  ...[
    'exit code 1\n',
    '12:34:56 ',
    '2026-01-01 ',
    '1.2.3 ',
    'v1.',
    '#1 ',
    '0x',
    'E11',
    '10.0.0.1 ',
    'http://a/',
    'a@b.c ',
  ],
  ...['中', '語。', 'ж ', 'é', '\u0301', '\u{1f600}', '\ud800', '\u200d', '\u2028', 'ß', 'İ'],
  ...[
    'data: a\n\n',
    'data: {"a":1}\n',
    'event: a\n',
    '{"type":"user"}\n',
    '{"role":"user","content":"a"},',
    'a\tb\tc\n',
  ],
  ...[
    'I will a. ',
    'a? ',
    'We decided to a. ',
    'But wait, ',
    'must not ',
    'Fixed a in b.ts. ',
    'Let me ',
    '("a", 1), ',
  ],
  ...[
    '     1\tfunction a() {\n',
    'export const a = 1\n',
    'def a():\n',
    'a: b\n',
    '  a: b\n',
    'a.ts\n',
    '+a\n',
    '@@ -1 +1 @@\n',
  ],
]

/** What is around the repeated part: nothing; code, JSON or a message that is not closed; an end that does not fit. */
const AROUND: readonly (readonly [string, string])[] = [
  ['', ''],
  ['```\n', ''],
  ['{"a":"', ''],
  ['[', ']'],
  ['a ', '\u0001'],
]

/** One unit in so many is used in each of the other surroundings, and in a file of a known program. */
const ONE_IN = 6

/** Returns the hostile texts, as what repeats and what is around it. */
export function hostileTexts(): Attack[] {
  return AROUND.flatMap(([before, after], at) => someUnits(at).map((pump) => ({ before, pump, after })))
}

/** Returns units inside a message in a file of each of three programs. */
export function hostileFiles(): Attack[] {
  const hole = '\u0002'
  const said = { role: 'user', content: hole }
  const payload = { type: 'message', role: 'user', content: [{ type: 'input_text', text: hole }] }
  const files = [[said], { type: 'user', sessionId: 's', uuid: 'u', message: said }, { type: 'response_item', payload }]
  return files.flatMap((file, at) => {
    const [before = '', after = ''] = JSON.stringify(file).split(inString(hole))
    return someUnits(at + 1).map((unit) => ({ before, pump: inString(unit), after }))
  })
}

const inString = (text: string): string => JSON.stringify(text).slice(1, -1)

/** All units for the first place, and others for each further one. */
function someUnits(place: number): string[] {
  return UNITS.filter((_, at) => place === 0 || at % ONE_IN === place % ONE_IN)
}

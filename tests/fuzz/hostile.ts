import fc from 'fast-check'

/** Values that break careless readers. */

/** JSON as text, because parsed values cannot hold all of it: repeated keys, numbers of any size, lone surrogates. */
export type JsonText = string

const text = (value: unknown): JsonText => JSON.stringify(value)
const STRINGS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud83d',
  '\ude00x',
  '\u2028\u2029',
  '\u202e\ufeff',
  '\u0001\u001f\u007f\u0085',
  '__proto__',
  'constructor',
  'toString',
  'null',
  '-1',
  '1e309',
  '0x10',
  '9007199254740993',
  'NaN',
  '../../etc/passwd',
  "'; DROP TABLE sessions; --",
  '%00',
  '\\u0000',
  '${7*7}',
  '<script>',
  '[GOAL] x\n[DECISION] y - LOCKED',
  'e\u0301'.repeat(100),
  'x'.repeat(65),
  'x'.repeat(256),
  '-'.repeat(5_000),
  '\n'.repeat(2_001),
  'ses_00000000000000000000000000',
  '2026-02-30T25:61:61Z',
]
const NUMBERS = ['0', '-0', '-1', '1e308', '1e309', '-1e400', '1e-400', '0.1', '2147483648', '9007199254740993', '1E2']
const DEEP = 80

export const hostileString: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...STRINGS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
)

/** A value of any type, as JSON text. */
export const hostileJson: fc.Arbitrary<JsonText> = fc.oneof(
  { weight: 4, arbitrary: hostileString.map(text) },
  { weight: 2, arbitrary: fc.constantFrom(...NUMBERS) },
  { weight: 2, arbitrary: fc.constantFrom('null', 'true', 'false', '[]', '{}', '[null]', '[[]]', '{"":{}}') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '{"__proto__":{"isAdmin":true}}',
      '{"constructor":{"prototype":{"x":1}}}',
      '{"length":1000000,"0":"x"}',
      '{"toString":1,"then":"x","toJSON":null}',
      `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`,
      `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`,
      `[${'0,'.repeat(3_000)}0]`,
      text(Array.from({ length: 300 }, (_, at) => `item ${at}`)),
      text(Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`key${at}`, at]))),
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }).map(text) },
)

/** Text that is no JSON, or is too much of it. */
export const brokenJson: fc.Arbitrary<JsonText> = fc.oneof(
  fc.constantFrom(
    '{',
    '}',
    '{"a":1,}',
    '{"a"}',
    "{'a':1}",
    'NaN',
    '[]',
    'null',
    '"x"',
    '7',
    '\ufeff{}',
    '{}{}',
    '{"a":"\n"}',
    '{"a":"\\u12"}',
    '{"a":01}',
    '/**/{}',
    '['.repeat(2_000),
  ),
  fc.string({ maxLength: 30 }),
)

/** Percent-encodes a text. Half a character becomes U+FFFD, as in a browser. */
export function inAddress(text: string): string {
  return encodeURIComponent(Buffer.from(text.slice(0, 2_000), 'utf8').toString('utf8'))
}

/** What may be in an address, percent-encoded or as a careless client writes it. */
export const hostileAddress: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: hostileString.map(inAddress) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '%00',
      '%FF',
      '%ED%A0%BD',
      '%C0%80',
      '%',
      '%2',
      '%zz',
      '%2e%2e',
      '%2F',
      '..',
      ';',
      '+',
      '*',
    ),
  },
)

/** Values of headers: what Node lets a client send. */
export const hostileHeader: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    '*',
    '"',
    '"7',
    'W/"1"',
    '"1-ffffffff"',
    '"999999999999999-00000000"',
    ',,,',
    '0',
    '-1',
    '\u00ff\u0080',
  ),
  fc.constantFrom('a b', 'x'.repeat(300), 'q=0', 'text/event-stream;q=0, */*', '__proto__', 'application/json'),
  fc.string({ maxLength: 40 }).map((value) => value.replace(/[^\x20-\x7e]/g, '?').trim()),
)

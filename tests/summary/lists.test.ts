import { expect, test } from 'vitest'
import { extractionSource } from '../support/extraction.js'
import { isLabeled, settingsIn } from '../../src/domain/source/labels.js'
import { sentencesWithin } from '../../src/domain/source/split-sentences.js'
import { shownLines } from '../../src/domain/source/shown.js'
import { extractLines } from '../../src/domain/summary/extractive.js'
import { count, said, typed } from './spans.js'

/** Values that a person may ask for later, each an exact string. */
const VALUES: [string, string][] = [
  ['Address', 'db-7.internal'],
  ['Port', '25432'],
  ['Bucket', 'archive-2019-eu'],
  ['Owner', 'mara@example.com'],
  ['Ticket', 'OPS-4411'],
  ['Contract', '2027-03-31'],
  ['Price', '1,249 EUR'],
  ['Cipher', 'AES-256-GCM'],
  ['Invoice', 'INV-20931'],
  ['Region', 'eu-central-1'],
]
const rows = (row: (label: string, value: string) => string) => VALUES.map(([label, value]) => row(label, value))

const FORMS: Record<string, string> = {
  'a list of labels': `The store is set up so:\n${rows((label, value) => `- ${label}: ${value}`).join('\n')}`,
  'bold labels in a list': `The store:\n\n${rows((label, value) => `- **${label}**: ${value}`).join('\n')}`,
  'bold labels in rows': `Here it is.\n\n${rows((label, value) => `**${label}:** ${value}`).join('\n')}`,
  'rows of labels': rows((label, value) => `${label}: ${value}`).join('\n'),
  'a numbered list': `The store:\n${rows((label, value) => `9. ${label}: ${value}`).join('\n')}`,
  'a table': `| Setting | Value |\n|---|---|\n${rows((label, value) => `| ${label} | ${value} |`).join('\n')}`,
  'a table without a head': rows((label, value) => `| ${label} | ${value} |`).join('\n'),
  'settings in a code block': `So:\n\`\`\`ini\n${rows((label, value) => `${label.toUpperCase()}=${value}`).join('\n')}\n\`\`\``,
  'JSON in a code block': `So:\n\`\`\`json\n${JSON.stringify(Object.fromEntries(VALUES), null, 2)}\n\`\`\``,
  'lower-case prose': `${rows((label, value) => `the ${label.toLowerCase()} of the store that we use from now on is ${value}`).join('. ')}.`,
  'one long sentence': `We use this: ${rows((label, value) => `the ${label.toLowerCase()} of the store that we use from now on is ${value}`).join('; ')}.`,
  'a German list': `Der Speicher:\n${rows((label, value) => `- ${label} (neu): ${value}`).join('\n')}`,
  'a Chinese list': `数据库如下：\n${rows((label, value) => `- ${label}：${value}`).join('\n')}`,
  'Chinese prose': rows((label, value) => `${label}是${value}。`).join(''),
}

test.each(Object.entries(FORMS))('[C10] the values of %s reach an extractive checkpoint', (_, text) => {
  const source = extractionSource([typed(1, 'How is the store set up?'), said(2, text)])
  const shown = extractLines(source, { budgetTokens: 500, count })
    .map((line) => line.text)
    .join('\n')
  expect(VALUES.filter(([, value]) => !shown.includes(value))).toEqual([])
})

test('[C10] items that give values are kept with what introduces their list', () => {
  const source = extractionSource([said(2, 'The mail service:\n- Host: mail.internal\n- Port: 2525')])
  expect(extractLines(source, { budgetTokens: 200, count })[0]?.text).toBe(
    'The mail service: Host: mail.internal; Port: 2525',
  )
})

test('[C10] a label with a value is read, and code, prose and addresses are not taken for one', () => {
  for (const row of ['Port: 2525', 'Retry limit: 7', 'Host – mail.internal', '端口：2525', 'Zuständig: Mara Lind'])
    expect([row, isLabeled(row)]).toEqual([row, true])
  for (const row of [
    'https://example.com/a',
    'name: string;',
    'retries: 5,',
    'items: [',
    'port = 25',
    'We went to the shop in the old town: it was closed',
    'std::vector',
    'Port:',
    'run: build(now)',
  ])
    expect([row, isLabeled(row)]).toEqual([row, false])
  expect(isLabeled('PORT=2525', true)).toBe(true)
  expect(isLabeled('a == b', true)).toBe(false)
})

test('[C10] a code block is read as settings only if it consists of them', () => {
  expect(settingsIn('[mail]\nhost = a.internal\n# the port\nport = 2525')).toEqual(['host = a.internal', 'port = 2525'])
  expect(settingsIn('services:\n  web:\n    image: nginx:1.27\n    restart: always')).toEqual([
    'image: nginx:1.27',
    'restart: always',
  ])
  expect(settingsIn('const a = read(file)\nif (a) return a\nfor (const b of a) use(b)')).toEqual([])
  expect(shownLines('```\nPORT=1\nHOST=a', true)).toEqual([])
})

test('[P14] what is shown in a table or code block states facts, and never a rule or decision', () => {
  const rule = 'We decided to use parser_two instead of parser_one.'
  const table = `| Rule | Where |\n|---|---|\n| ${rule} | a_b.ts |\n| You must never delete c_d.ts. | c_d.ts |`
  const lines = extractLines(extractionSource([said(2, table)]), { budgetTokens: 300, count })
  expect(lines.map(({ kind }) => kind)).toEqual(['fact'])
})

test('[C10] a sentence is split at its weaker ends only if it is too long, and never inside a word', () => {
  const short = 'it runs at night. the log is kept.'
  expect(sentencesWithin(short, 420)).toEqual([short])
  expect(sentencesWithin('it runs at night. the log is kept; v1.2 is old', 20)).toEqual([
    'it runs at night.',
    'the log is kept',
    'v1.2 is old',
  ])
  expect(sentencesWithin('word '.repeat(20).trim(), 20)).toEqual(['word '.repeat(20).trim()])
})

// Finds words the style guide bans (CONTRIBUTING.md, English) in what users and readers of the code see.
// Usage: node scripts/check-words.mjs [PATH …]; without paths: DEFAULT_PATHS.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const BANNED = [
  [/summaris|neutralis|behaviour|colour\b|favour|honour|labelled\b|cancelled|artefact/i, 'American spelling'],
  [/\bput(s|ting)? away\b/i, 'offloaded, reduced'],
  [/\bsets? aside\b|\bsetting aside\b/i, 'evicted'],
  [/\bstand-?ins?\b|\bstands?\b|\bstood\b/i, 'placeholder; replaces, is, appears'],
  [/\b(nobody|somebody|whoever|everybody|anybody)\b/i, 'the worker, the store, the client'],
  [/\b(tells?|told|telling)\b/i, 'report, return, notify'],
  [/\bow(e|es|ed|ing)\b/i, 'pending'],
  [/\bwhose turn\b|\basked again\b/i, 'picks the next; retried'],
  [/\brooms?\b/i, 'free tokens, folder, space'],
  [/\bhouse\b/i, 'codebase, layout'],
  [/\b(tak(e|es|en|ing)|took) (up|in)\b/i, 'start; ingest'],
  [/\banew\b/i, 'again, from scratch'],
  [/\baway\b/i, 'unavailable'],
  [/\bmoods?\b/i, 'scenario'],
  [/\btrail\b|\btroubles?\b/i, 'recent messages; health issue'],
  [/\bannounce[sd]?\b/i, 'emit, notify'],
  [/\bword for word\b|\bto the letter\b/i, 'verbatim'],
  [/\bfor good\b|\bnow and then\b|\bat one time\b/i, 'permanently; periodically; at a time'],
]
const DEFAULT_PATHS = [
  'src',
  'workers',
  'packages',
  'dashboard',
  'clients',
  'eval',
  'bench',
  'testing',
  'tests',
  'docs',
  'README.md',
  'openapi.yaml',
]
/** Released migrations, and recorded outputs of other programs, keep their text. Between these lines, docs may list banned words. In code, a line with `words: ok` is exempt: text of a conversation, for example. */
const EXEMPT_FILES = /^(?:src\/store\/migrations|eval\/outcomes\/labels)\//
const EXEMPT_LINES = [/<!-- words: off -->/, /<!-- words: on -->/]

const paths = process.argv.length > 2 ? process.argv.slice(2) : DEFAULT_PATHS
const files = execFileSync('git', ['ls-files', ...paths], { encoding: 'utf8' }).split('\n')
let found = 0
for (const file of files.filter((name) => /\.(ts|tsx|mjs|md|yaml|yml|json)$/.test(name) && !EXEMPT_FILES.test(name))) {
  let isExempt = false
  for (const [at, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    if (EXEMPT_LINES[0].test(line)) isExempt = true
    if (EXEMPT_LINES[1].test(line)) isExempt = false
    if (isExempt || line.includes('words: ok')) continue
    for (const [pattern, instead] of BANNED) {
      const match = pattern.exec(line)
      if (!match) continue
      found += 1
      console.log(`${file}:${at + 1}: "${match[0]}" (write: ${instead})`)
    }
  }
}
if (found > 0) {
  console.log(`${found} banned words found.`)
  process.exit(1)
}

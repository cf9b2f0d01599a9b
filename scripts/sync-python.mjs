// Writes the synchronous Python client from the asynchronous one: the same code without `await`, so that a fix is made once.
// Usage: node scripts/sync-python.mjs [--check | --stdin]. With --check it writes nothing, and ends with 1 if a file is not what it would write.
// With --stdin it translates its input to its output.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../clients/python/src/palimpsest')
/** The source of each generated file. */
const FILES = { 'client.py': 'async_client.py', 'conversation.py': 'async_conversation.py' }

/** What differs, in order: first what is a whole phrase, then words. */
const PHRASES = [
  [/The asynchronous client: the same calls, awaited\./g, 'The synchronous client.'],
  [/\bAsyncGenerator\[([\w.]+), None\]/g, 'Generator[$1, None, None]'],
  [/\basync (def|for|with)\b/g, '$1'],
  [/\bawait /g, ''],
  [/\basyncio\b/g, 'time'],
]
const WORDS = {
  AsyncGenerator: 'Generator',
  AsyncPalimpsest: 'Palimpsest',
  AsyncConversation: 'Conversation',
  AsyncClient: 'Client',
  AsyncBaseTransport: 'BaseTransport',
  async_client: 'client',
  async_conversation: 'conversation',
  async_items_of: 'items_of',
  aclosing: 'closing',
  aclose: 'close',
  aread: 'read',
  aiter_lines: 'iter_lines',
  __aenter__: '__enter__',
  __aexit__: '__exit__',
}

/** Returns the text of a synchronous module. Throws if a word of asynchronous code is left. */
function syncText(text, source) {
  let sync = text
  for (const [phrase, replacement] of PHRASES) sync = sync.replace(phrase, replacement)
  for (const [word, replacement] of Object.entries(WORDS))
    sync = sync.replaceAll(new RegExp(`\\b${word}\\b`, 'g'), replacement)
  const [left] = /\b\w*async\w*\b|\bawait\b|\b__a\w+__\b/i.exec(sync) ?? []
  if (left !== undefined) throw new Error(`${source}: no rule says what ${left} is in synchronous code.`)
  return `# Generated from ${source} by scripts/sync-python.mjs. Do not edit.\n${sync}`
}

/** Writes what is not up to date; with `--check`, reports it. */
function main() {
  const stale = Object.entries(FILES).filter(([target, source]) => {
    const text = syncText(readFileSync(join(FOLDER, source), 'utf8'), source)
    const file = join(FOLDER, target)
    if (readFileSync(file, 'utf8') === text) return false
    if (!process.argv.includes('--check')) writeFileSync(file, text)
    return true
  })
  if (process.argv.includes('--check') && stale.length > 0) {
    console.error(
      `${stale.map(([target]) => target).join(', ')}: not generated from the asynchronous client. Run: npm run client:python`,
    )
    process.exitCode = 1
  }
}

if (process.argv.includes('--stdin')) process.stdout.write(syncText(readFileSync(0, 'utf8'), 'standard input'))
else main()

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { heardSecrets, heardTexts, listen, stringsOf, WINDOW } from './heard.js'

/** Searches the log lines of daemons for keys, tickets and conversation text. Every test of the suite is one of it: each
 * line is searched at the end of the test during which it was written. [13] */

interface Line {
  text: string
  test: string
}
let lines: Line[] = []
/** Strings of log lines that contain nothing of a test. Almost all log strings repeat. */
const innocent = new Set<string>()
const MAX_INNOCENT = 20_000

/** Opens a log. `add` takes one line of it, `end` searches those that are left. */
export function watchLog(): { add(line: string): void; end(): void } {
  const stop = listen()
  return {
    add: (text) => void lines.push({ text, test: expect.getState().currentTestName ?? 'no test' }),
    end() {
      try {
        searchLogs()
      } finally {
        stop()
      }
    },
  }
}

/** Throws if a line since the last call contains what it must not. */
export function searchLogs(): void {
  const written = lines
  lines = []
  for (const { text, test } of written) {
    const found = leakIn(text)
    if (found !== null)
      throw new Error(`A log line contains ${found}. Written during: ${test}. The line: ${text.slice(0, 2_000)}`)
  }
}

/** Ids, digests, times, and names of models may be logged. A log line and a message of the same minute share more than
 * `WINDOW` characters of their times. */
const NAMES =
  /\b\d{4}-\d\d-\d\dT[\d:.]{5,12}Z|[a-z]{2,4}_[0-9a-z]{26}|\b[\da-f]{16,}\b|\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g
const MODEL = /"model":"(?:[^"\\]|\\.)*"/g
/** Stack frames name files of the service, as real conversations about such code do. */
const STACK = /"stack":"(?:[^"\\]|\\.)*"/g
/** Postgres names what a statement broke, as real conversations about programs do. */
const POSTGRES = /[a-z ]{0,40}violates [a-z -]{1,20} constraint/g
/** Any text of this many characters more than `WINDOW` contains a window that is looked up. */
const STRIDE = 4

let source: string | null = null
/** The source of the service. Its messages and reasons are in exports, events and errors that tests send back. */
function ownWords(): string {
  const root = join(import.meta.dirname, '../../src')
  const files = () => readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'))
  return (source ??= files()
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\0'))
}

/** Returns what a line contains of the tests; null if nothing. */
export function leakIn(line: string): string | null {
  for (const secret of heardSecrets()) if (line.includes(secret)) return 'a key or ticket'
  const texts = stringsOf(line.replace(STACK, '').replace(MODEL, '').replace(POSTGRES, '')).map((text) =>
    text.replace(NAMES, '\0'),
  )
  for (const text of texts) {
    if (innocent.has(text)) continue
    for (let at = 0; at + WINDOW <= text.length; at += STRIDE) {
      const piece = text.slice(at, at + WINDOW)
      if (!piece.includes('\0') && heardTexts().includes(piece) && !ownWords().includes(piece))
        return `text that a test sent (${piece})`
    }
    if (innocent.size < MAX_INNOCENT) innocent.add(text)
  }
  return null
}

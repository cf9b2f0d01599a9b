import type { Mutant } from './alternatives.js'

/** Regular expressions that can be exchanged for a mutant of theirs while a program runs, and that note what they read. */

interface Known {
  pattern: RegExp
  /** What each test let the pattern read, by the number of the test. */
  read: Map<number, Set<string>>
  chars: number
}

export const known = new Map<string, Known>()
const state = { test: -1, id: '', mutant: null as RegExp | null }

/** Characters that are noted of the texts of one pattern. */
const MAX_CHARS = 40_000_000

/** Notes what patterns read from now on as read by a test. A negative number ends this. */
export function recordFor(test: number): void {
  state.test = test
}

/** Exchanges a pattern for a mutant until the next call. */
export function activate(id: string, mutant: RegExp | null): void {
  state.id = id
  state.mutant = mutant
}

class Switched extends RegExp {
  readonly id: string
  private readonly byMutant = new Map<RegExp, RegExp>()
  constructor(pattern: RegExp, flags: string, id?: string) {
    super(pattern.source, flags)
    // `split` and `matchAll` copy the pattern with other flags.
    this.id = id ?? (pattern as Switched).id
  }
  override exec(text: string): RegExpExecArray | null {
    if (state.test >= 0) note(this.id, text)
    if (state.mutant === null || state.id !== this.id) return super.exec(text)
    let own = this.byMutant.get(state.mutant)
    if (!own) this.byMutant.set(state.mutant, (own = new RegExp(state.mutant.source, this.flags)))
    own.lastIndex = this.lastIndex
    const found = own.exec(text)
    this.lastIndex = own.lastIndex
    return found
  }
}

function note(id: string, text: string): void {
  const entry = known.get(id)!
  let texts = entry.read.get(state.test)
  if (!texts) entry.read.set(state.test, (texts = new Set()))
  if (texts.has(text) || entry.chars > MAX_CHARS) return
  texts.add(text)
  entry.chars += text.length
}

const made = new Map<string, Switched>()

/** The plugin of vitest.config.ts calls this around each pattern of the source code. A pattern within a function comes here with
 * each call of it: what it read before stays known.
 * @param id file, line, and column */
export function switched(pattern: RegExp, id: string): RegExp {
  const before = made.get(id)
  if (before) {
    before.lastIndex = 0
    return before
  }
  const first = new Switched(pattern, pattern.flags, id)
  known.set(id, { pattern, read: new Map(), chars: 0 })
  made.set(id, first)
  return first
}

/** Returns the tests that let the pattern read a text of which the mutant finds something else. */
export function testsThatDiffer(id: string, { pattern: mutant }: Mutant): number[] {
  const { pattern, read } = known.get(id)!
  const [all, own] = [pattern, mutant].map((one) => new RegExp(one.source, one.flags.replace(/[gy]/g, '') + 'g'))
  const differs = (text: string) => matchesIn(all!, text, pattern.global) !== matchesIn(own!, text, pattern.global)
  return [...read].filter(([, texts]) => [...texts].some(differs)).map(([test]) => test)
}

function matchesIn(pattern: RegExp, text: string, isGlobal: boolean): string {
  pattern.lastIndex = 0
  const found = isGlobal ? [...text.matchAll(pattern)] : [pattern.exec(text)]
  return JSON.stringify(found.map((one) => one && [one.index, ...one]))
}

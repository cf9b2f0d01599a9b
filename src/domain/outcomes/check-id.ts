import { withoutSigns } from '../signs.js'
import { argumentsOf } from '../../knowledge/read.js'
import { splitWords, wordSet } from '../texts.js'
import type { Subject } from './command-line.js'

/** Names what a check examines, so that a later run of the same check, or of a wider one, supersedes its failures. [C4] */

/** Options that narrow a run. All others change how it runs, or what it prints. */
const NARROWS = wordSet(
  'k m t g run grep fgrep test tests testNamePattern Dtest Dit.test p project workspace package bench',
)
const MAX_CHARS = 120

/** Returns the identity of the checks in a line: `pytest tests/a.py`. Options that narrow nothing are left out. */
export function checkId(subjects: readonly Subject[]): string {
  return subjects.map(idOf).join(' && ').slice(0, MAX_CHARS)
}

function idOf({ text, row }: Subject): string {
  const isOwn = row && !row.isWrapper && row.kind !== 'script'
  const all = splitWords(text)
  const rest = isOwn ? argumentsOf(row, all) : all
  const words = rest.filter((word) => word !== '' && !/^(?:\d?>|&\d$)/.test(word))
  const kept = words.filter((word, at) => !word.startsWith('-') || narrows(word) || narrows(words[at - 1] ?? ''))
  return [...(isOwn ? [row.name.replaceAll(' ', '-')] : []), ...kept].join(' ')
}

function narrows(word: string): boolean {
  const name = word.startsWith('-') ? nameOf(word) : ''
  return NARROWS.has(name) || name.startsWith('only') || name.startsWith('filter')
}

/** Returns the name of an option: `--filter=web` is `filter`. */
function nameOf(option: string): string {
  return option.slice(option.startsWith('--') ? 2 : 1).split('=', 1)[0]!
}

/** Whether a check that passed includes all that an earlier one examined. */
export function covers(later: string, earlier: string): boolean {
  const parts = later.split(' && ')
  return earlier.split(' && ').every((part) => parts.some((one) => includes(one, part)))
}

function includes(wide: string, narrow: string): boolean {
  const words = narrow.split(' ')
  const [first, ...rest] = wide.split(' ')
  return (
    first === words[0] &&
    rest.every((word, at) => {
      if (words.includes(word) || words.some((one) => isBelow(one, word))) return true
      return words.some((one, place) => words[place - 1] === rest[at - 1] && isNamePart(word, rest[at - 1], one))
    })
  )
}

/** Options that select tests whose name contains the value. */
const SELECTS = ['run', 'k', 't', 'g', 'grep', 'filter', 'testNamePattern']

/** Whether the value of an option selects all tests that another value selects: `-run TestA` those of `-run TestA_Empty`. */
function isNamePart(word: string, option: string | undefined, other: string): boolean {
  const [part, name] = [word, other].map((one) => withoutSigns(one, `"'`))
  return (
    option?.startsWith('-') === true &&
    SELECTS.includes(nameOf(option)) &&
    /^[\w.:-]{3,}$/.test(part!) &&
    name!.includes(part!)
  )
}

/** Whether a path is in a folder: `src/a` is in `src`, `./src`, and `./...`. */
function isBelow(path: string, folder: string): boolean {
  const [inner, outer] = [path, folder].map((one) => one.replace(/^\.\/+/, '').replace(/\/?(?:\.{3})?$/, ''))
  return ['', '.'].includes(outer!) || inner!.startsWith(`${outer}/`) || inner!.startsWith(`${outer}::`)
}

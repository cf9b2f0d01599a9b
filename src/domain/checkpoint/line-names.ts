import { exactStrings } from '../anchors/exact-strings.js'
import { contentWords } from '../source/sentences.js'
import { isFiller, type CheckpointLine } from './checkpoint.js'

/** Decides whether a line adds anything to lines that the context has already. [C4] */

/** Content words beside its exact strings that make a line a statement of its own. */
const MIN_OWN_WORDS = 4

interface Names {
  exact: string[]
  /** Content words outside the exact strings. */
  ownWords: number
}

/** Exact strings of lines, because the same lines are ranked several times. */
const NAMES = new WeakMap<CheckpointLine, Names>()

/** Returns the exact strings of a line. */
export function namesOf(line: CheckpointLine): string[] {
  return readNames(line).exact
}

/** Whether every exact string of a line is known already, and the line is filler or says little else. */
export function addsNothing(line: CheckpointLine, known: (name: string) => boolean): boolean {
  // The outcome of a command or turn is news even if every name in it is known.
  if (line.about !== undefined && !line.about.startsWith('file ')) return false
  const { exact, ownWords } = readNames(line)
  if (exact.length === 0 || (!isFiller(line) && ownWords >= MIN_OWN_WORDS)) return false
  return exact.every(known)
}

function readNames(line: CheckpointLine): Names {
  const known = NAMES.get(line)
  if (known) return known
  const exact = [...new Set(exactStrings(line.text).map(({ text }) => text))]
  const rest = exact.reduce((text, name) => text.replaceAll(name, ' '), line.text)
  const names = { exact, ownWords: new Set(contentWords(rest)).size }
  NAMES.set(line, names)
  return names
}

/** Whether a text names a path, not as part of a longer one. */
export function namesFile(text: string, path: string): boolean {
  for (let at = text.indexOf(path); at >= 0; at = text.indexOf(path, at + 1)) {
    const [before, after] = [text[at - 1] ?? ' ', text[at + path.length] ?? ' ']
    if (' \n\t`"\'('.includes(before) && ' \n\t`"\'),;:.'.includes(after)) return true
  }
  return false
}

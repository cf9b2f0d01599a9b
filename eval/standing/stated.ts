import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { standingIn } from '../../src/domain/standing/find.js'
import { STANDING_KINDS, type StandingKind } from '../../src/domain/standing/entry.js'
import { LANGUAGE_OF, messagesIn, type SourceMessage, type SourceName } from './sources.js'

/** `npm run eval -- standing --stated FOLDER`: of the sentences in which people stated something, labeled by hand, the share that becomes an
 * entry, and of the labeled sentences from which an entry is made, the share that states something. [M11]
 *
 * Labels have no text of the collections: a sentence is a place in a message with a hash. `random` sentences were drawn from all of people,
 * `cue` ones from those with a word that such statements often have; both before the product read any. */

/** Talks with which the rules were corrected, and the others. */
const LABELS = ['eval/standing/labels/stated.tsv', 'eval/standing/labels/stated-held-out.tsv']

interface Label {
  key: string
  source: SourceName
  from: number
  length: number
  hash: string
  drawn: 'random' | 'cue'
  kind: StandingKind | 'no'
}
/** A label, and the kinds of the entries that overlap its sentence. */
interface Judged extends Label {
  sentence: string
  found: StandingKind[]
}

export async function reportStated(folder: string, isVerbose: boolean): Promise<void> {
  const messages = new Map((await messagesIn(folder)).map((one) => [keyOf(one), one.text]))
  for (const file of LABELS) {
    const labels = await readLabels(file)
    const judged = labels.flatMap((label) => judge(label, messages.get(label.key)) ?? [])
    console.log(`${file}: ${judged.length} of ${labels.length} sentences have their text in the folder`)
    print(judged)
    if (isVerbose) for (const one of judged) printFault(one)
  }
}

export async function readLabels(file: string): Promise<Label[]> {
  const [, ...rows] = (await readFile(file, 'utf8')).trim().split('\n')
  return rows.map((row) => {
    const [source, talk, message, from, length, hash, drawn, kind] = row.split('\t') as string[]
    return {
      key: `${source} ${talk} ${message}`,
      source: source as SourceName,
      from: Number(from),
      length: Number(length),
      hash: hash!,
      drawn: drawn as Label['drawn'],
      kind: kind as Label['kind'],
    }
  })
}

export function keyOf({ source, talk, message }: Omit<SourceMessage, 'text'>): string {
  return `${source} ${talk} ${message}`
}

/** Returns null if the text is not there, or another one. */
function judge(label: Label, text: string | undefined): Judged | null {
  const sentence = text?.slice(label.from, label.from + label.length)
  if (text === undefined || sentence === undefined || hashOf(sentence) !== label.hash) return null
  const found = standingIn(text).flatMap((one) => {
    const at = text.indexOf(one.text)
    return at < label.from + label.length && at + one.text.length > label.from ? [one.kind] : []
  })
  return { ...label, sentence, found }
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}

function print(judged: readonly Judged[]): void {
  const heads = ['language', 'kind', 'stated', 'an entry', 'recall', 'of that kind', 'recall, random draw']
  console.log([...heads, 'listed', 'right', 'precision'].join('\t'))
  for (const language of new Set(judged.map(({ source }) => LANGUAGE_OF[source])))
    for (const kind of [...STANDING_KINDS, null]) {
      const of = judged.filter(({ source }) => LANGUAGE_OF[source] === language)
      const said = of.filter((one) => (kind === null ? one.kind !== 'no' : one.kind === kind))
      const noted = said.filter(({ found }) => found.length > 0)
      const random = said.filter(({ drawn }) => drawn === 'random')
      const listed = of.filter(({ found }) => (kind === null ? found.length > 0 : found.includes(kind)))
      const right = listed.filter((one) => one.kind !== 'no')
      const same = said.filter((one) => one.kind !== 'no' && one.found.includes(one.kind)).length
      const ofRandom = share(random.filter(({ found }) => found.length > 0).length, random.length)
      const recall = [said.length, noted.length, share(noted.length, said.length), same, ofRandom]
      console.log(
        [language, kind ?? 'all', ...recall, listed.length, right.length, share(right.length, listed.length)].join(
          '\t',
        ),
      )
    }
}

function share(part: number, of: number): string {
  return of === 0 ? '-' : `${((100 * part) / of).toFixed(1)}% of ${of}`
}

function printFault({ key, sentence, kind, found }: Judged): void {
  if (kind === 'no' ? found.length === 0 : found.length > 0) return
  console.log(`${kind === 'no' ? `wrong ${found.join(',')}` : `missed ${kind}`}\t${key}\t${sentence.slice(0, 200)}`)
}

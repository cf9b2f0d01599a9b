import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { standingIn } from '../../src/domain/standing/find.js'
import { LANGUAGE_OF, messagesIn, type SourceMessage, type SourceName } from './sources.js'
import { hashOf } from './stated.js'

/** `npm run eval -- standing --listed FOLDER [--verbose]`: of all entries that the collections in the folder give, the share that was judged
 * as right by hand, by language, part, and kind. An entry without a verdict counts as unlabeled. `--verbose` prints the wrong and the
 * unlabeled ones of `work`, with which the rules are corrected. [M11] */
const LABELS = 'eval/standing/labels/listed.tsv'
/** Collections that were never used to correct a rule. */
const UNSEEN: readonly SourceName[] = ['schema-guided', 'taskmaster', 'kdconv', 'bcontrast', 'xpersona-en']
/** Collections that were used as a whole, after a first reading. */
const CORRECTED: readonly SourceName[] = ['arena-hard', 'woz-de']
/** Talks of BEAM and LoCoMo with which rules are corrected. */
const CORRECTING = new Set('2 3 5 6 7 8 9 10 11 12 13 conv-26 conv-30 conv-41 conv-42 conv-43'.split(' '))

export type Part = 'work' | 'report' | 'unseen'
interface Listed {
  language: string
  part: Part
  kind: string
  key: string
  text: string
}

/** Returns whether rules may be corrected with a talk: with one half, by a hash of its name, which is the same in all languages. */
export function partOf({ source, talk }: Pick<SourceMessage, 'source' | 'talk'>): Part {
  if (UNSEEN.includes(source)) return 'unseen'
  if (CORRECTED.includes(source)) return 'work'
  if (source === 'beam' || source === 'locomo') return CORRECTING.has(talk) ? 'work' : 'report'
  const [first] = createHash('sha256')
    .update(`${source.split('-')[0]} ${talk}`)
    .digest()
  return first! % 2 === 0 ? 'work' : 'report'
}

export async function reportListed(folder: string, isVerbose: boolean): Promise<void> {
  const verdicts = await readVerdicts()
  const all = (await messagesIn(folder)).flatMap(listedIn)
  console.log(['language', 'part', 'kind', 'listed', 'judged', 'right', 'precision'].join('\t'))
  for (const language of new Set(all.map((one) => one.language)))
    for (const part of ['work', 'report', 'unseen'] as const) {
      const of = all.filter((one) => one.language === language && one.part === part)
      for (const kind of [...new Set(of.map((one) => one.kind)), null]) {
        const listed = of.filter((one) => kind === null || one.kind === kind)
        const judged = listed.flatMap(({ key }) => verdicts.get(key) ?? [])
        const right = judged.filter((one) => one === 'yes').length
        const share = judged.length === 0 ? '-' : `${((100 * right) / judged.length).toFixed(1)}%`
        console.log([language, part, kind ?? 'all', listed.length, judged.length, right, share].join('\t'))
      }
    }
  if (!isVerbose) return
  for (const { key, part, kind, text } of all)
    if (part === 'work' && verdicts.get(key) !== 'yes')
      console.log(`${verdicts.get(key) ?? 'unlabeled'}\t${kind}\t${key}\t${text}`)
}

async function readVerdicts(): Promise<Map<string, string>> {
  const [, ...rows] = (await readFile(LABELS, 'utf8')).trim().split('\n')
  return new Map(
    rows.map((row) => {
      const [source, talk, message, , hash, verdict] = row.split('\t')
      return [`${source} ${talk} ${message} ${hash}`, verdict!]
    }),
  )
}

function listedIn(said: SourceMessage): Listed[] {
  const { source, talk, message, text: whole } = said
  const place = { language: LANGUAGE_OF[source], part: partOf(said) }
  return standingIn(whole).map(({ kind, text }) => ({
    ...{ ...place, kind, text },
    key: `${source} ${talk} ${message} ${hashOf(text)}`,
  }))
}

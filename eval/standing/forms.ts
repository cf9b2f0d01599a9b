import { readFile } from 'node:fs/promises'
import { standingIn } from '../../src/domain/standing/find.js'
import { STANDING_KINDS, type StandingKind } from '../../src/domain/standing/entry.js'

/** `npm run eval -- standing --forms [--verbose]`: of sentences that were written for this measure, the share of lasting statements that
 * become an entry, and the share of entries that are lasting statements. Half are near misses: questions, quotes, what was, tastes of
 * others, suppositions, requests of the moment, small talk, sarcasm. The rules are corrected with one part; the other part, `report`, only
 * counts, and `--verbose` never prints its sentences. [M11] */
const LABELS = 'eval/standing/labels/forms.tsv'
const PARTS = ['work', 'report'] as const

export interface Form {
  language: string
  part: (typeof PARTS)[number]
  /** `no`: it states nothing that lasts. */
  kind: StandingKind | 'no'
  sentence: string
}
/** A sentence, and the kinds of the entries that it makes. */
interface Judged extends Form {
  found: StandingKind[]
}
/** Counts of one language and part. */
export interface FormCounts {
  stated: number
  noted: number
  /** Entries of lasting statements, whatever their kind, and sentences with an entry. */
  listed: number
  right: number
}

export async function readForms(): Promise<Form[]> {
  const [, ...rows] = (await readFile(LABELS, 'utf8')).trim().split('\n')
  return rows.map((row) => {
    const [language, part, kind, sentence] = row.split('\t') as [string, Form['part'], Form['kind'], string]
    return { language, part, kind, sentence }
  })
}

/** Returns how many of the lasting statements make an entry, and how many sentences with an entry are one. */
export function countForms(forms: readonly Form[]): FormCounts {
  const judged = forms.map(judge)
  const stated = judged.filter(({ kind }) => kind !== 'no')
  const listed = judged.filter(({ found }) => found.length > 0)
  const right = listed.filter(({ kind }) => kind !== 'no').length
  return { stated: stated.length, noted: right, listed: listed.length, right }
}

export async function reportForms(isVerbose: boolean): Promise<void> {
  const forms = await readForms()
  console.log(['language', 'part', 'kind', 'stated', 'an entry', 'recall', 'listed', 'right', 'precision'].join('\t'))
  for (const language of new Set(forms.map((one) => one.language)))
    for (const part of PARTS) {
      const of = forms.filter((one) => one.language === language && one.part === part)
      for (const kind of [...STANDING_KINDS, null]) print(of, kind)
    }
  if (isVerbose) for (const one of forms) if (one.part === 'work') printFault(judge(one))
}

/** @param kind null: all kinds, with what is listed */
function print(forms: readonly Form[], kind: StandingKind | null): void {
  const { language, part } = forms[0]!
  const { stated, noted, listed, right } = countForms(kind === null ? forms : forms.filter((one) => one.kind === kind))
  const ofListed = kind === null ? [listed, right, share(right, listed)] : ['', '', '']
  console.log([language, part, kind ?? 'all', stated, noted, share(noted, stated), ...ofListed].join('\t'))
}

function judge(form: Form): Judged {
  return { ...form, found: standingIn(form.sentence).map(({ kind }) => kind) }
}

function share(part: number, of: number): string {
  return of === 0 ? '-' : `${((100 * part) / of).toFixed(1)}%`
}

function printFault({ language, kind, sentence, found }: Judged): void {
  if (kind === 'no' ? found.length === 0 : found.length > 0) return
  console.log(`${kind === 'no' ? `wrong ${found.join(',')}` : `missed ${kind}`}\t${language}\t${sentence}`)
}

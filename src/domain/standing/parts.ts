/** Parts of a statement that decide whether another one is about the same: for which case it holds, what something is for, which version of a
 * name it gives, and what it drops. [M11] */
import { firstOf, placesOf, splitAt } from '../../knowledge/lines/read.js'
import { hasCjk } from '../texts.js'
import { isLanguage, subjectWords } from './words.js'

const caseWords = placesOf('case')
/** Characters of a case. */
const [LEAST_CASE, MOST_CASE] = [3, 120]
const CONDITION_CJK = /^.{0,6}在(.{2,20}?)[里中]|(.{2,20})(?:之前|之后|时|的问题)/u

/** Words of the case for which a statement holds, `when I ask about probability`; null: for all. */
export type Condition = readonly string[] | null

export function conditionOf(text: string): Condition {
  const cases = casesIn(text)
  const cjk = CONDITION_CJK.exec(text)
    ?.slice(1)
    .find((one) => one !== undefined)
  const words = subjectWords(cases.find((one) => !namesLanguage(one)) ?? cjk ?? '')
  return words.length === 0 ? null : words
}

/** Returns what follows each word for a case. */
function casesIn(text: string): string[] {
  const cases = caseWords(text)
    .filter(({ to }) => text[to] === ' ')
    .map(({ to }) => text.slice(to + 1))
  return cases.filter(({ length }) => length >= LEAST_CASE && length <= MOST_CASE)
}

/** `in German`: no case. */
function namesLanguage(text: string): boolean {
  const [first = ''] = text.split(/[\s.,;!]/u, 1)
  return isLanguage(first)
}

/** Whether both hold for the same case. A rule for one case does not replace one for another. */
export function shareCase(a: Condition, b: Condition): boolean {
  return a === null && b === null ? true : a !== null && b !== null && overlap(a, b) >= 0.5
}

/** Returns the share of the words of the smaller list that the other one has. */
function overlap(a: readonly string[], b: readonly string[]): number {
  const shared = new Set(a.filter((word) => b.includes(word))).size
  return shared / Math.max(1, Math.min(new Set(a).size, new Set(b).size))
}

const droppingWords = placesOf('dropping')
/** What follows the thing that is dropped. */
const afterDropped = firstOf('after-dropped')
/** Characters of it, with the blank before it. */
const [MAX_DROPPED_CHARS, MAX_DROPPED_CJK] = [61, 20]

/** Returns the words of each thing that a statement drops. */
export function dropped(text: string): string[][] {
  const things: string[] = []
  let end = 0
  for (const { from, to } of droppingWords(text)) {
    if (from < end) continue
    end = to + (hasCjk(text.slice(from, to)) ? MAX_DROPPED_CJK : MAX_DROPPED_CHARS)
    things.push(text.slice(to, end))
  }
  return things.map((thing) => subjectWords(thing.slice(0, afterDropped(thing)?.from)).slice(0, 4))
}

/** Things for which something is, each in its words: `for indentation`, `als Datenbank`, `作为数据库`. */
export type Roles = readonly (readonly string[])[]

/** Whether both name the same thing as that for which something is. */
export function shareRole(now: Roles, before: Roles): boolean {
  return now.some((role) => before.some((other) => role.length === other.length && overlap(role, other) === 1))
}

const atReplacing = splitAt('replacing')
/** At words before what something is for. */
const atPurpose = splitAt('purpose')

export function rolesOf(text: string): Roles {
  const [, ...parts] = atPurpose(atReplacing(text).join(' '))
  return parts.map(subjectWords).filter((words) => words.length > 0 && words.length <= 4)
}

/** Whether both give a number to one name: `React 18.2`, then `React 19`. */
export function shareVersion(given: Versions, names: Versions, isSameKind: boolean): boolean {
  if (given.size === 0 || names.size === 0) return false
  if ([...given].some(([name, version]) => names.has(name) && names.get(name) !== version)) return true
  // The same versions again repeat an entry only if they are all that it names.
  return isSameKind && [...names.keys()].every((name) => given.has(name))
}

/** `March 18` is a day: two days are no versions of one thing. */
const MONTHS = new Set(
  (
    'january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov ' +
    'dec januar februar märz mai juni juli oktober dezember okt dez'
  ).split(' '),
)

/** Names of programs that people write in small letters. Others have a capital letter: `React`, `iOS`. */
const PROGRAMS = new Set('node python java php go ruby react vue postgres mysql redis'.split(' '))

/** The numbers that a text gives to names. */
export type Versions = ReadonlyMap<string, string>

export function versionsIn(text: string): Versions {
  const found = [
    ...text.matchAll(/(?<!\p{L})(\p{L}[\p{L}.+#-]{1,24}) ?v?(\d{1,4}(?:\.\d{1,4}){0,3})(?![\p{L}\d%:])/gu),
  ].filter(([, name]) => name !== name!.toLowerCase() || PROGRAMS.has(name!))
  const versions = found.map(([, name, version]): [string, string] => [name!.toLowerCase(), version!])
  return new Map(versions.filter(([name]) => !MONTHS.has(name)))
}

/** What is written, how: `commit messages in the past tense`, then `… in the imperative`. One text has one form. */
const FORM = new RegExp(
  '^(?:.{0,24}(?<!\\p{L}))?(?:write|answer|reply|respond|format|name|call|indent|sign|schreibe?|antworte|formatiere|nenne)(?!\\p{L}) ?(.{0,60}?) ?' +
    '(?<!\\p{L})(?:in|as|with|using|auf|im|als|mit)(?!\\p{L}) (?!the \\p{L}+ (?:folder|directory|file)\\b)(.{2,60})$',
  'iu',
)

/** Returns the words for the text whose form a statement says; none: it says no form. */
export function formedIn(text: string): readonly string[] {
  const form = FORM.exec(text)
  return form ? subjectWords(form[1]!) : []
}

/** Whether both say in which form the same text is written.
 * @param what words of `formedIn` */
export function shareForm(what: readonly string[], other: readonly string[]): boolean {
  return what.length > 0 && what.length === other.length && what.every((word) => other.includes(word))
}

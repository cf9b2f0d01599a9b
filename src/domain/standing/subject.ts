/** Decides which earlier entries a newer statement replaces, and which ones words like `forget that` end. Only what the words decide: of
 * other conflicts both entries stay open, with their dates. [M11] */
import { wordsKey, type StandingEntry, type StandingKind } from './entry.js'
import { kindAmong } from '../../knowledge/lines/read.js'
import {
  conditionOf,
  dropped,
  formedIn,
  rolesOf,
  shareCase,
  shareForm,
  shareRole,
  shareVersion,
  versionsIn,
  type Condition,
  type Roles,
  type Versions,
} from './parts.js'
import { slotsOf, withoutValue } from './slots.js'
import { LANGUAGES, subjectWords } from './words.js'

export type Subject = Pick<StandingEntry, 'kind' | 'text'>

const replacing = kindAmong('replacing')
const words = (list: string) => list.split(' ')

/** Words that forbid. Those of Chinese are found anywhere. */
const NOT = words(
  "never not no don't don’t avoid stop without nie niemals nicht kein keine keinen keinem keiner keines anymore",
)
const NOT_CJK = words('不要 不再 别 禁止 绝不 不得 切勿')

/** Starts of words of the slot of languages that say nothing about which text it is. */
const LANGUAGE = [
  ...words('answ repl respond speak talk explain writ antwort schreib sprich'),
  ...words('英语 德语 法语 日语 汉语 中文 英文 德文 回答 回复 语回 文回 文写 答我 复我'),
  // In the short forms of subjects: `germa`.
  ...LANGUAGES.flatMap(subjectWords),
]
const VERBS = words('use using write indent verwende benutze nutze nimm prefer bevorzuge')
const VERBS_CJK = words('用 喜欢 偏好')

/** Returns the ids of the open entries that a statement replaces, in the order of `open`.
 * @param open oldest first */
export function replacedBy(stated: Subject, open: readonly (Subject & Pick<StandingEntry, 'id'>)[]): string[] {
  const now = read(stated)
  const others = open.filter((one) => read(one).key !== now.key)
  const found = others.filter((one) => replaces(now, read(one)))
  if (found.length > 0 || !now.replaces) return found.map(({ id }) => id)
  // `Use tabs from now on`: one bare entry with the same verb must be what it replaces.
  const rated = others.map((one) => ({ id: one.id, share: closeness(now, read(one)) }))
  const most = rated.reduce((high, { share }) => Math.max(high, share), 0.5)
  const best = rated.filter(({ share }) => share === most)
  if (best.length > 0) return best.length === 1 ? [best[0]!.id] : []
  const bare = others.filter((one) => isBareRival(now, read(one)))
  return bare.length === 1 ? [bare[0]!.id] : []
}

/** Returns the identity of the words of an entry. */
export function keyOf(subject: Subject): string {
  return read(subject).key
}

/** Returns the words that say what an entry is about. */
export function aboutOf(subject: Subject): ReadonlySet<string> {
  return read(subject).words
}

interface ReadSubject {
  kind: StandingKind
  text: string
  key: string
  words: ReadonlySet<string>
  isNot: boolean
  slots: readonly number[]
  /** Whether it says that something before no longer holds. */
  replaces: boolean
  verb: string | null
  condition: Condition
  versions: Versions
  /** The text whose form it says. */
  formed: readonly string[]
  roles: Roles
  /** Words of each thing that it drops; of a statement that replaces something. */
  dropped: readonly (readonly string[])[]
}

/** Entries that are compared again and again: each is read once. */
const known = new WeakMap<Subject, ReadSubject>()

function read(subject: Subject): ReadSubject {
  const before = known.get(subject)
  if (before) return before
  const made = readAnew(subject)
  known.set(subject, made)
  return made
}

function readAnew({ kind, text }: Subject): ReadSubject {
  const lower = text.toLowerCase()
  const own = lower.split(/[^\p{L}\p{N}'’]+/u)
  const replaces = replacing(text) !== null
  const slots = slotsOf(lower, own)
  const verb = own.find((word) => VERBS.includes(word)) ?? VERBS_CJK.find((word) => lower.includes(word))
  return {
    kind,
    text,
    key: wordsKey(text),
    words: new Set(subjectWords(text)),
    isNot: own.some((word) => NOT.includes(word)) || NOT_CJK.some((word) => lower.includes(word)),
    slots,
    replaces,
    condition: conditionOf(withoutValue(text, slots)),
    ...{ versions: versionsIn(text), formed: formedIn(text), roles: rolesOf(text) },
    dropped: replaces ? dropped(text).filter(({ length }) => length > 0) : [],
    verb: verb === 'using' ? 'use' : (verb ?? null),
  }
}

function replaces(now: ReadSubject, before: ReadSubject): boolean {
  if (shareSlot(now, before)) return true
  const isSame = now.kind === before.kind
  if (shareVersion(now.versions, before.versions, isSame)) return true
  const [ofNow, ofBefore] = shares(now.words, before.words)
  // Always, and never, the same.
  if (now.isNot !== before.isNot && ofNow >= 0.6 && ofBefore >= 0.6) return true
  // `A over B`, then `B over A`; or the same words about one subject.
  if (isSame && ofNow >= 0.8 && ofBefore >= 0.8) return true
  if (isSame && shareForm(now.formed, before.formed)) return true
  // What is decided for one purpose is decided again.
  if (isSame && now.kind === 'decision' && shareRole(now.roles, before.roles)) return true
  if (!now.replaces) return false
  // `Instead of spaces`, `no longer tabs`, `not npm`: what is left names the older entry.
  return (
    now.dropped.some((words) => words.every((word) => before.words.has(word))) || shareRole(now.roles, before.roles)
  )
}

/** Whether both fill a slot that holds one value, for the same case and the same text. */
function shareSlot(now: ReadSubject, before: ReadSubject): boolean {
  if (!now.slots.some((slot) => before.slots.includes(slot)) || !shareCase(now.condition, before.condition))
    return false
  const isLanguage = now.slots.includes(0) && before.slots.includes(0)
  const [a, b] = [now, before].map((one) =>
    [...one.words].filter((word) => !LANGUAGE.some((start) => word.startsWith(start))),
  )
  // Answers in German, and commit messages in English, are two rules.
  return !isLanguage || (a!.length === 0 && b!.length === 0) || a!.some((word) => b!.includes(word))
}

/** Returns the shares of the words that both have, of each. */
function shares(a: ReadonlySet<string>, b: ReadonlySet<string>): [number, number] {
  let shared = 0
  for (const word of a) if (b.has(word)) shared += 1
  return [shared / Math.max(1, a.size), shared / Math.max(1, b.size)]
}

/** How much of an earlier entry a statement that replaces something repeats, without the case for which both hold. */
function closeness(now: ReadSubject, before: ReadSubject): number {
  if (!shareCase(now.condition, before.condition) && before.condition !== null) return 0
  const within = before.condition ?? []
  const core = within.length === 0 ? before.words : new Set([...before.words].filter((word) => !within.includes(word)))
  return shares(core, now.words)[0]
}

function isBareRival(now: ReadSubject, before: ReadSubject): boolean {
  if (now.verb === null || now.verb !== before.verb) return false
  return now.words.size <= 2 && before.words.size <= 2
}

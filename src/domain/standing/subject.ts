/** Decides which earlier entries a newer statement replaces, and which ones words like `forget that` end. Only what the words decide: of
 * other conflicts both entries stay open, with their dates. [M11] */
import { contentWords } from '../source/sentences.js'
import { wordsKey, type StandingEntry, type StandingKind } from './entry.js'
import { REPLACES } from './heads.js'

export type Subject = Pick<StandingEntry, 'kind' | 'text'>

/** Words about stating, not about what is stated. */
const FRAME =
  /^(?:always|never|from|now|going|forward|please|use|using|used|prefer|preferred|rather|instead|must|should|only|don|not|when|whenever|ask|asked|want|like|decided|decide|chose|chosen|agreed|switched|switch|will|would|really|actually|anymore|longer|over|than|stick|with|name|immer|nie|niemals|bitte|nur|jetzt|ich|wir|mir|lieber|bevorzuge|verwende|verwenden|benutze|benutzen|nutze|nutzen|nicht|mehr|statt|für|und|der|die|das|den|ein|eine|kein|keine|mit|ist|entschieden|haben|habe|uns|mich|künftig|zukunft|sofort|in|auf|zu)$/u
const FRAME_CJK =
  /永远|总是|始终|从现在(?:起|开始)|以后|今后|请|不要|务必|必须|改用|改成|换成|使用|用|我们|我|更|喜欢|偏好|决定|选择了?|不再|而不是|一律|每次|都|了|的|是|时|要/gu
const NOT =
  /\b(?:never|not|no|don[’']t|avoid|stop|without|nie|niemals|nicht|kein\p{L}{0,2}|no longer|anymore)\b|不要|不再|别|禁止|绝不|不得|切勿/iu

/** Slots that hold one value: a newer one replaces the older. */
const SLOTS: readonly RegExp[] = [
  /\b(?:answer|reply|respond|write|speak|talk|explain|antworte|schreibe?|sprich)\b.{0,40}\b(?:in|auf) (?:english|german|french|spanish|italian|portuguese|chinese|mandarin|japanese|korean|russian|dutch|polish|turkish|arabic|hindi|deutsch|englisch|französisch|spanisch|chinesisch)\b|用(?:中文|英文|英语|德语|德文|法语|日语|汉语|西班牙语)(?:来)?(?:回答|回复|写|说|交流)?/iu,
  /\bmy name(?:[’']s| is)\b|\b(?:call|address) me\b|\bmein name ist\b|\bich heiße\b|\bnenn mich\b|我叫|我的名字是/iu,
  /\bI (?:live|[’']?m based) in\b|\bI(?:[’']m| am) based in\b|\bich wohne in\b|我住在/iu,
  /\bI work (?:at|for|as)\b|\bich arbeite (?:bei|für|als)\b|我在.{1,30}(?:工作|上班)/iu,
  /\b(?:tabs|spaces|leerzeichen|tabulatoren)\b|缩进|制表符|空格/iu,
  /\b(?:celsius|fahrenheit)\b|摄氏|华氏/iu,
  /\b(?:12|24)[- ]?(?:hour|h|stunden)\b|(?:12|24)小时/iu,
]

/** Returns the ids of the open entries that a statement replaces, in the order of `open`.
 * @param open oldest first */
export function replacedBy(stated: Subject, open: readonly StandingEntry[]): string[] {
  const now = read(stated)
  const others = open.filter((one) => wordsKey(one.text) !== now.key)
  const found = others.filter((one) => replaces(now, read(one)))
  if (found.length > 0 || !now.replaces) return found.map(({ id }) => id)
  // `Use tabs from now on`: one bare entry with the same verb must be what it replaces.
  const bare = others.filter((one) => isBareRival(now, read(one)))
  return bare.length === 1 ? [bare[0]!.id] : []
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
}

function read({ kind, text }: Subject): ReadSubject {
  return {
    kind,
    text,
    key: wordsKey(text),
    words: new Set(subjectWords(text)),
    isNot: NOT.test(text),
    slots: SLOTS.flatMap((slot, at) => (slot.test(text) ? [at] : [])),
    replaces: REPLACES.test(text),
    verb:
      /\b(?:use|using|write|indent|verwende|benutze|nutze|nimm|prefer|bevorzuge)\b|用|喜欢|偏好/iu
        .exec(text)?.[0]
        .toLowerCase()
        .replace(/^using$/, 'use') ?? null,
  }
}

/** Returns the words that say what an entry is about, in their short forms. */
export function subjectWords(text: string): string[] {
  const plain = text.normalize('NFKC').replace(FRAME_CJK, ' ')
  return contentWords(plain)
    .filter((word) => !FRAME.test(word))
    .map(short)
}

/** Forms of a word are one: `commits`, `committing`. */
function short(word: string): string {
  if (/[\u3040-\u9fff]/.test(word) || word.length < 5) return word
  return word.replace(/(?:ing|ed|es|s|en|er|e|n)$/u, '').replace(/(\p{L})\1$/u, '$1')
}

function replaces(now: ReadSubject, before: ReadSubject): boolean {
  if (now.slots.some((slot) => before.slots.includes(slot))) return sharesCondition(now, before)
  const shared = [...now.words].filter((word) => before.words.has(word))
  if (shared.length === 0) return false
  const [ofNow, ofBefore] = [shared.length / now.words.size, shared.length / before.words.size]
  if (isVersion(now, before)) return true
  // Always, and never, the same.
  if (now.isNot !== before.isNot && ofNow >= 0.6 && ofBefore >= 0.6) return true
  // `A over B`, then `B over A`; or the same words about one subject.
  if (now.kind === before.kind && ofNow >= 0.8 && ofBefore >= 0.8) return true
  // `Instead of spaces`, `no longer tabs`, `not npm`: what is left names the older entry.
  return (
    (now.replaces && dropped(now).some((words) => words.length > 0 && words.every((word) => before.words.has(word)))) ||
    (now.replaces && ofBefore >= 0.5 && shared.length >= 2) ||
    (now.replaces && sameObject(now, before))
  )
}

/** A rule for one case does not replace one for another: `when I ask about probability`. */
function sharesCondition(now: ReadSubject, before: ReadSubject): boolean {
  const [a, b] = [conditionOf(now.text), conditionOf(before.text)]
  return a === null && b === null ? true : a !== null && b !== null && a.some((word) => b.includes(word))
}

function conditionOf(text: string): string[] | null {
  const found =
    /\b(?:when(?:ever)?|for|in|if|bei|für|wenn)\b(?! (?:english|german|french|spanish|italian|chinese|japanese|deutsch|englisch|französisch)\b)(.{3,120})$/iu.exec(
      text,
    )
  const words = found?.[1] === undefined ? [] : subjectWords(found[1])
  return words.length === 0 ? null : words
}

const DROPS =
  /\b(?:instead of|rather than|no longer(?: use| want| need| like)?|not|from|statt|anstatt|kein\p{L}{0,2}|nicht mehr)\b\s?(.{2,60})|(?:而不是|不再(?:使?用|喜欢|要)?|不用)(.{1,20})/giu

/** Returns the words of each thing that a statement drops. */
function dropped({ text }: ReadSubject): string[][] {
  return [...text.replace(/\bfrom now on\b/giu, ' ').matchAll(DROPS)].map(([, plain, cjk]) => {
    const words = subjectWords((plain ?? cjk ?? '').replace(/\b(?:any ?more|but|and|to|zu|mehr)\b.*$/iu, ''))
    return words.slice(0, 4)
  })
}

/** `for indentation`, `for the database`: what both are for. */
function sameObject(now: ReadSubject, before: ReadSubject): boolean {
  const [a, b] = [objectOf(now.text), objectOf(before.text)]
  return a !== null && b !== null && a.some((word) => b.includes(word))
}

function objectOf(text: string): string[] | null {
  const found = /\b(?:for|as|für|als|zum|zur|beim)\b (.{2,60})$/iu.exec(text.replace(REPLACES, ' '))
  const words = found ? subjectWords(found[1]!) : []
  return words.length === 0 ? null : words
}

/** `React 18.2`, then `React 19`: one name with another number. */
function isVersion(now: ReadSubject, before: ReadSubject): boolean {
  const names = versionsIn(before.text)
  return [...versionsIn(now.text)].some(
    ([name, version]) => names.has(name) && (names.get(name) !== version || now.kind === before.kind),
  )
}

function versionsIn(text: string): Map<string, string> {
  const found = text.matchAll(
    /([\p{Lu}][\p{L}.+#-]{1,24}|(?:node|python|java|php|go|ruby|react|vue|postgres|mysql|redis)) ?v?(\d{1,4}(?:\.\d{1,4}){0,3})(?![\p{L}\d%:])/gu,
  )
  return new Map([...found].map(([, name, version]) => [name!.toLowerCase(), version!]))
}

function isBareRival(now: ReadSubject, before: ReadSubject): boolean {
  if (now.verb === null || now.verb !== before.verb) return false
  return now.words.size <= 2 && before.words.size <= 2
}

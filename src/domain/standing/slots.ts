/** What a person has one of: a language of answers, a name, a place, a job. A newer value replaces the older one. [M11] */
import { hasCjk } from '../texts.js'
import { LANGUAGES } from './words.js'

const words = (list: string) => list.split(' ')
const phrases = (list: string) => list.split(', ')
const APOSTROPHES = /[’']/gu

const SPEAKING = words('answer reply respond write speak talk explain antworte schreib schreibe sprich')
/** Slots that hold one value. The first is of languages; of the others, `…` is for what is between two parts. */
const SLOTS: readonly (readonly string[])[] = [
  [
    ...LANGUAGES.flatMap((language) => [`in ${language}`, `auf ${language}`]),
    ...words('用中文 用英文 用英语 用德语 用德文 用法语 用日语 用汉语 用西班牙语'),
  ],
  phrases("my name's, my name is, call me, address me, mein name ist, ich heiße, nenn mich, 我叫, 我的名字是"),
  phrases("i live in, i'm based in, i am based in, ich wohne in, 我住在"),
  [
    ...phrases('i work at, i work for, i work as, ich arbeite bei, ich arbeite für, ich arbeite als'),
    ...words('我在…工作 我在…上班'),
  ],
  words('tabs spaces leerzeichen tabulatoren 缩进 制表符 空格'),
  words('celsius fahrenheit 摄氏 华氏'),
  phrases('12 hour, 24 hour, 12h, 24h, 12 stunden, 24 stunden, 12小时, 24小时'),
  phrases("my wife's name is, my husband's name is, my partner's name is"),
]
/** Those of the person: name, place, job, and who they live with. */
const PERSONAL = [1, 2, 3, 7]
/** A place is no flat: `I live in a flat`. */
const NO_VALUE = /^(?:an?|ein\p{L}{0,2}) /u
/** Words about since when, in the midst of such phrases. */
const NOW = new Set(words('now currently jetzt inzwischen derzeit'))

/** Returns the slots that a statement fills.
 * @param own its words in lower case */
export function slotsOf(lower: string, own: readonly string[]): number[] {
  const plain = ` ${own
    .filter((word) => !NOW.has(word))
    .join(' ')
    .replace(APOSTROPHES, "'")} `
  return SLOTS.flatMap((slot, at) => (fills(lower, plain, slot) && (at > 0 || speaks(own)) ? [at] : []))
}

/** `我在…工作`: both parts are in the text. Words of other languages are whole words. */
function fills(lower: string, plain: string, slot: readonly string[]): boolean {
  return slot.some((one) => {
    if (hasCjk(one)) return one.split('…').every((part) => lower.includes(part))
    const at = plain.indexOf(` ${one} `)
    return at >= 0 && !(one.endsWith(' in') && NO_VALUE.test(plain.slice(at + one.length + 2)))
  })
}

/** Whether a statement says how to write or speak. Chinese names of languages say it by themselves. */
function speaks(own: readonly string[]): boolean {
  return own.some((word) => SPEAKING.includes(word) || hasCjk(word))
}

/** Where one lives or works: a name behind such a word is a value. Other words behind it are a case: `in summer`. */
const PLACE =
  /(?<=(?:live|based|work|wohne|lebe|arbeite)(?: \p{Ll}{2,12})?) (?:in|bei|for|für) \S{1,40}|(?<= )(?:in|bei|at|for) \p{Lu}[^\s,;.]{0,40}/gu

/** Returns a statement without words for a value that are no case for which it holds: `in Rome`.
 * @param slots those that it fills */
export function withoutValue(text: string, slots: readonly number[]): string {
  return slots.some((slot) => PERSONAL.includes(slot)) ? text.replace(PLACE, ' ') : text
}

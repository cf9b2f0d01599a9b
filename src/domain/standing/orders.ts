import { inLanguage, kindAmong } from '../../knowledge/lines/read.js'
import { hasCjk } from '../texts.js'

/** Orders about all that comes in languages that put the word for it inside of the sentence: `Schreibe Tests immer auf Englisch`,
 * `提交信息里不要使用表情符号`. The form of the sentence decides, not what it is about. [M11] */

const imperative = kindAmong('imperative')
const bound = kindAmong('bound')
/** Orders without an imperative: `Ab jetzt immer Tabs verwenden`, `Du sollst immer testen`, `Tests müssen immer grün sein`. */
const brief = kindAmong('brief')
const isStatement = inLanguage('de', 'statement')
const germanAlways = inLanguage('de', 'always', 'from-now-on')
const reports = kindAmong('report')

/** A word for all cases with a word of duty, in one clause: `所有提交必须…`. A duty without it is of the moment: `你必须休息`. */
const CHINESE_DUTY =
  /(?:永远|始终|总是|每次|每个(?!人)|绝对|(?:所有|任何)(?!\p{sc=Han}{0,3}[人员者生客])|无论)[^，,。]{0,20}(?:不要|不得|不许|禁止|必须|务必|请(?!求)|要用|只[用能])|(?:不要|务必|必须|请)[^，,。]{0,4}(?:永远|始终|一律|总是|每次)/u
/** Comfort and talk: `别担心`. */
const comforts = kindAmong('comfort')
const MAX_CHINESE_CHARS = 80

/** What is said of a thing, not of what is ordered: `Schreib Tests, die immer laufen`. */
const RELATIVE = /, (?:die|der|das|deren|dessen|welche[rsn]?) [^,]*/giu

/** Whether a German sentence orders something about all that comes. */
export function isGermanOrder(text: string): boolean {
  if (!germanAlways(text.replace(RELATIVE, ' ')) || bound(text) !== null) return false
  return !isStatement(text) && (imperative(text) !== null || brief(text) !== null)
}

/** Whether a sentence says what always happens, or what will be, and orders nothing: of German and Chinese, the words for it are as usual in
 * reports (`Immer mehr Leute gehen`, `每次都有人来`), so only the forms of orders are orders. */
export function isReport(text: string): boolean {
  return hasCjk(text) ? reports(text) !== null : germanAlways(text) && !isGermanOrder(text)
}

/** Whether a Chinese sentence orders something about all that comes. */
export function isChineseOrder(text: string): boolean {
  if (text.length > MAX_CHINESE_CHARS || isComfort(text) || isReport(text)) return false
  return CHINESE_DUTY.test(text) && bound(text) === null
}

/** Whether a sentence comforts or encourages instead of ordering. */
export function isComfort(text: string): boolean {
  return comforts(text) !== null
}

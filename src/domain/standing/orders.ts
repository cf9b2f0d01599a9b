import { inLanguage, kindAmong } from '../../knowledge/lines/read.js'
import { hasCjk } from '../texts.js'

/** Orders about all that comes in languages that put the word for it inside of the sentence: `Schreibe Tests immer auf Englisch`,
 * `提交信息里不要使用表情符号`. The form of the sentence decides, not what it is about. [M11] */

/** An imperative: a verb, then its object or an adverb. A subject or another verb makes it a report. */
const imperative = kindAmong('imperative', 'statement')
const bound = kindAmong('bound')
/** Orders without an imperative: `Ab jetzt immer Tabs verwenden`, `Du sollst immer testen`. */
const brief = kindAmong('brief')
const germanAlways = inLanguage('de', 'always', 'from-now-on')
const reports = kindAmong('report')

/** A word of duty, and before it only what the duty is about: a person before it makes it a report or comfort. */
const CHINESE_DUTY =
  /^(?:.{0,40}[，,])?(?![^，,。]{0,12}(?:[他她它谁人]|我(?!的)))(?:[^你，,。]{0,24}(?:绝对|永远|千万)?(?:不要|不得|不许|不准|切勿|禁止)|[^，,。]{0,24}(?:务必|必须|一律|始终|请(?:总是|一直|用|以)))(?=.{2})/u
const CHINESE_HERE = /[这那]|上面|下面|现在(?!起|开始)|今天|明天|刚才|以下|本[文次题周]|(?:^|[，,])(?:请|你)?先/u
/** Comfort and talk: `别担心`. */
const CHINESE_COMFORT =
  /(?:别|不要|不用|不能|不必)(?:再)?(?:担心|忘|着?急|介意|客气|怕|管我|闹|逗|开玩笑|难过|生气|紧张|伤心|放弃|在意|谢|理解|相信|吧)/u
const MAX_CHINESE_CHARS = 80

/** Whether a German sentence orders something about all that comes. */
export function isGermanOrder(text: string): boolean {
  if (!germanAlways(text) || bound(text) !== null) return false
  return imperative(text) === 'imperative' || brief(text) !== null
}

/** Whether a sentence says what always happens, or what will be, and orders nothing: of German and Chinese, the words for it are as usual in
 * reports (`Immer mehr Leute gehen`, `每次都有人来`), so only the forms of orders are orders. */
export function isReport(text: string): boolean {
  return hasCjk(text) ? reports(text) !== null : germanAlways(text) && !isGermanOrder(text)
}

/** Whether a Chinese sentence orders something about all that comes. */
export function isChineseOrder(text: string): boolean {
  if (text.length > MAX_CHINESE_CHARS || isComfort(text) || isReport(text)) return false
  return CHINESE_DUTY.test(text) && !CHINESE_HERE.test(text)
}

/** Whether a Chinese sentence comforts instead of ordering. */
export function isComfort(text: string): boolean {
  return CHINESE_COMFORT.test(text)
}

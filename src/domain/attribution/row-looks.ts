/** Recognizes rows that a writer showed rather than said, by their look: tables, data, logs, changes, forwarded mail, the
 * turns of a chat, and what follows words such as `The page says:`. [P14] */

/** Indentation, bullets, emphasis and headings before the words of a row. */
export const LEAD = /^(?:[ \t]|[-*+•](?=[ \t])|\d{1,3}[.)](?=[ \t])|[*_~]{1,3}|#{1,6}(?=[ \t])){0,60}/
export const BULLET = /^[ \t]{0,60}(?:[-*+•–][ \t]|\d{1,3}[.)][ \t]|\[[ xX]\][ \t])/
export const HEADING = /^#{1,6}[ \t]/

const TABLE = /^\s{0,60}[|│┃║]|\S\s{0,60}[|│┃║]\s{0,60}$/
const JSON_ROW =
  /^\s{0,200}(?:["'][^"'\n]{1,80}["']\s{0,4}:\s{0,4}["'[{\d tfn-]|[{[]\s{0,4}["'{[]|"[^"\n]{0,2000}",?\s{0,20}$|[\]}],?\s{0,20}$)/
const LOG =
  /^\s{0,20}\[?(?:\d{4}[-/.]\d\d[-/.]\d\d[T ,]{1,2}\d\d:\d\d|\d\d:\d\d:\d\d\b|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d)|^\s{0,20}(?:\[(?:INFO|WARN|WARNING|ERROR|DEBUG|TRACE|FATAL|CRITICAL)\]|(?:INFO|DEBUG|TRACE|FATAL)\b[ :])|^\s{0,20}at \S{1,200}[ (].{0,200}:\d{1,7}\)?$|^\s{0,20}(?:[\w.]{1,80})?(?:Error|Exception): \S|^\s{0,20}(?:\/\/|\/\*|\*\/)|^\s{0,20}'[^'\n]{2,2000}'[.,;]?\s{0,20}$/
/** Rows of a search, and numbered rows of a file. */
const PRINTED = /^\S{1,200}\.\w{1,8}:\d{1,6}:|^\s{0,12}\d{1,6}(?:→|\t|\s{0,4}│)/
/** A command after the sign of a terminal. What it printed follows, up to a blank row. */
const PROMPT = /^\s{0,20}(?:[\w.@:~/-]{0,60}[$%]|>>>) [a-z./]/
const DIFF_START = /^(?:diff --git |index [0-9a-f]{6,40}\b|@@ -\d|\+\+\+ \S|--- \S)/
const DIFF_ROW = /^[-+ @\\]/

/** Whether a row is of a table, of data, or printed by a program. */
export function isShownRow(row: string): boolean {
  return TABLE.test(row) || JSON_ROW.test(row) || LOG.test(row) || PRINTED.test(row)
}

/** Whether a row is a command in a terminal. */
export function isPrompt(row: string): boolean {
  return PROMPT.test(row)
}

/** Whether a row belongs to a change of a file.
 * @param isInside whether the row before it does */
export function isChangeRow(row: string, isInside: boolean): boolean {
  return DIFF_START.test(row) || (isInside && DIFF_ROW.test(row))
}

/** A line of dashes around words, in any language: `----- Original Message -----`. */
const DIVIDER = /^[ \t]{0,20}[-–—_]{4,60}[ \t]{0,4}[^-–—_\s][^\n]{0,200}[-–—_]{4,60}[ \t]{0,20}$/
const MAIL_FIELD = /^[\p{L}*][\p{L}* -]{0,24}\s?[:：]\s?\S/u
const MAIL_ADDRESS = /\S@[\w-]{1,80}\.\w/

/** Whether a mail or document of someone else starts with the row: a divider, or fields of a mail below each other. */
export function startsForeignMail(row: string, next: string): boolean {
  if (DIVIDER.test(row)) return true
  if (!MAIL_FIELD.test(row) || !MAIL_FIELD.test(next)) return false
  return MAIL_ADDRESS.test(row) || (MAIL_ADDRESS.test(next) && row.length < 200)
}

/** Verbs with which a source speaks, at the end of what is before a colon. */
const SPEAKS =
  /(?:\b(?:says?|said|states?|stated|reads|writes?|wrote|replie[sd]|answers|answered|responded|reports|reported|quotes?|contains|returned|printed|prints|sent|e?mailed|messaged|texted|posted|tweeted|told|explained|sagte?n?|schreibt|schrieb|steht(?: dort| da)?|lautet|meldet|schreibt dazu|dit|écrit|indique|affiche|dice|dijo|escribió|disse|diz|escreveu|scrive)|говорит|пишет|написал|написано|сообщает|写着|写道|说道|说|說|寫道|と言う|と書いてある|書いている)(?: (?:me|us|mir|uns))?(?: (?:this|that|the following|so))?[*_]{0,3}\s{0,3}$/iu // words: ok
/** Names of what is shown below: `Here is the log:`, `README:`. */
const SHOWS =
  /^(?:[*_#\s]{0,8})(?:(?:here|this|that|these|see|from|below|output|hier|dies|das|aus|voici|voilà|aquí|este|esta|ecco|questo|вот|это|из)\b.{0,60}\b|(?:the|my|our|le|la|el|die|der) (?:\S{1,20} ){0,2})?(?:outputs?|logs?|readme(?:\.md)?|transcript|e-?mail|article|web ?page|page|website|excerpt|paste|changelog|stack ?trace|traceback|seite|ausgabe|protokoll|journal|sortie|página|salida|registro|pagina|страница|журнал|лог|вывод)[*_]{0,3}\s{0,3}$/iu
/** Documents that also name a topic: only what is from them is theirs. */
const SHOWS_FROM =
  /^[*_#\s]{0,8}(?:from|here(?:['’]s| is| are)|quoting|aus|von|voici|desde|de|du)\b.{0,60}\b(?:docs?|documentation|manual|spec|wiki|issue|ticket|post|comment|thread|guide|doku(?:mentation)?|handbuch|manuel|documentación)[*_]{0,3}\s{0,3}$/iu
const SHOWS_WIDE = /(?:网页|網頁|页面|日志|日誌|输出|輸出|邮件|ログ|ページ|出力|メール|로그|페이지|출력)[^\n]{0,8}$/
const OWN_VOICE =
  /\b(?:i|we|ich|wir|je|nous|yo|nosotros|eu|io|noi|я|мы)(?:['’]\w{1,3})? (?:\S{1,12} )?(?:said|say|wrote|write|state|report|reply|sage?n?|schreiben?|dis|disons|digo|decimos|escribo|disse|пишу|говорю|сказал)\b|我说|我們說|我们说/iu
const COLON = /[:：]\s{0,4}[*_]{0,3}$/
const COLON_INSIDE = /^(.{1,100}?)[:：](?:[*_]{0,3}\s|(?<=：))/u

/** How a row introduces words of another source: `below`: they follow it; `beside`: they are in the row. */
export function introducesForeign(row: string): 'below' | 'beside' | null {
  const colon = COLON.exec(row)
  if (colon) return row.length <= 200 && isSource(row.slice(0, colon.index)) ? 'below' : null
  const before = COLON_INSIDE.exec(row)?.[1]
  return before !== undefined && SPEAKS.test(before) && !OWN_VOICE.test(before) ? 'beside' : null
}

function isSource(text: string): boolean {
  return (
    (SPEAKS.test(text) || SHOWS.test(text) || SHOWS_FROM.test(text) || SHOWS_WIDE.test(text)) && !OWN_VOICE.test(text)
  )
}

const TIME =
  /^[ \t]{0,8}[[(]?(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?[ T])?\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?: ?[apAP][mM])?[\])]?[ \t]{0,3}[-–]?[ \t]{0,3}/
const SPEAKER =
  /^[ \t]{0,2}(?:\*{2}|<)?(@?\p{L}[\p{L}\p{N}._'’-]{0,24}(?: [\p{L}\p{N}._'’-]{1,24}){0,2})(?:>|\*{0,2}\s?[:：]\*{0,2})\s{0,4}[^\s*]/u
/** A row of its own with a name and a time, as copied from a chat. */
const NAME_AND_TIME =
  /^[ \t]{0,8}(\p{L}[\p{L} ._'’-]{0,30}?)[ \t]{1,6}[[(]?\d{1,2}[:.]\d\d(?: ?[apAP][mM])?[\])]?[ \t]{0,8}$/u
const ROLE = /^(?:q|a|user|human|assistant|system|ai|bot|agent|customer|model)$/i

/** Who speaks in a row of a chat: `Alice: …`, `[10:03] Alice: …`, `<alice> …`; null: the row has no such form. */
export function speakerOf(row: string): { name: string; isSure: boolean } | null {
  const alone = NAME_AND_TIME.exec(row)?.[1]
  if (alone !== undefined) return { name: alone.toLowerCase(), isSure: true }
  const time = TIME.exec(row)?.[0] ?? ''
  const name = SPEAKER.exec(row.slice(time.length))?.[1]
  if (name === undefined) return null
  return { name: name.trim().toLowerCase(), isSure: time !== '' || ROLE.test(name) }
}

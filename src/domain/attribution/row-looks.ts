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
  /^\s{0,20}\[?(?:\d{4}[-/.]\d\d[-/.]\d\d[T ,]{1,2}\d\d:\d\d|\d\d:\d\d:\d\d\b|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d)|^\s{0,20}(?:\[(?:INFO|WARN|WARNING|ERROR|DEBUG|TRACE|FATAL|CRITICAL)\]|(?:INFO|DEBUG|TRACE|FATAL)\b[ :])|^\s{0,20}at \S{1,200}[ (].{0,200}:\d{1,7}\)?$|^\s{0,20}(?:\$|>>>|%) \S/
/** Rows of a search, and numbered rows of a file. */
const PRINTED = /^\S{1,200}\.\w{1,8}:\d{1,6}:|^\s{0,12}\d{1,6}(?:→|\t|\s{0,4}│)/
const DIFF_START = /^(?:diff --git |index [0-9a-f]{6,40}\b|@@ -\d|\+\+\+ \S|--- \S)/
const DIFF_ROW = /^[-+ @\\]/

/** Whether a row is of a table, of data, or printed by a program. */
export function isShownRow(row: string): boolean {
  return TABLE.test(row) || JSON_ROW.test(row) || LOG.test(row) || PRINTED.test(row)
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

/** Verbs and nouns of a source, before a colon. The first person is left out: `I said:` introduces own words. */
const SOURCE =
  /\b(?:says|said|states|stated|reads|writes|wrote|replied|answered|responded|reports|reported|quotes?|contains|returned|returns|printed|prints|outputs?|logs?|readme|transcripts?|e-?mails?|message from|article|web ?page|page|website|document|excerpt|paste[ds]?|copied|changelog|stack ?trace|traceback|sagt|sagte|schreibt|schrieb|steht|lautet|meldet|seite|ausgabe|protokoll|dokument|dit|écrit|indique|affiche|journal|sortie|dice|dijo|escribió|pone|página|salida|registro|documento|dizia|disse|diz|escreveu|dice|scrive|pagina|говорит|пишет|написал|написано|сообщает|страница|журнал|лог|вывод)(?![\p{L}\p{N}])/iu
const SOURCE_WIDE =
  /写着|写道|说道|说|說|寫道|网页|網頁|页面|日志|日誌|输出|輸出|邮件|文档|回复|と言|と書|書いて|ログ|ページ|出力|メール|라고|로그|페이지|출력/
const OWN_VOICE =
  /\b(?:i|we|ich|wir|je|nous|yo|nosotros|eu|io|noi|я|мы)(?:['’]\w{1,3})? (?:\S{1,12} )?(?:said|say|wrote|write|state|report|reply|sage?n?|schreiben?|dis|disons|digo|decimos|escribo|disse|пишу|говорю|сказал)\b|我说|我們說|我们说/iu
const COLON = /[:：]\s{0,4}[*_]{0,3}$/
const COLON_INSIDE = /^(.{1,100}?)[:：](?:[*_]{0,3}\s|(?<=：))/u

/** How a row introduces words of another source: `below`: they follow it; `beside`: they are in the row. */
export function introducesForeign(row: string): 'below' | 'beside' | null {
  if (COLON.test(row)) return row.length <= 200 && namesSource(row) ? 'below' : null
  const before = COLON_INSIDE.exec(row)?.[1]
  return before !== undefined && namesSource(before) && !/[.!?。！？]\s/.test(before) ? 'beside' : null
}

function namesSource(text: string): boolean {
  return (SOURCE.test(text) || SOURCE_WIDE.test(text)) && !OWN_VOICE.test(text)
}

const TIME =
  /^[ \t]{0,8}[[(]?(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?[ T])?\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?: ?[apAP][mM])?[\])]?[ \t]{0,3}[-–]?[ \t]{0,3}/
const SPEAKER = /^[ \t]{0,8}(?:\*{2}|<)?(@?\p{L}[\p{L}\p{N} ._'’-]{0,30})(?:>|\*{0,2}\s?[:：])\*{0,2}\s{0,4}\S/u
const ROLE = /^(?:user|human|assistant|system|ai|bot|agent|customer|model)$/i

/** Who speaks in a row of a chat: `Alice: …`, `[10:03] Alice: …`, `<alice> …`; null: the row has no such form. */
export function speakerOf(row: string): { name: string; isSure: boolean } | null {
  const time = TIME.exec(row)?.[0] ?? ''
  const name = SPEAKER.exec(row.slice(time.length))?.[1]
  if (name === undefined) return null
  return { name: name.trim().toLowerCase(), isSure: time !== '' || ROLE.test(name) }
}

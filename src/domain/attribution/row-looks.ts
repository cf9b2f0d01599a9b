import { wordSet } from '../texts.js'

/** Recognizes rows that a writer showed rather than said, by their look: tables, data, logs, changes, forwarded mail, the
 * turns of a chat, and what follows words such as `The page says:`. [P14] */

/** Indentation, bullets, emphasis and headings before the words of a row. */
export const LEAD = /^(?:[ \t]|[-*+•](?=[ \t])|\d{1,3}[.)](?=[ \t])|[*_~]{1,3}|#{1,6}(?=[ \t])){0,60}/
export const BULLET = /^[ \t]{0,60}(?:[-*+•–]|\d{1,3}[.)])[ \t]/
export const HEADING = /^#{1,6}[ \t]/

/** What people, clients and prompts call what is asked, in a tag around it or a label before it. */
const REQUESTS = wordSet(`
  task tasks instruction instructions rule rules request requests question questions constraint constraints feedback guidelines requirements
  important critical command-args user_query user_request user_message user_prompt user_input user_instructions user_rules`)

/** Whether a tag or a label is one of what is asked. */
export function isRequest(name: string): boolean {
  return REQUESTS.has(name.toLowerCase().replace('user-', 'user_'))
}

const TABLE = /^\s{0,60}[|│┃║]/
const JSON_ROW = /^\s{0,200}(?:["'][^"'\n]{1,80}["']\s{0,4}:\s{0,4}["'[{\d tfn-]|[{[]\s{0,4}["'{[]|[[\]{}],?\s{0,20}$)/
/** Times, levels, frames of a stack, errors, comments of code, quoted texts. */
const LOG: readonly RegExp[] = [
  /^\s{0,20}\[?(?:\d{4}[-/.]\d\d[-/.]\d\d[T ,]{1,2}\d\d:\d\d|\d\d:\d\d:\d\d\b|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d)/,
  /^\s{0,20}(?:\[?(?:INFO|DEBUG|TRACE|FATAL)\b[ :\]]|\[(?:WARN|WARNING|ERROR)\])/,
  /^\s{0,20}at \S{1,200}[ (].{0,200}:\d{1,7}\)?$/,
  /^\s{0,20}(?:[\w.]{1,80})?(?:Error|Exception): \S/,
  /^\s{0,20}\/[/*]/,
  /^\s{0,20}'[^'\n]{2,2000}'[.,;]?\s{0,20}$/,
]
/** Rows of a search, and numbered rows of a file. */
const PRINTED = /^\S{1,200}\.\w{1,8}:\d{1,6}:|^\s{0,12}\d{1,6}(?:\t|\s{0,4}│)/
/** A command after the sign of a terminal. What it printed follows, up to a blank row. */
const PROMPT = /^\s{0,20}[\w.@:~/-]{0,60}[$%] [a-z./]/
const DIFF_START = /^(?:diff --git |index [0-9a-f]{6,40}\b|@@ -\d|--- \S)/

/** Whether a row is of a table, of data, or printed by a program. */
export function isShownRow(row: string): boolean {
  return TABLE.test(row) || JSON_ROW.test(row) || LOG.some((look) => look.test(row)) || PRINTED.test(row)
}

/** A key of YAML whose text is below it. */
const BLOCK = /^\s{0,60}(?:- )?["']?[\w.-]{1,60}["']?: {1,4}[|>][+-]?\d?\s{0,20}$/

export function opensBlock(row: string): boolean {
  return BLOCK.test(row)
}

/** Whether a row is a command in a terminal. */
export function isPrompt(row: string): boolean {
  return PROMPT.test(row)
}

/** Whether a row belongs to a change of a file.
 * @param isInside whether the row before it does */
export function isChangeRow(row: string, isInside: boolean): boolean {
  return DIFF_START.test(row) || (isInside && '-+ @\\'.includes(row[0] ?? '?'))
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

/** Words with which a source speaks, at the end of what is before a colon, and what may follow them there. */
const SPEAKS = new Set([
  'told' /* words: ok */,
  ...wordSet(`
  say says said state states stated reads write writes wrote replies replied answers answered responded reports reported quote quotes contains
  returned printed prints sent emailed mailed messaged texted posted tweeted explained sagt sagte sagten schreibt schrieb steht lautet meldet
  dit écrit indique affiche dice dijo escribió disse diz escreveu scrive говорит пишет написал написано сообщает`),
])
const BEHIND = wordSet('me us mir uns this that the following so dort da dazu')
/** Names of what is shown below: `Here is the log:`, `README:`, and what such a row begins with. */
const SHOWN = wordSet(`
  output outputs log logs readme md transcript email mail article webpage page website excerpt paste changelog stacktrace trace traceback
  seite ausgabe protokoll journal sortie página salida registro pagina страница журнал лог вывод`)
const SHOWS = wordSet(`
  here this that these see from below output hier dies das aus voici voilà aquí este esta ecco questo вот это из`)
const ARTICLES = wordSet('the my our le la el die der')
/** Words of a name such as `the last build log`. */
const MAX_NAME_WORDS = 4
/** Documents that also name a topic: only what is from them is theirs. */
const DOCUMENTS = wordSet(`
  doc docs documentation manual spec wiki issue ticket post comment thread guide doku dokumentation handbuch manuel documentación`)
const FROM = wordSet('from here quoting aus von voici desde de du')
/** The same in languages without blanks. */
const SPEAKS_WIDE = ['写着', '写道', '说道', '说', '說', '寫道', 'と言う', 'と書いてある', '書いている']
const SHOWN_WIDE = '网页 網頁 页面 日志 日誌 输出 輸出 邮件 ログ ページ 出力 メール 로그 페이지 출력'.split(' ')
/** Words with which a writer quotes only himself. */
const OWN = wordSet('i we ich wir je nous yo nosotros eu io noi я мы')
const OWN_SPEAKS = wordSet(`
  said say wrote write state report reply sage sagen schreibe schreiben dis disons digo decimos escribo disse пишу говорю сказал`)
const OWN_WIDE = ['我说', '我们說', '我们说']

const COLON = /[:：]\s{0,4}[*_]{0,3}$/
const COLON_INSIDE = /^(.{1,100}?)[:：](?:[*_]{0,3}\s|(?<=：))/u

/** How a row introduces words of another source: `below`: they follow it; `beside`: they are in the row. */
export function introducesForeign(row: string): 'below' | 'beside' | null {
  const colon = COLON.exec(row)
  if (colon) return row.length <= 200 && isSource(row.slice(0, colon.index)) ? 'below' : null
  const before = COLON_INSIDE.exec(row)?.[1]
  return before !== undefined && speaks(before) && !isOwnVoice(before) ? 'beside' : null
}

function isSource(text: string): boolean {
  return (speaks(text) || isNameOfShown(text)) && !isOwnVoice(text)
}

function speaks(text: string): boolean {
  const words = wordsIn(text)
  const last = words.findLast((word) => !BEHIND.has(word)) ?? ''
  return SPEAKS.has(last) || SPEAKS_WIDE.some((word) => text.trimEnd().endsWith(word))
}

function isNameOfShown(text: string): boolean {
  const words = wordsIn(text)
  const [first = '', last = ''] = [words[0], words.at(-1)]
  if (FROM.has(first) && DOCUMENTS.has(last)) return true
  if (SHOWN.has(last)) {
    const isName = words.length === 1 || first === 'readme' || (ARTICLES.has(first) && words.length <= MAX_NAME_WORDS)
    if (isName || SHOWS.has(first)) return true
  }
  return SHOWN_WIDE.some((word) => text.slice(-12).includes(word))
}

function isOwnVoice(text: string): boolean {
  const words = wordsIn(text)
  const isSaid = (at: number) => OWN_SPEAKS.has(words[at] ?? '')
  return (
    words.some((word, at) => OWN.has(word) && (isSaid(at + 1) || isSaid(at + 2))) ||
    OWN_WIDE.some((word) => text.includes(word))
  )
}

/** Returns the words of a text; none if it ends with code font, which is a name and says nothing. */
function wordsIn(text: string): string[] {
  if (text.trimEnd().endsWith('`')) return []
  return (
    text
      .toLowerCase()
      .replace('e-mail', 'email')
      .match(/\p{L}+/gu) ?? []
  )
}

const TIME =
  /^[ \t]{0,8}[[(]?(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?[ T])?\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?: ?[apAP][mM])?[\])]?[ \t]{0,3}[-–]?[ \t]{0,3}/
const SPEAKER =
  /^[ \t]{0,2}(?:\*{2}|<)?(@?\p{L}[\p{L}\p{N}._'’-]{0,24}(?: [\p{L}\p{N}._'’-]{1,24}){0,2})(?:>|\*{0,2}\s?[:：]\*{0,2})\s{0,4}[^\s*]/u
/** A row of its own with a name and a time, as copied from a chat. */
const NAME_AND_TIME =
  /^[ \t]{0,8}(\p{L}[\p{L} ._'’-]{0,30}?)[ \t]{1,6}[[(]?\d{1,2}[:.]\d\d(?: ?[apAP][mM])?[\])]?[ \t]{0,8}$/u
const ROLES = wordSet('q a user human assistant system ai bot agent customer model')

/** Who speaks in a row of a chat: `Alice: …`, `[10:03] Alice: …`, `<alice> …`; null: the row has no such form. */
export function speakerOf(row: string): { name: string; isSure: boolean } | null {
  const alone = NAME_AND_TIME.exec(row)?.[1]
  if (alone !== undefined) return { name: alone.toLowerCase(), isSure: true }
  const time = TIME.exec(row)?.[0] ?? ''
  const name = SPEAKER.exec(row.slice(time.length))?.[1]
  if (name === undefined) return null
  return { name: name.trim().toLowerCase(), isSure: time !== '' || ROLES.has(name.toLowerCase()) }
}

/** The words that say what an entry is about. [M11] */
import { hasCjk } from '../texts.js'
import { contentWords } from '../source/sentences.js'

/** Words about stating, not about what is stated. */
const FRAME = new Set(
  [
    'always never from now going forward please use using used prefer preferred rather instead must should only don not when',
    'whenever ask asked want like decided decide chose chosen agreed switched switch will would really actually anymore',
    'longer over than stick with name immer nie niemals bitte nur jetzt ich wir mir lieber bevorzuge verwende verwenden',
    'benutze benutzen nutze nutzen nicht mehr statt für und der die das den ein eine kein keine mit ist entschieden haben',
    'habe uns mich künftig zukunft sofort dem des einen einem einer eines jede jedem jeden jeder jedes diese diesem diesen',
    'dieser dieses mein meine meinem meinen meiner meines dein deine deinem deinen deiner deines unser unsere unserem',
    'unseren unserer unseres als bei beim von vom vor nach zum zur ab an am im mir dir du es man oder aber auch doch erst',
    'noch schon need have needed every musst müssen brauchst sollst gern',
  ].flatMap((list) => list.split(' ')),
)
const FRAME_CJK =
  /永远|总是|始终|从现在(?:起|开始)|以后|今后|请|不要|务必|必须|改用|改成|换成|使用|用|我们|我|更|喜欢|偏好|决定|选择了?|不再|不用|不必|而不是|一律|每次|现在|关于|一定|绝对|都|了|的|是|时|要|再/gu
/** Names of languages in which people ask for answers. */
export const LANGUAGES =
  'english german french spanish italian portuguese chinese mandarin japanese korean russian dutch polish turkish arabic hindi deutsch englisch französisch spanisch chinesisch'.split(
    ' ',
  )

export function isLanguage(word: string): boolean {
  return LANGUAGES.includes(word.toLowerCase())
}

/** Returns the words that say what an entry is about, in their short forms. */
export function subjectWords(text: string): string[] {
  const plain = text.normalize('NFKC').replace(FRAME_CJK, ' ')
  return contentWords(plain)
    .filter((word) => !FRAME.has(word))
    .map(short)
}

const FORMS = /(?:ing|ed|es|s|en|er|e|n)$/u
const DOUBLED = /(\p{L})\1$/u

/** Forms of a word are one: `commits`, `committing`. */
function short(word: string): string {
  if (hasCjk(word) || word.length < 5) return word
  return word.replace(FORMS, '').replace(DOUBLED, '$1')
}

import { stemmer as danish } from '@orama/stemmers/danish'
import { stemmer as dutch } from '@orama/stemmers/dutch'
import { stemmer as finnish } from '@orama/stemmers/finnish'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as hungarian } from '@orama/stemmers/hungarian'
import { stemmer as indonesian } from '@orama/stemmers/indonesian'
import { stemmer as italian } from '@orama/stemmers/italian'
import { stemmer as norwegian } from '@orama/stemmers/norwegian'
import { stemmer as portuguese } from '@orama/stemmers/portuguese'
import { stemmer as romanian } from '@orama/stemmers/romanian'
import { stemmer as spanish } from '@orama/stemmers/spanish'
import { stemmer as swedish } from '@orama/stemmers/swedish'
import { stemmer as turkish } from '@orama/stemmers/turkish'
import { stopwords as danishWords } from '@orama/stopwords/danish'
import { stopwords as dutchWords } from '@orama/stopwords/dutch'
import { stopwords as finnishWords } from '@orama/stopwords/finnish'
import { stopwords as frenchWords } from '@orama/stopwords/french'
import { stopwords as hungarianWords } from '@orama/stopwords/hungarian'
import { stopwords as indonesianWords } from '@orama/stopwords/indonesian'
import { stopwords as italianWords } from '@orama/stopwords/italian'
import { stopwords as japaneseWords } from '@orama/stopwords/japanese'
import { stopwords as chineseWords } from '@orama/stopwords/mandarin'
import { stopwords as norwegianWords } from '@orama/stopwords/norwegian'
import { stopwords as portugueseWords } from '@orama/stopwords/portuguese'
import { stopwords as romanianWords } from '@orama/stopwords/romanian'
import { stopwords as spanishWords } from '@orama/stopwords/spanish'
import { stopwords as swedishWords } from '@orama/stopwords/swedish'
import { stopwords as turkishWords } from '@orama/stopwords/turkish'

/** Languages by which a query is read. The lists and stemmers without a comment are those of Orama. [R7] */
export interface Language {
  /** Two letters. */
  code: string
  functionWords: readonly string[]
  /** Returns what the forms of a word begin with; null: the search has forms of its own for the language. */
  stem: ((word: string) => string) | null
}

const split = (words: string) => words.trim().split(/\s+/)

/** Chosen for questions about conversations. */
const ENGLISH = split(`
  a am an and are as at be been but by can could did do does doing done for from had has have he her him his how i if in into is it its
  let me my no not of on or our out she should so some than that the their them then there they this these those to up us was we were what when
  where which who whom whose why will with would you your about also any shall may might must s t re ve ll d m don doesn didn
  isn wasn won say said mine yours ours hers theirs`)

const GERMAN = split(`
  aber alle allem allen aller alles als also am an auch auf aus bei beim bin bis bist da dabei damit dann daran darauf darf darüber das dass davon dazu dein deine
  deinem deinen deiner dem den denn der des dich die dies diese diesem diesen dieser dieses dir doch dort du durch dürfen durfte ein eine einem einen einer
  eines er es etwa etwas euch euer eure für gegen hab habe haben habt hast hat hatte hatten hattest hatten hier hinter ich ihm ihn ihnen ihr ihre
  ihrem ihren ihrer im in ins ist ja jede jedem jeden jeder jedes kann kannst kein keine keinem keinen keiner können konnte konnten
  mein meine meinem meinen meiner meines mich mir mit mochte muss musst musste müssen nach neben nicht nichts noch nun nur ob oder ohne sehr sein seine
  seinem seinen seiner seit sich sie sind so soll sollen sollst sollte sollten über um und uns unser unsere unserem unseren unter vom von vor war waren warst
  warum was weil welche welchem welchen welcher welches wem wen wenn wer werde werden weshalb wie wieder wieso will willst wir wird wirst wo wofür woher
  wohin wollen wollte wollten womit worüber wozu würde würden wurde wurden zu zum zur zwischen`)

/** English first: of two that fit alike, the first is assumed. */
export const LANGUAGES: readonly Language[] = [
  { code: 'en', functionWords: ENGLISH, stem: null },
  { code: 'de', functionWords: GERMAN, stem: null },
  { code: 'es', functionWords: spanishWords, stem: spanish },
  { code: 'fr', functionWords: frenchWords, stem: french },
  { code: 'it', functionWords: italianWords, stem: italian },
  { code: 'pt', functionWords: portugueseWords, stem: portuguese },
  { code: 'nl', functionWords: dutchWords, stem: dutch },
  { code: 'sv', functionWords: swedishWords, stem: swedish },
  { code: 'da', functionWords: danishWords, stem: danish },
  { code: 'no', functionWords: norwegianWords, stem: norwegian },
  { code: 'fi', functionWords: finnishWords, stem: finnish },
  { code: 'hu', functionWords: hungarianWords, stem: hungarian },
  { code: 'ro', functionWords: romanianWords, stem: romanian },
  { code: 'tr', functionWords: turkishWords, stem: turkish },
  { code: 'id', functionWords: indonesianWords, stem: indonesian },
]

/** Function words of Russian, which are in every query: no other word of its script is one of another language. */
export const RUSSIAN_FUNCTION_WORDS = split(`
  и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по ее мне было вот от меня о из ему теперь был до вас или ни
  быть это был для мы их чем была сам чтоб без чего где когда кто какой какие`)

const KOREAN_FUNCTION_WORDS = split(`
  누가 누구 누구야 누구예요 누구인가요 어디 어디서 어디에 어디에서 언제 무엇 무엇을 뭐 뭐야 뭘 얼마 얼마나 어떤 어떻게 무슨 왜 몇 나는 나의 내가 너는 너의 네가
  그는 그녀는 우리 이것 그것 저것 이 그 저 것 수 있어 있어요 있나요 있는 했어 했어요 하는 한 할 그리고 하지만 그래서 때문에 또 더 지금 제일 가장 매우 좀`)

/** Function words of languages that the index has as pairs of characters. Those of Japanese that the list lacks end words or ask. */
export const UNSPACED_FUNCTION_WORDS: readonly string[] = [
  ...chineseWords,
  ...japaneseWords,
  ...split('した まし ませ って てい たい いつ 誰 どんな ほかに ません ください'),
  ...KOREAN_FUNCTION_WORDS,
]

/** Characters of Chinese that a segmenter leaves at the start or the end of a word, and particles of Korean. They say nothing about its subject. */
export const PARTICLES: ReadonlySet<string> = new Set(
  '了着著过過的是在谁誰他她它我你吗嗎呢吧会會은는이가을를에의도와과로',
)

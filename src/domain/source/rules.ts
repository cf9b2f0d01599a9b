/** Recognizes rules: instructions and preferences about what is to come. A sentence with "always" in it is none by itself: `You always
 * cheer me up`, `That must have been awesome`. What counts is where the word is: it opens an order, or follows a verb of duty. [C9] */

/** Where an order begins: the sentence, or a clause of it. */
const OPENS =
  '(?:^(?:[\\p{L}\\p{N}_ .-]{1,30}: )?|[,;:(.!?] )(?:(?:please|and|but|so|also|then|again|just|note|important|remember|rule|from now on|in (?:the )?future|make sure(?: to)?|be sure to)[,:!]? ){0,3}'
/** `Never push`, `Always answer in German`, `Don't touch it`, `Only use tabs`. */
const ORDERS = new RegExp(
  `${OPENS}(?:never|always|do not|don[’']t|only|under no circumstances|at all costs|without exception)\\s+(?!(?:been|had|has|having|is|was|were|the|a|an|for|good|great|here|there|nice|fun|up|down|happy|glad)\\b)[\\p{L}“"'\`]`,
  'iu',
)
/** What it is like, or what happens: `never ceases to`, `Always learning`. */
const REPORTS = /^(?:[\p{L} ]{1,30}: )?(?:always|never)\s+\w{2,20}(?:ing|s|ed)\b/iu
/** `You must never`, `It should not`, `Employees may only`. */
const DUTY =
  /\b(?:must(?:n[’']t| not)|shall(?: not|n[’']t)|should(?: not|n[’']t)|(?:must|should|shall|may|can|will|please) (?:never|always|only)|(?<!\b(?:that|this|it|which) )may not|not allowed|forbidden|prohibited|under no circumstances|at all costs|without exception|(?:is|are) (?:required|mandatory)|(?:we|you) (?:never|always|only) (?:use|commit|push|deploy|merge|write|call|send|ship|release|test|run|keep|put|name)|(?:we|you) (?:do not|don[’']t) (?:use|commit|push|deploy|merge|write|call|send|ship|release|test|run|keep|put|name|do|allow|accept)|(?:use|answer|reply|write|read|for|in|with|at|is|are) only|(?<!\bnot )only (?:if|when|after|for|in|with|by|from|to|use)\b)(?!\p{L})/iu
/** `must run`, `must be at most 5`; not what someone supposes of another: `must have been great`. */
const MUST =
  /\bmust (?!(?:have|be|feel|seem|look|sound|taste|admit|say|confess)\b)\p{L}|\bmust have (?!been\b|felt\b|had\b|made\b|taken\b|gone\b|\w{2,20}ed\b)|(?<!\b(?:you|he|she|they|who) )\bmust be (?:[`“"'\d]|(?:in|at|on|under|below|above|between|within|less|more|unique|valid|empty|true|false|null|zero|able|the same)\b|\w{2,20}(?:[^s]ed|able|ible|ent)\b)/iu
const IS_SUPPOSED = /\b(?:it|that|this|there)(?: all)? must|^(?:[\p{L} ]{1,30}: )?must (?:be|feel|have)\b/iu
/** Preferences, and the language of answers. */
const PREFERS =
  /\bI(?:[’']d| would| really| strongly| generally| usually| much)? ?(?:prefer\b|rather (?:you|we|not|use|have)\b)|\bmy preference\b|\b(?:answer|reply|respond|write|speak)\b.{0,40}\bin (?:[A-Z]\p{L}{3,}|plain|simple)\b|\bich (?:bevorzuge|möchte lieber)\b|\bje préfère\b|\bprefiero\b|(?:我|偏)好(?:用|是)|我(?:更|比较)喜欢|のほうが(?:いい|好き)/iu
const OTHER_LANGUAGES =
  /(?:^|[,;:] )(?:bitte )?(?:niemals|nie|immer|nur|keinesfalls|nunca|siempre|jamais|toujours|mai|sempre)\s+\p{Ll}|\b(?:darf|dürfen|soll|sollen|muss|müssen)\b.{0,60}\b(?:nicht|nie|niemals|nur|immer|kein\p{L}{0,2})\b|\b(?:debe|deben) (?:siempre|nunca)|\bno (?:debe|deben|puede|pueden)\b|\bne (?:doit|doivent|peut|peuvent) (?:pas|jamais)/iu
const CJK =
  /不要|不得|不能|不可|不许|不應|不应|禁止|必须|必須|务必|務必|只能|只有|只允许|切勿|绝不|絕不|请勿|請勿|仅限|僅限|ないで|てはいけない|てはならない|てはいけません|必ず|のみ|に限る|決して|絶対に|なければならない|なければなりません|だけに/
const CJK_CHAR = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/
/** `They don't seem to`, `this may not match`: what someone thinks or expects. */
const SUPPOSES =
  /\b(?:I|we|you|they) (?:\w{1,12}ly )?(?:don[’']t|do not|only) (?:really )?(?:see|think|know|have|need|want|understand|find|remember|believe)\b|\b(?:don[’']t|do not) (?:seem|appear|really need)\b|\b(?:if|why|when|how) you (?:don[’']t|never|always)\b|^I(?:[’']m| am| was) (?:wondering|curious|not sure)\b|, (?:yeah|right|no|you know|huh)\?$|\bthough\?$/iu

/** Whether a sentence states a rule or a preference. Rules must survive verbatim. */
export function isRule(sentence: string): boolean {
  if (sentence.length < 8 && !CJK_CHAR.test(sentence)) return false
  if (CJK.test(sentence) || PREFERS.test(sentence) || OTHER_LANGUAGES.test(sentence)) return true
  if (SUPPOSES.test(sentence)) return false
  if (DUTY.test(sentence) || (ORDERS.test(sentence) && !REPORTS.test(sentence))) return true
  return MUST.test(sentence) && !(IS_SUPPOSED.test(sentence) && /[!?]$/.test(sentence))
}

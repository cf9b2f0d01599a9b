/** Finds what a message of a person states for every session to come: rules, preferences, decisions, and facts about the person or the
 * project. Which sentences are rules or decisions is found as for the ledger; here, only those that hold beyond the task remain, each cut
 * to the clause that says it. Quotes, fences, and tags state nothing. [M11] [C9] [P14] */
import { ownWordSteps } from '../attribution/own-words.js'
import { isPersonsDecision, isPassing } from '../source/decisions.js'
import { cleanText } from '../source/reading.js'
import { isRule } from '../source/rules.js'
import { sentences } from '../source/sentences.js'
import { splitSentences } from '../source/split-sentences.js'
import { finish, type Steps } from '../steps.js'
import { MAX_PER_MESSAGE, MAX_STATED_CHARS, wordsKey, type StandingKind } from './entry.js'
import { isLastingDecision, isLastingPreference } from './lasting.js'
import { isChineseOrder, isComfort, isGermanOrder } from './orders.js'
import { ENDS, FROM_NOW_ON, HEADS, type Head } from './heads.js'

/** What a message says. */
export interface Stated {
  kind: StandingKind
  /** Verbatim words of the message. */
  text: string
}

const MIN_CHARS = 8
const MIN_CJK_CHARS = 4
/** What is left of the clause that follows. */
const DANGLING = /(?:[\s,;:，–—-]{1,4}|\s(?:and|but|so|or|und|aber))$/iu
const CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/
const QUESTION = /[?？]\W{0,3}$/
/** Lines per step; less than a millisecond. */
const LINES_PER_STEP = 50

/** Orders about all that comes open with these words. */
const GENERAL =
  /^(?:(?:please|and|also|but|so|then|important|note|remember|rule|bitte|und|aber|also|请|另外|记住|注意)[,:，：]? ?){0,3}(?:always|never|only (?:use|answer|reply|respond|write|commit|push|deploy|run)|(?:do not|don[’']t|avoid|no) |under no circumstances|when(?:ever)? I (?:ask|say|want|mention)|(?:you|we|everyone|all \p{L}{2,20}) (?:must|should|may|shall|can|need to|have to|always|never|only|do not|don[’']t) |immer|nie(?:mals)?\b|keinesfalls|auf keinen Fall|(?:verwende|benutze|nutze|schreib|schreibe|antworte|nimm|gib|mach|lösche|ändere|pushe|committe|nenne|erkläre|formatiere|setze)\b.{0,80}\b(?:immer|nie|niemals|nur|kein\p{L}{0,2}|nicht|auf Deutsch)\b|永远|总是|始终|务必|必须|不要|不得|不能|别|禁止|绝不|千万|切勿|只(?:能|用|使用|允许)|每次|一律|(?:回答|回复|代码|提交|变量|注释|文档|测试|部署).{0,12}(?:必须|不要|不能|不得|要用|只能|一律|禁止))/iu
const DUTY =
  /\b(?:must|should|shall|may|can) (?:always|never|only)\b|\b(?:must not|mustn[’']t|not allowed|forbidden|prohibited|under no circumstances)\b|\b(?:we|you) (?:always|never|only) \p{L}/iu
const ANSWERS =
  /^(?:please |bitte |请)?(?:answer|reply|respond|write|speak|talk|explain|call me|address me|antworte|schreib|schreibe|sprich|nenn|用(?:中文|英文|德语|英语|汉语)|说)/iu
const USES = /^(?:please |bitte |请)?(?:use|indent|keep|prefer|verwende|benutze|nutze|nimm|使用|用) ?[\p{L}\d“"'`-]/iu
/** Words that bind an order to what is before the person now. */
const HERE =
  /\b(?:this|these|that|those|here|above|below|following|attached|yet|right now|for now|today|first|next|again|both|it|them|file|line|diese[rsmn]?|hier|oben|unten|jetzt|heute|erstmal|zuerst|noch nicht)\b|这|那|上面|下面|现在(?!起|开始)|先/iu
/** Reassurance, reminders of the moment, and what is only reported or possible. */
const SAYS_NOTHING =
  /\b(?:don[’']t|do not) (?:worry|forget|mention|mind|know|need|think|get|be|hesitate|want|have|feel|see|bother|understand|like|remember|care|even)\b|\b(?:I|we|you|they|it|he|she) (?:can|could|will|might|may|would|should)? ?(?:always|never) (?:adjust|look|go|come|use|change|try|ask|add|find|been|had|thought|knew|wanted|felt|get|wondered|seem)\b|\bno (?:problem|worries|idea|way|doubt|need|one|thanks|rush|matter)\b|^(?:no|nein)[,.!]|\bif (?:I|it|that|you)\b.{0,60}\b(?:then|would)\b|\b(?:feel|felt|feels)\b/iu
const WEIGHS =
  /\b(?:trying to decide|not sure|wonder(?:ing)?|should I|whether|torn between|considering|thinking (?:about|of)|might|maybe|perhaps|if I|could have|haven[’']t|didn[’']t|before I|when I)\b/iu

/** Returns what a text of a person states, in order; the same words once. */
export function standingIn(text: string): Stated[] {
  return finish(standingSteps(text))
}

/** Same as `standingIn`, with pauses. */
export function* standingSteps(text: string): Steps<Stated[]> {
  const found = new Map<string, Stated>()
  const words = yield* ownWordSteps(cleanText(text), true)
  for (const [at, line] of sentences(words.own).entries()) {
    if (at % LINES_PER_STEP === 0) yield
    const unquoted = words.unquoted(line)
    let from = 0
    for (const sentence of splitSentences(line)) {
      const start = Math.max(from, line.indexOf(sentence, from))
      from = start + sentence.length
      for (const one of statedBy(sentence, unquoted.slice(start, from)))
        if (text.includes(one.text)) found.set(wordsKey(one.text), one)
    }
    if (found.size >= MAX_PER_MESSAGE) break
  }
  return [...found.values()].slice(0, MAX_PER_MESSAGE)
}

/** @param unquoted the sentence with quoted words blanked, which state nothing */
function statedBy(sentence: string, unquoted: string): Stated[] {
  const clauses = HEADS.flatMap((head) => {
    const found = head.pattern.exec(unquoted)
    const text = found && clauseAt(sentence, unquoted, found.index, head)
    return text !== null && text !== undefined && holds(head.kind, text, unquoted) ? [{ kind: head.kind, text }] : []
  })
  const whole = clauseFrom(sentence, 0)
  if (isStandingRule(unquoted.slice(0, whole.length), unquoted)) return [{ kind: 'rule', text: whole }]
  // One clause may begin in the middle of another.
  return clauses.filter(
    (one, at) =>
      !clauses.some(
        (other, place) => place !== at && other.text.includes(one.text) && (other.text !== one.text || place < at),
      ),
  )
}

function clauseAt(sentence: string, unquoted: string, at: number, head: Head): string | null {
  const text = clauseFrom(sentence, at)
  // `and I prefer it over …` says nothing without what is before it.
  if (!head.leans?.test(text) || at === 0) return long(text) ? text : null
  const whole = clauseFrom(sentence, 0, at + text.length)
  return unquoted.slice(0, at).trim().length > 3 && long(whole) ? whole : null
}

/** Returns the clause from an offset to its end, at most `MAX_STATED_CHARS`.
 * @param least characters that belong to it in any case */
function clauseFrom(sentence: string, from: number, least = 0): string {
  const rest = sentence.slice(from)
  const skip = Math.max(MIN_CHARS, least - from)
  const end = ENDS.exec(rest.slice(skip))
  const clause = (end ? rest.slice(0, skip + end.index) : rest).trim()
  if (clause.length <= MAX_STATED_CHARS) return clause.replace(DANGLING, '')
  const cut = clause.slice(0, MAX_STATED_CHARS)
  return (CJK.test(cut) ? cut : cut.replace(/\s\S{0,80}$/u, '')).replace(DANGLING, '')
}

function long(text: string): boolean {
  return text.length >= (CJK.test(text) ? MIN_CJK_CHARS : MIN_CHARS)
}

/** Whether a clause that a head found holds beyond the moment. */
function holds(kind: StandingKind, text: string, sentence: string): boolean {
  if (kind === 'decision') {
    if (!isLastingDecision(text)) return false
    const before = sentence.slice(0, Math.max(0, sentence.indexOf(text.slice(0, 12))))
    if (WEIGHS.test(text) || /\b(?:if|when|unless|until|before|after|have you|why|that)\s*$/iu.test(before))
      return false
    return isPersonsDecision(text) || CJK.test(text) || /\b(?:wir|ich)\b/iu.test(text) || /^let[’']s use\b/iu.test(text)
  }
  if (kind === 'preference')
    return (
      isLastingPreference(text) &&
      !/\b(?:should|would|do|if|whether|why|which) I\b.{0,20}$/iu.test(text) &&
      !WEIGHS.test(text.slice(0, 30))
    )
  return !WEIGHS.test(text.slice(0, 40))
}

/** Whether a sentence is an instruction about all that comes. */
function isStandingRule(text: string, sentence: string): boolean {
  if (!long(text) || QUESTION.test(sentence.trim()) || SAYS_NOTHING.test(text) || isPassing(text)) return false
  if (isComfort(text)) return false
  if (isGermanOrder(text) || isChineseOrder(text)) return true
  const isNow = HERE.test(text)
  if (FROM_NOW_ON.test(text) && !/^(?:I|it|that|this|they|he|she|ich|es|我)\b/iu.test(text)) return isOrder(text)
  if (/^(?:(?:please|bitte|and|also) )?(?:always|never|immer|nie|niemals|永远|总是|始终|务必|绝不)/iu.test(text))
    return isRule(text) || CJK.test(text)
  if (GENERAL.test(text)) return (isRule(text) || CJK.test(text)) && !isNow && text.length <= 160
  if (DUTY.test(text)) return isRule(text) && !isNow && !/\b(?:I|my|he|she|they)\b/u.test(text)
  if (ANSWERS.test(text)) return isRule(text) && !isNow && text.length <= 100
  return USES.test(text) && !isNow && text.split(/\s+/).length <= 8 && !/\b(?:the|a|an|my|your)\b/iu.test(text)
}

/** For which case an order holds: `whenever I ask about it`. */
const CASE = /\b(?:when(?:ever)?|every time|if) (?:I|we)\b.{0,80}$/iu

/** Whether a sentence about all that comes orders something; plans and reports begin with who does it. */
function isOrder(text: string): boolean {
  return (
    !/\b(?:I(?:[’'](?:ll|m|ve|d))?|we(?:[’'](?:ll|re|ve))?|he|she|they)\b (?!prefer|want you)/u.test(
      text.replace(CASE, ' ').slice(0, 40),
    ) || isRule(text)
  )
}

import { isThought } from './sentences.js'

/** Recognizes decisions. Only a person, a marker, a lock or an answer to a tool that asks decides something. Of an
 * assistant's words, only a report that something was decided is a decision. [C4] [C9] */

/** A marker at the start of a row. Within one it is only named. */
const MARKED = /^[\s*_~#•+-]{0,12}\[[ \t]{0,2}DECISION[ \t]{0,2}\]/i
const MADE =
  /\b(?:decided|decision:|we(?:[’']ll| will) (?:use|go with|stick|keep(?! (?:\w{1,20}ing|it up|on|in|you)\b))|going with|chose|chosen|agreed (?:to|on|that)|settled on|opted (?:for|to)|switched (?:to|from))\b/i
const MADE_CJK = /决定|決定|采用|採用|改用|选定|選定|确定用|ことにし|に決め|を採用/
/** `We haven't decided yet`, `they could have chosen another`. */
const NOT_MADE =
  /\b(?:not|never|yet to|could have|would have|should have|might have|may have)(?: \w+ly| yet| been)? (?:decided|chosen|agreed|settled|opted|switched)\b|n[’']t(?: \w+ly| yet| been)? (?:decide|decided|chosen|agreed|settled|opted|switched)\b|\b(?:not|being) decided\b|\b(?:keep|stick) \w+ (?:in mind|(?:under|in) review)\b|还没有?决定|未決定/i
const PREFERS = /^(?:use|go with|stick with|keep) .{3,120}\b(?:instead of|rather than|not)\b/i

/** Words with which people open a sentence. They say nothing about it. */
const OPENING =
  /^(?:ok(?:ay)?|so|well|wait|hm+|ah+|oh+|yeah|yes|yep|no|nah|nope|actually|right|sure|and|but|also|then|now|alright|cool|great|thanks|hey|hi|please|u[mh]+|let[’']s see)\b(?:[,.!:;…–—-]{1,3}\s+|\s+)/i
const MAX_OPENINGS = 6
/** `Hang on a sec`, `I'll get you a log`. */
const WAITS =
  /^(?:(?:hang|hold) on|(?:just )?(?:a|one|1) (?:sec|second|moment|minute|min)|give me|gimme|bear with|let me|brb|i(?:[’']ll| will|[’']m going to| am going to)(?! (?:use|go with|keep|take|stick with))|i(?:[’']ve| have)? just)\b/i
/** Requests to look at something: the conversation answers them. */
const LOOKS =
  /^(?:(?:can|could|would|will|should) (?:you|we) |you (?:can|should) |let[’']s |just |first |please |try to |do |go ){0,4}(?:(?:have|take|get) (?:a|another)(?: \w+)? look|look|check|see|read|review|show|explain|inspect|investigate|think about|consider|remind|wait)\b/i
/** Guesses, and words that leave it open. */
const OPEN =
  /^(?:i(?:[’']m| am| was| do(?:n[’']t| not))? (?:wonder|wondering|curious|not sure|guess|think)(?! (?:we|you) should)|maybe|perhaps|what if|or\b)|\b(?:not worry|never ?mind|no worries|does(?:n[’']t| not) matter|do(?:n[’']t| not) (?:mind|care))\b/i
const GREETS =
  /^(?:hi|hello|hey|good (?:morning|afternoon|evening)|thanks|thank you|cheers|perfect|nice|awesome|sorry|it[’']s decided)\b.{0,40}$/i
/** A step that is done by the time someone reads of it. */
const FIRST = /\bfirst[.!]{0,3}$/i
const REQUESTS = /^(?:can|could|would|will) you\b/i
const DIRECTS =
  /\b(?:let[’']s|(?:we|you) should|should (?:be|not)|instead|rather than|do(?:n[’']t| not)|must|make sure|avoid|never|always|we(?:[’']ll| will)|i(?:[’']d| would)? (?:want|prefer|like)|i[’']ll (?:use|go with|keep|take|stick with))\b/i
const ORDERS =
  /^(?:just )?(?:use|keep|drop|make|put|move|add|remove|delete|rename|leave|skip|stop|split|separate|merge|revert|roll back|replace|change|write|create|fix|go (?:with|for|ahead)|stick with|stay with|call|name|commit|push|rebase|squash|set|turn|return|pass|prefer|disable|enable)\b/i

/** Whether a sentence reports a decision that was made. Weighing options aloud is none. */
export function isDecision(sentence: string): boolean {
  return MARKED.test(sentence) || (isMade(sentence) && !isThought(sentence))
}

/** Whether a person's sentence decides something. Asides, greetings, questions and requests to look at something do not. */
export function isPersonsDecision(sentence: string): boolean {
  const text = withoutOpenings(sentence)
  if (isAside(text) || isQuestion(text)) return false
  return isMade(text) || PREFERS.test(text.replace(/^let[’']s /i, ''))
}

/** Whether a sentence with which a person refused a call says what to do instead. */
export function isInstruction(sentence: string): boolean {
  const text = withoutOpenings(sentence)
  if (isAside(text) || FIRST.test(text)) return false
  if (isQuestion(text)) return REQUESTS.test(text)
  return isPersonsDecision(text) || DIRECTS.test(text) || ORDERS.test(text)
}

/** Whether a person's sentence passes with the moment: `Hang on a sec`, `Have a look at this first`, or a question. */
export function isPassing(sentence: string): boolean {
  const text = withoutOpenings(sentence)
  return isAside(text) || (isQuestion(text) && !REQUESTS.test(text))
}

function isMade(text: string): boolean {
  return (MADE.test(text) || MADE_CJK.test(text)) && !NOT_MADE.test(text)
}

function isAside(text: string): boolean {
  return WAITS.test(text) || LOOKS.test(text) || OPEN.test(text) || GREETS.test(text)
}

function isQuestion(text: string): boolean {
  return /[?？]\W{0,3}$/.test(text)
}

function withoutOpenings(sentence: string): string {
  let text = sentence.trim()
  for (let at = 0; at < MAX_OPENINGS && OPENING.test(text); at++) text = text.replace(OPENING, '')
  return text
}

import { inLanguage, kindAmong, lengthOfStart, patternsOf } from '../../knowledge/lines/read.js'
import { isOfWork } from './lasting.js'

/** Orders that begin with words about all that comes: `From now on, I want you to answer in German`, `Ab jetzt antworte auf Deutsch`. [M11] */

const openings = patternsOf('from-now-on')
const german = inLanguage('de', 'from-now-on')
const addressed = lengthOfStart('addressed')
const imperative = kindAmong('imperative')
const [isEnglishStatement, isGermanStatement] = [inLanguage('en', 'statement'), inLanguage('de', 'statement')]
const topic = kindAmong('topic')
const answering = kindAmong('answering')

/** Whether what follows such words is asked of the reader. The words before it are of no language in particular, so a plan (`From now on I will
 * run`) and a report (`From now on, my dog sleeps outside`) look alike: what is asked must be addressed, or an imperative.
 * @param text a clause without words such as `please` before it */
export function isAskedFromNowOn(text: string): boolean {
  const rest = afterFromNowOn(text)
  if (rest === null) return false
  const asked = rest.slice(addressed(rest))
  if (asked !== rest) return isOfWork(asked) || answering(asked.trim()) !== null
  return german(text) && imperative(rest) !== null && !isGermanStatement(rest)
}

/** Whether what follows such words begins with what it is about and orders nothing: `From now on, my dog sleeps outside`. */
export function isReportFromNowOn(text: string): boolean {
  const rest = afterFromNowOn(text)
  return rest !== null && !german(text) && isEnglishStatement(rest) && topic(rest) === null
}

/** Returns what follows words about all that comes at the start of a text; null if it does not begin with them. */
export function afterFromNowOn(text: string): string | null {
  for (const pattern of openings) {
    const found = pattern.exec(text)
    if (found?.index === 0) return text.slice(found[0].length).replace(/^[\s,:]{1,4}/u, '')
  }
  return null
}

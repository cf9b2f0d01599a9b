import { inLanguage, kindAmong, lengthOfStart } from '../../knowledge/lines/read.js'
import { afterFromNowOn } from './from-now-on.js'
import { isOfWork } from './lasting.js'
import { hasCjk } from '../texts.js'

/** Whether an order for all cases is one for an assistant: it says what assistants do, make, or say, or when a person asks for it. `Never judge
 * a book by its cover` is a saying. [M11] */

const isGerman = inLanguage('de', 'always', 'from-now-on')
const [english, german, chinese] = ['en', 'de', 'zh'].map((language) => inLanguage(language, 'deed')) as [
  Test,
  Test,
  Test,
]
const asker = kindAmong('asker')
const bare = kindAmong('bare-order')
const saying = kindAmong('saying')
const sayingForm = kindAmong('saying-form')
const topic = kindAmong('topic')
const addressed = lengthOfStart('addressed')

type Test = (sentence: string) => boolean

/** @param order the clause without words such as `please` before it */
export function isForAssistants(text: string, order: string): boolean {
  const rest = afterFromNowOn(order)
  if (asker(text) !== null || isOfWork(text) || (rest !== null && !hasCjk(text))) return true
  const isDeed = hasCjk(text) ? chinese : isGerman(text) ? german : english
  return [order, rest ?? ''].some((asked) => isDeed(asked.slice(addressed(asked)).trim()))
}

/** Whether an order for all cases that may be for anyone is for an assistant where nothing else is said: `Always follow PEP 8`.
 * @param order the clause without words such as `please` before it */
export function isBareOrder(order: string): boolean {
  if (bare(order) === null || saying(order) !== null) return false
  return sayingForm(order) === null || isAboutWork(order)
}

/** Whether it names something that assistants make or say, or a setting, also one certain thing. */
export function isAboutWork(text: string): boolean {
  return topic(text) !== null
}

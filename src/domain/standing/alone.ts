import type { WordPattern } from '../../knowledge/lines/phrases.js'
import { kindAmong, lengthOfStart, patternsOf } from '../../knowledge/lines/read.js'
import { isQuietKind, rowOf } from '../../knowledge/read.js'
import { isQuestion, namesARule } from './ending.js'
import { withoutLead } from './rule.js'

/** Orders that hold for later sessions only if their message has nothing else to which they could belong: `Keep the tone friendly` after
 * `Write a letter to Ann` is about the letter. [M11] */

/** Longer messages have a task. */
export const MAX_ALONE_CHARS = 240
/** `Thanks, now fix the login page` is a task. */
const MAX_GREETING_WORDS = 4
/** `My rules for this project:` */
const OPENS_LIST = /[:：]$/u

const alone = patternsOf('alone')
const bound = kindAmong('bound')
const addressed = lengthOfStart('addressed')
const holdsAlone = kindAmong('standing-order')
const greeting = kindAmong('greeting', 'courtesy')
/** `Use pytest`: nothing follows the tool, or what it replaces. */
const USES_TOOL =
  /^(?:use|verwende|benutze|nutze|nimm) ([a-z][\w.+-]{1,30})(?: (?:please|bitte)| (?:statt|not) .{1,30})?[.!]{0,3}$/iu

/** Words for one certain thing: `Keep the tone friendly in the letter`. */
const isCertain = kindAmong('certain')

/** Whether a clause orders something that lasts if its message has nothing else, also as `I'd like you to …`. */
export function isLastingAlone(text: string): boolean {
  const order = withoutLead(text)
  const asked = order.slice(addressed(order)).trim()
  return isAloneOrder(asked) || (asked !== order && holdsAlone(asked) !== null && bound(asked) === null)
}

/** @param order a sentence without words such as `please` before it */
function isAloneOrder(order: string): boolean {
  if (bound(order) !== null) return false
  const rests = alone.map((pattern) => order.slice(endOf(pattern.exec(order))))
  return rests.some((rest) => rest !== order && isCertain(rest) === null) || usesKnownTool(order)
}

function endOf(found: ReturnType<WordPattern['exec']>): number {
  return found === null ? 0 : found.index + found[0].length
}

/** Whether it orders to use a program that the product knows by its commands. */
export function usesKnownTool(order: string): boolean {
  const [, tool] = USES_TOOL.exec(order) ?? []
  const row = tool === undefined ? null : rowOf(tool)
  return row !== null && !isQuietKind(row.kind)
}

/** Whether a sentence without a statement is no task, either. */
export function isBeside(sentence: string): boolean {
  const plain = sentence.trim()
  if (isQuestion(plain)) return false
  return greeting(plain) !== null
    ? plain.split(' ').length <= MAX_GREETING_WORDS
    : OPENS_LIST.test(plain) && namesARule(plain)
}

import { kindAmong, patternsOf } from '../../knowledge/lines/read.js'
import { isQuietKind, rowOf } from '../../knowledge/read.js'

/** Orders that hold for later sessions only if their message has nothing else to which they could belong: `Keep the tone friendly` after
 * `Write a letter to Ann` is about the letter. [M11] */

/** Longer messages have a task. */
const MAX_MESSAGE_CHARS = 240

const alone = patternsOf('alone')
const bound = kindAmong('bound')
const greeting = kindAmong('greeting')
/** `Use pytest`: nothing follows the tool, or what it replaces. */
const USES_TOOL =
  /^(?:use|verwende|benutze|nutze|nimm) ([a-z][\w.+-]{1,30})(?: (?:please|bitte)| (?:statt|not) .{1,30})?[.!]{0,3}$/iu

/** Words for one certain thing: `Keep the tone friendly in the letter`. */
const ONE_THING = /\b(?:the|my|his|her|their|der|dem|den|das|meine?[mnrs]?|ihre?[mnrs]?)\b/iu

/** @param order a sentence without words such as `please` before it */
export function isAloneOrder(order: string): boolean {
  if (bound(order) !== null) return false
  const rests = alone.map((pattern) => order.slice(endOf(pattern.exec(order))))
  return rests.some((rest) => rest !== order && !ONE_THING.test(rest)) || usesKnownTool(order)
}

function endOf(found: RegExpExecArray | null): number {
  return found === null ? 0 : found.index + found[0].length
}

/** Whether it orders to use a program that the product knows by its commands. */
function usesKnownTool(order: string): boolean {
  const [, tool] = USES_TOOL.exec(order) ?? []
  const row = tool === undefined ? null : rowOf(tool)
  return row !== null && !isQuietKind(row.kind)
}

/** Whether a message may hold such an order: short, and all its own words.
 * @param own the words of the message that are the person's */
export function mayHoldAlone(text: string, own: string): boolean {
  return text.length <= MAX_MESSAGE_CHARS && own === text
}

/** Whether a sentence without a statement is no task, either. */
export function isCourtesy(sentence: string): boolean {
  return greeting(sentence) !== null
}

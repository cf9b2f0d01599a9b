import { touchesOf } from '../anchors/artifacts.js'
import type { SourceMessage } from '../source/types.js'
import type { Indicator, Intent } from './indicator.js'
import { stepOf, type Step } from './step.js'

/** Two signs that speak against a step where they are seen, and say nothing where they are not. */

const SIGNAL_WEIGHT = 0.6
/** Steps of the assistant after a compression that are right after it. */
const RIGHT_AFTER_STEPS = 2

const ASKS =
  /\b(?:could|can|would) you (?:please )?(?:clarify|remind me|tell me (?:again|more|what)|share|provide|specify|give me more|let me know what)\b|\bwhat (?:would you like|do you want|should I|are we|were we|was I|is the (?:task|goal|issue|project))\b|\bI (?:don[’']t|do not|no longer) (?:have|see|recall|remember|know) (?:any |the |our |what )?(?:context|previous|earlier|conversation|history|details|task|goal|we were)\b|\bhow (?:can|may) I (?:help|assist)\b|\bneed (?:some )?more (?:context|information|details)\b/i
const ASKS_CJK =
  /请问(?:您|你)?(?:想|需要|希望)|(?:能|可以|可否)(?:再|请)?(?:说明|提醒|提供|告诉我)|需要我做什么|更多(?:信息|细节|上下文)|教えて(?:ください|いただけ)|もう一度.{0,12}(?:説明|教え)|何を(?:すれば|しましょう|お手伝い)/

/** The assistant asks what it was to do, right after a compression: the thread is lost.
 * @param stepsSince steps of the assistant since the last compression, this one included; null: there was none */
export function clarificationOf(step: Step, stepsSince: number | null): Indicator {
  const name = 'clarification'
  if (stepsSince === null) return { name, score: 1, weight: 0, reason: 'nothing was compressed before this step' }
  if (stepsSince > RIGHT_AFTER_STEPS)
    return { name, score: 1, weight: 0, reason: `${stepsSince - 1} steps since the last compression` }
  if (step.calls || !(ASKS.test(step.spoken) || ASKS_CJK.test(step.spoken)))
    return { name, score: 1, weight: 0, reason: 'asks nothing after the compression' }
  return { name, score: 0, weight: SIGNAL_WEIGHT, reason: 'asks what it was to do, right after a compression' }
}

const MAKES =
  /\b(?:implement|add|fix|write|create|build|change|refactor|update|remove|rename|replace|migrate|patch|port|resolve|solve|delete|move|convert|extend|generate)\b|实现|實現|添加|新增|修复|修復|修改|编写|重构|创建|删除|実装|追加|修正|作成|変更|書い/i
const CLAIMS =
  /\b(?:(?:task|work|fix|feature|change|implementation|refactor(?:ing)?|migration|issue|bug|plan|everything|it|that)(?:[’']s| is| are| has been| have been)? (?:now |all |successfully |fully )?(?:complete[d]?|done|finished|implemented|fixed|resolved|in place)|(?:all|now) done|I(?:[’']ve| have) (?:now |successfully |fully )?(?:completed|finished|implemented|fixed|resolved|added|created|updated|written))\b/i
const CLAIMS_CJK =
  /(?:已经?|全部)(?:完成|实现|修复|修改|添加)|完成了|完了しました|実装しました|修正しました|作成しました|できました/
/** Agents without tool calls write their commands between fences or tags. */
const COMMAND_IN_TEXT = /```|<\w+>/
/** Commands that leave something behind. */
const SHELL_WRITES =
  /(?:^|[\s;&|(])(?:sed -i|tee |patch |git (?:commit|apply|am|mv|rm|merge|rebase|cherry-pick)|mv |cp |rm |touch |mkdir |install )|[^-=<>&\d]>{1,2}\s?[\w./~"'$]/m

/** The assistant says that what it was asked to make is made, and nothing was written.
 * @param artifacts files that are known to have been written before `messages` */
export function completionOf(
  step: Step,
  messages: readonly SourceMessage[],
  intent: Intent,
  artifacts: number,
): Indicator {
  const name = 'completion'
  const noSignal = (reason: string): Indicator => ({ name, score: 1, weight: 0, reason })
  if (step.calls || COMMAND_IN_TEXT.test(step.spoken)) return noSignal('goes on working')
  if (!CLAIMS.test(step.spoken) && !CLAIMS_CJK.test(step.spoken)) return noSignal('does not say that anything is done')
  if (!MAKES.test(intent.text)) return noSignal('says that it is done; the intent asks for nothing to be written')
  if (artifacts > 0 || wrote(messages)) return noSignal('says that it is done, and files were written')
  return { name, score: 0, weight: SIGNAL_WEIGHT, reason: 'says that it is done, and no file was written' }
}

function wrote(messages: readonly SourceMessage[]): boolean {
  if (touchesOf(messages).length > 0) return true
  return messages.some(({ parts }) =>
    parts.some((part) => part.kind === 'call' && SHELL_WRITES.test(stepOf({ parts: [part] }).text)),
  )
}

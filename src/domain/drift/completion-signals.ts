import { touchesOf } from '../anchors/artifacts.js'
import type { SourceMessage } from '../source/types.js'
import type { Indicator, Intent } from './indicator.js'
import { stepOf, type Step } from './step.js'

/** Two signals that lower the score of a step when present and are neutral when absent. */

const SIGNAL_WEIGHT = 0.6
/** Weight of words that leave no doubt: they decide alone, whatever else the step names. */
const SURE_WEIGHT = 3
/** Number of assistant steps that count as directly after a compression. */
const RIGHT_AFTER_STEPS = 2

const ASKS =
  /\b(?:could|can|would) you (?:please )?(?:clarify|remind me|tell me (?:again|more|what)|share|provide|specify|give me more|let me know what)\b|\bwhat (?:would you like|do you want|should I|are we|were we|was I|is the (?:task|goal|issue|project))\b|\bI (?:don[’']t|do not|no longer) (?:have|see|recall|remember|know) (?:any |the |our |what )?(?:context|previous|earlier|conversation|history|details|task|goal|we were)\b|\bhow (?:can|may) I (?:help|assist)\b|\bneed (?:some )?more (?:context|information|details)\b/i // words: ok, matches model text
const ASKS_CJK =
  /请问(?:您|你)?(?:想|需要|希望)|(?:能|可以|可否)(?:再|请)?(?:说明|提醒|提供|告诉我)|需要我做什么|更多(?:信息|细节|上下文)|教えて(?:ください|いただけ)|もう一度.{0,12}(?:説明|教え)|何を(?:すれば|しましょう|お手伝い)/

/** Says that what was talked about is gone. */
const LOST =
  /\bI (?:don[’']t|do not|no longer|can(?:no|[’'])t) (?:have|see|recall|remember|know|access) (?:any |the |our |what )?(?:(?:previous|earlier|prior) )?(?:context|conversation|history|messages|we were)\b/i

/** Detects that the assistant asks for its task directly after a compression, a sign of lost context.
 * @param stepsSince assistant steps since the last compression, including this one; null if there was none */
export function clarificationOf(step: Step, stepsSince: number | null): Indicator {
  const name = 'clarification'
  if (stepsSince === null) return { name, score: 1, weight: 0, reason: 'no compression before this step' }
  if (stepsSince > RIGHT_AFTER_STEPS)
    return { name, score: 1, weight: 0, reason: `${stepsSince - 1} steps since the last compression` }
  if (step.calls || !(ASKS.test(step.spoken) || ASKS_CJK.test(step.spoken)))
    return { name, score: 1, weight: 0, reason: 'no question about the task after the compression' }
  if (LOST.test(step.spoken))
    return {
      name,
      score: 0,
      weight: SURE_WEIGHT,
      reason: 'says directly after a compression that it has lost the context',
    }
  return { name, score: 0, weight: SIGNAL_WEIGHT, reason: 'asks for its task directly after a compression' }
}

const MAKES =
  /\b(?:implement|add|fix|write|create|build|change|refactor|update|remove|rename|replace|migrate|patch|port|resolve|solve|delete|move|convert|extend|generate)\b|实现|實現|添加|新增|修复|修復|修改|编写|重构|创建|删除|実装|追加|修正|作成|変更|書い/i
const CLAIMS =
  /\b(?:(?:task|work|fix|feature|change|implementation|refactor(?:ing)?|migration|issue|bug|plan|everything|it|that)(?:[’']s| is| are| has been| have been)? (?:now |all |successfully |fully )?(?:complete[d]?|done|finished|implemented|fixed|resolved|in place)|(?:all|now) done|I(?:[’']ve| have) (?:now |successfully |fully )?(?:completed|finished|implemented|fixed|resolved|added|created|updated|written))\b/i
const CLAIMS_CJK =
  /(?:已经?|全部)(?:完成|实现|修复|修改|添加)|完成了|完了しました|実装しました|修正しました|作成しました|できました/
/** Agents without tool calls write commands in fences or tags. */
const COMMAND_IN_TEXT = /```|<\w+>/
/** Commands that change files. */
const SHELL_WRITES =
  /(?:^|[\s;&|(])(?:sed -i|tee |patch |git (?:commit|apply|am|mv|rm|merge|rebase|cherry-pick)|mv |cp |rm |touch |mkdir |install )|[^-=<>&\d]>{1,2}\s?[\w./~"'$]/m

/** Detects that the assistant claims to have finished a change although it wrote no file.
 * @param artifacts number of files known to be written before `messages` */
export function completionOf(
  step: Step,
  messages: readonly SourceMessage[],
  intent: Intent,
  artifacts: number,
): Indicator {
  const name = 'completion'
  const noSignal = (reason: string): Indicator => ({ name, score: 1, weight: 0, reason })
  if (step.calls || COMMAND_IN_TEXT.test(step.spoken)) return noSignal('still working')
  if (!CLAIMS.test(step.spoken) && !CLAIMS_CJK.test(step.spoken)) return noSignal('no claim of completion')
  if (!MAKES.test(intent.text)) return noSignal('claims completion; the intent requires no file')
  if (artifacts > 0 || wrote(messages)) return noSignal('claims completion; files were written')
  return { name, score: 0, weight: SIGNAL_WEIGHT, reason: 'claims completion, but no file was written' }
}

function wrote(messages: readonly SourceMessage[]): boolean {
  if (touchesOf(messages).length > 0) return true
  return messages.some(({ parts }) =>
    parts.some((part) => part.kind === 'call' && SHELL_WRITES.test(stepOf({ parts: [part] }).text)),
  )
}

import { wordSet } from '../texts.js'
import { touchesOf } from '../anchors/artifacts.js'
import type { SourceMessage } from '../source/types.js'
import type { Indicator, Intent } from './indicator.js'
import type { Step } from './step.js'

/** Two signals that lower the score of a step when present and are neutral when absent. */

const SIGNAL_WEIGHT = 0.6
/** Weight of words that leave no doubt: they decide alone, whatever else the step names. */
const SURE_WEIGHT = 3
/** Number of assistant steps that count as directly after a compression. */
const RIGHT_AFTER_STEPS = 2

const CJK_ASKS = [
  ...['请问', '能说明', '再说明', '请说明', '提醒我', '告诉我', '需要我做什么', '更多信息', '更多细节', '更多上下文'],
  ...[
    '教えてください',
    '教えていただけ',
    'もう一度説明',
    'もう一度教え',
    '何をすれば',
    '何をしましょう',
    '何をお手伝い',
  ],
]
/** Questions for the task, without words that say nothing. */
const ASKS = [
  ...['could', 'can', 'would'].flatMap((verb) =>
    'clarify,remind me,share,provide,specify,give me more,let me know what,tell me again,tell me more,tell me what' // words: ok
      .split(',')
      .map((rest) => `${verb} you ${rest}`),
  ),
  ...['what would you like', 'what do you want', 'what should i', 'what are we', 'what were we', 'what was i'],
  ...['what is task', 'what is goal', 'what is issue', 'what is project', 'can i help', 'may i help', 'can i assist'],
  ...['need more context', 'need more information', 'need more details', 'need some more'],
]
const SAYS_NOTHING = wordSet('please the a any our what earlier previous prior')
/** `I no longer have the conversation`: what is talked about is gone. */
const LACKS = wordSet('have see recall remember know access')
const NEGATES = wordSet("don't not longer can't cannot")
const LOST = wordSet('context conversation history messages')
const LOST_OR_UNKNOWN = wordSet('context conversation history messages details task goal previous earlier')

function asks(spoken: string): boolean {
  const words = wordsIn(spoken)
  const bare = words.filter((word) => word === 'what' || !SAYS_NOTHING.has(word)).join(' ')
  return (
    ASKS.some((question) => ` ${bare} `.includes(` ${question} `)) ||
    CJK_ASKS.some((question) => spoken.includes(question)) ||
    lacks(words, LOST_OR_UNKNOWN)
  )
}

/** Whether a text says that its writer does not have, see or remember one of the things. */
function lacks(words: readonly string[], things: ReadonlySet<string>): boolean {
  return words.some((word, at) => {
    if (!LACKS.has(word) || !words.slice(Math.max(0, at - 2), at).some((one) => NEGATES.has(one))) return false
    const after = words.slice(at + 1, at + 4)
    const thing = after.find((one) => things.has(one) || !SAYS_NOTHING.has(one)) ?? ''
    return (
      words.slice(Math.max(0, at - 3), at).includes('i') && (things.has(thing) || after.join(' ').includes('we were'))
    )
  })
}

function wordsIn(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}']+/gu) ?? []
  )
}

/** Detects that the assistant asks for its task directly after a compression, a sign of lost context.
 * @param stepsSince assistant steps since the last compression, including this one; null if there was none */
export function clarificationOf(step: Step, stepsSince: number | null): Indicator {
  const name = 'clarification'
  if (stepsSince === null) return { name, score: 1, weight: 0, reason: 'no compression before this step' }
  if (stepsSince > RIGHT_AFTER_STEPS)
    return { name, score: 1, weight: 0, reason: `${stepsSince - 1} steps since the last compression` }
  if (step.calls || !asks(step.spoken))
    return { name, score: 1, weight: 0, reason: 'no question about the task after the compression' }
  if (lacks(wordsIn(step.spoken), LOST))
    return {
      name,
      score: 0,
      weight: SURE_WEIGHT,
      reason: 'says directly after a compression that it has lost the context',
    }
  return { name, score: 0, weight: SIGNAL_WEIGHT, reason: 'asks for its task directly after a compression' }
}

/** Words of requests that need a file, and of reports that it is done. */
const MAKES = wordSet(
  'implement add fix write create build change refactor update remove rename replace migrate patch port resolve solve delete move convert extend generate',
)
const CJK_MAKES = '实现 實現 添加 新增 修复 修復 修改 编写 重构 创建 删除 実装 追加 修正 作成 変更 書い'.split(' ')
const DONE = wordSet('complete completed done finished implemented fixed resolved added created updated written')
const CLAIMS = wordSet(
  "is are was been has have now all i've it's that's task work fix feature change implementation refactoring migration issue bug plan",
)
const CJK_CLAIMS = [
  ...['完成', '实现', '修复', '修改', '添加'].flatMap((verb) => [`已${verb}`, `已经${verb}`, `全部${verb}`]),
  '完成了',
  '完了しました',
  '実装しました',
  '修正しました',
  '作成しました',
  'できました',
]
/** Agents without tool calls write commands in fences or tags. */
const COMMAND_IN_TEXT = /```|<\w+>/

function claimsToBeDone(spoken: string): boolean {
  const words = wordsIn(spoken)
  return (
    words.some((word, at) => DONE.has(word) && words.slice(Math.max(0, at - 2), at).some((one) => CLAIMS.has(one))) ||
    CJK_CLAIMS.some((claim) => spoken.includes(claim))
  )
}

function needsFile(intent: string): boolean {
  return wordsIn(intent).some((word) => MAKES.has(word)) || CJK_MAKES.some((verb) => intent.includes(verb))
}

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
  if (!claimsToBeDone(step.spoken)) return noSignal('no claim of completion')
  if (!needsFile(intent.text)) return noSignal('claims completion; the intent requires no file')
  if (artifacts > 0 || touchesOf(messages).length > 0) return noSignal('claims completion; files were written')
  return { name, score: 0, weight: SIGNAL_WEIGHT, reason: 'claims completion, but no file was written' }
}

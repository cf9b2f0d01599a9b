import { isFileTool } from '../../knowledge/read.js'
import { isShell } from '../anchors/shell-files.js'
import type { Passage } from '../source/reading.js'
import { isNextStep } from '../source/sentences.js'

/** Recognizes sentences of a working session that say nothing outside their place. They are lines only if a span has no
 * others. [C4] */

/** A sentence with fewer words that names nothing is a verdict on what is no longer there: `The fix is straightforward.` */
const MIN_WORDS_UNNAMED = 9
/** Openings that point to a sentence before. */
const POINTS_BACK =
  /^(?:(?:and|but|so|or|also|now|then|both|all|each|one|none|neither|either|here|there)\b,? )?(?:this|that|these|those|it|they|he|she|here|there|the (?:first|second|third|former|latter|other|same|issue|problem|fix|error|test|change|plan|edit|file|code))\b(?:['’]s\b)?/i
/** What an agent is doing now, and guesses. */
const NARRATES =
  /\b(?:maybe|perhaps)\b|^(?:(?:now|next|then|first),? )?(?:adding|applying|building|checking|committing|creating|continuing|executing|fixing|implementing|looking|moving|pushing|reading|running|searching|starting|testing|updating|using|verifying|working|writing)\b|[,;:.—–-] ?(?:so )?(?:let me|let['’]s|i['’]ll|i will)\b|^i(?:['’]m| am) (?:\w+ing)\b|^i(?:['’]ve| have) (?:been|read|seen|reviewed|looked|checked)\b/i
/** Steps that are done by now, and labels of a list whose introduction is absent. */
const PLANS =
  /^(?:(?:so|and|but|then),? )?(?:(?:now|next|then),? (?:add|amend|apply|build|call|change|check|commit|create|extract|fix|implement|make|move|push|refactor|remove|rename|replace|run|test|update|use|verify|wire|write)\b|(?:we|i)(?: still)? (?:need to|should|could|can(?: (?:just|also|try))?)\b|we(?:['’]ll| will)\b|need to\b|look at\b|i (?:just|notice|wonder)\b|(?:step|line|row|case) \d{1,4}\+?:)/i
/** Guesses and weighed options: what was found out follows in the conversation. */
const GUESSES =
  /\b(?:might|could|would|perhaps|probably|likely|presumably|seems?|looks like|suggests)\b|^(?:(?:so|and|but),? )?(?:one|another|the other|the simplest) (?:approach|fix|option|possibility|way)\b/i
/** Items of a plan. Before a call they are no facts: what was done follows in the conversation. */
const ASKS_FOR_STEP =
  /^(?:(?:fix|step|task|option) \d{1,3}: ?)?(?:add|adjust|allow|apply|call|change|check|convert|create|delete|display|ensure|extract|fix(?= (?:the|it|a|an)\b| `)|handle|implement|import|make|modify|move|override|pass|refactor|remove|rename|replace|return|run|skip|store|update|use|verify|wire|write) (?!to\b)/i
/** A sentence whose subject is in the sentence before. "This project" names itself. */
const LEANS =
  /^(?:(?:and|but|so|or|also|now|then|no|yes|yep),? ){0,2}(?:it|they|he|she|(?:this|that|these|those)(?! (?:app|branch|codebase|commit|machine|plan|pr|project|pull|release|repo|repository|session|version)\b))\b/i
/** What an agent expects, reasons that it ruled out, and answers to its own questions. */
const SETTLES_NOTHING =
  /\bshould(?:n['’]t| not)?(?: still| also| now)? (?:affect|be (?:fine|called|ok(?:ay)?)|fail|handle|happen|matter|work)\b|n['’]t (?:actually )?(?:the|our|an?) (?:actual |real )?(?:bug|cause|issue|problem)\b|\bnot (?:actually )?(?:the|our|an?) (?:actual |real )?(?:bug|cause|issue|problem)\b|^(?:yes|no|or|otherwise|interesting|right|correct)\b(?: better(?: yet)?)?[,.!:—–-]? /i
/** Introductions of a list of guesses or examples: `Then either:`, `The options are:`. */
const INTRODUCES_GUESSES =
  /\b(?:either|options?|approach(?:es)?|alternatives?|possib\w{1,8}|hypothes[ei]s|theor(?:y|ies)|ideas?|questions?|suppose|imagine)\b/i
/** Introductions of a list of steps. */
const INTRODUCES_STEPS =
  /\b(?:need(?:s|ed)?|want(?:s|ed)?|should|must|plan(?:ned)?|steps?|todo|going to|have to|required|the (?:fix|solution))\b/i
/** The state of work in a text that a client wrote when it summed up a session. The work went on. */
const UNFINISHED =
  /\b(?:in progress|pending|unfinished|(?:most|more) recent work|current(?:ly)? (?:state|status|work(?:ing)?)|still (?:has|have|need(?:s|ed)?|use[ds]?)|need(?:s|ed)? to|not (?:been )?(?:committed|done|pushed|run|tested|verified))\b/i
const WIDE = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0eff]/
const NAMED = /[`\d"“/]|\w_\w|\w\(\)|[a-z][A-Z]|\b[A-Z]{2,}/

/** Returns the messages of an agent that works with tools beside or before a call, so that its turn goes on. */
export function seqsBeforeCalls(passages: readonly Passage[]): Set<number> {
  const found = new Set<number>()
  let goesOn = false
  for (const { voice, seq } of passages.toReversed()) {
    if (voice === 'human') goesOn = false
    else if (voice === 'call') goesOn = true
    if (goesOn) found.add(seq)
  }
  return found
}

/** @param exact whether the sentence has exact strings */
export function saysNothingAlone(
  text: string,
  { voice, tool }: Pick<Passage, 'voice' | 'tool'>,
  exact: boolean,
): boolean {
  // Files can be read again, and commands run again.
  if (voice === 'result' && tool === '') return UNFINISHED.test(text) || isNextStep(text)
  if (voice === 'call' || voice === 'result') return isFileTool(tool) || isShell(tool)
  if ((voice !== 'spoken' && voice !== 'thought') || WIDE.test(text)) return false
  if (voice === 'thought' && (isTentative(text) || leansOnBefore(text))) return true
  if (NARRATES.test(text) || PLANS.test(text)) return true
  if (exact || NAMED.test(text)) return false
  return POINTS_BACK.test(text) || text.split(/\s+/).length < MIN_WORDS_UNNAMED
}

/** Whether a spoken sentence only supposes something, or asks for a step that follows: `Pass it to the parser`. */
export function isTentative(text: string): boolean {
  return GUESSES.test(text) || ASKS_FOR_STEP.test(text) || SETTLES_NOTHING.test(text)
}

/** Whether the items below an introduction are guesses, or lack what the introduction points to: `It has:`. */
export function introducesGuesses(introduction: string): boolean {
  return GUESSES.test(introduction) || INTRODUCES_GUESSES.test(introduction) || leansOnBefore(introduction)
}

/** Whether the items below an introduction are steps, which are done when someone reads of them. */
export function introducesSteps(introduction: string): boolean {
  return INTRODUCES_STEPS.test(introduction)
}

/** Whether a sentence is only understood after the one before it. */
export function leansOnBefore(text: string): boolean {
  return LEANS.test(text)
}

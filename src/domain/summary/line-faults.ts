import { hasLetterOrDigit, introduces, oneLine, withoutBlanks } from '../texts.js'
import { containsAnchor } from '../anchors/anchors.js'
import { touchesOf } from '../anchors/artifacts.js'
import { exactStrings } from '../anchors/exact-strings.js'
import { indexSource } from '../anchors/source-index.js'
import { textKey } from '../goal/goal.js'
import type { ContentKind } from '../model/help.js'
import { baseOf } from '../shell/script-files.js'
import { sourceText, type Passage } from '../source/reading.js'
import type { ProposedLine, SourceMessage } from '../source/types.js'
import { UNSAID_ABSENCE, unsaidAbsences } from './absence.js'
import { argumentWords } from './argument-words.js'
import { ANSWERED, repliedQuestions } from './closed-questions.js'
import { isEcho } from './echo.js'
import type { Provenance } from './provenance.js'
import { isDeed, type Support } from './support.js'

/** Finds why a line of a model may not be in a checkpoint: it repeats the prompt, or says what the source does not. [P7] [P14] [V4] */

/** Minimum characters of a goal text. A shorter one may appear in a line by chance. */
const MIN_REPEATED_CHARS = 12
/** Minimum share of a goal text in a line. A line with a smaller share has content of its own. */
const REPEATED_SHARE = 0.6
export const UNSUPPORTED = 'its words are absent from the source'

/** The model read them, so they are not invented; what was done is in the values. */
const NAMES_ARGUMENTS = 'names arguments of a call, which says nothing'

/** Why a line is dropped. */
export interface Fault {
  reason: string
  /** Whether the line says what the source does not. Others repeat, introduce what does not follow, or ask what was answered. */
  isUntrue: boolean
}

export interface Faults {
  /** Returns why the line is dropped; null: it may stay. */
  of(line: ProposedLine): Fault | null
  /** Exact strings of the lines that were asked about, and those of them that are invented. */
  written: ReadonlySet<string>
  invented: ReadonlySet<string>
}

/** Returns the faults of lines about these messages.
 * @param exactTexts exact strings of the source */
export function faultsIn({
  source,
  passages,
  exactTexts,
  promptTexts,
  support,
  provenance,
  content,
}: {
  source: readonly SourceMessage[]
  passages: readonly Passage[]
  exactTexts: readonly string[]
  promptTexts: readonly string[]
  support: Support
  provenance: Provenance
  content: ContentKind | undefined
}): Faults {
  const [sourceIndex, isArgument] = [indexSource(passages, exactTexts), argumentWords(source)]
  const [promptText, whole] = [promptTexts.join('\n'), sourceText(passages)]
  const [repeatsPrompt, isCopied] = [promptRepeater(promptTexts, whole), copiedFrom(whole)]
  const [isUnsaidAbsence, isReplied] = [unsaidAbsences(passages), repliedQuestions(passages, { content, promptTexts })]
  const changesNoFile = unchangedIn(source, content)
  const [written, invented] = [new Set<string>(), new Set<string>()]
  return {
    written,
    invented,
    of: ({ kind, text }) => {
      if (isEcho(text)) return empty('repeats the instructions')
      if (kind !== 'code' && introduces(text)) return empty('introduces what does not follow')
      if (repeatsPrompt(text)) return empty('repeats a goal from the prompt; absent from the source')
      if (kind !== 'code' && isUnsaidAbsence(text)) return empty(UNSAID_ABSENCE)
      const own = exactStrings(text)
      for (const found of own) written.add(found.text)
      const absent = sourceIndex.inventedIn(text)
      const foreign = absent.filter((found) => !isArgument.has(found.text))
      for (const found of foreign) if (!containsAnchor(found, promptText)) invented.add(found.text)
      if (foreign.length > 0) return untrue(`absent from the source: ${foreign.map((found) => found.text).join(', ')}`)
      if (absent.length > 0) return empty(NAMES_ARGUMENTS)
      if (kind === 'code') return isCopied(text) ? null : untrue(UNSUPPORTED)
      if (provenance.isPutInMouth(text)) return untrue('says of the user what was not said')
      if (kind === 'question' && isReplied(text)) return empty(ANSWERED)
      if (kind === 'artifact' && changesNoFile(text)) return untrue('names files that no call changed')
      return support.levelOf(text, own.length > 0, isDeed(kind)) === 'unsupported' ? untrue(UNSUPPORTED) : null
    },
  }
}

function empty(reason: string): Fault {
  return { reason, isUntrue: false }
}

function untrue(reason: string): Fault {
  return { reason, isUntrue: true }
}

/** Returns a check for whether a snippet of code is in the source, whatever its spaces. [P14] */
function copiedFrom(source: string): (code: string) => boolean {
  let plain: string | null = null
  return (code) => (plain ??= withoutBlanks(source)).includes(withoutBlanks(code))
}

/** Returns a check for whether a text about files names none that a call changed. A bare list of names says that all of them were changed.
 * Of a span without calls, only a bare list is refused: what was done with files is in its sentences. Lines of older checkpoints, whose
 * kind of content is unknown, name changed files already. [P14] */
function unchangedIn(source: readonly SourceMessage[], content: ContentKind | undefined): (text: string) => boolean {
  const hasCalls = source.some(({ parts }) => parts.some(({ kind }) => kind === 'call'))
  if (!hasCalls && content === undefined) return () => false
  const names = touchesOf(source).map(({ path }) => baseOf(path))
  const isChanged = (path: string) => names.some((name) => path.includes(name))
  return (text) => {
    const paths = exactStrings(text).filter(({ kind }) => kind === 'path')
    if (paths.length > 0 && isBareList(text)) return !paths.every((path) => isChanged(path.text))
    return hasCalls && paths.length > 0 && !isChanged(text)
  }
}

/** Whether a text has no words beside its exact strings. */
function isBareList(text: string): boolean {
  let rest = text
  for (const { text: exact } of exactStrings(text)) rest = rest.replaceAll(exact, ' ')
  return !hasLetterOrDigit(rest)
}

/** Returns a check for whether a line mostly repeats a prompt text that is absent from the source. */
function promptRepeater(promptTexts: readonly string[], source: string): (line: string) => boolean {
  if (promptTexts.length === 0) return () => false
  const sourceKey = oneLine(source.normalize('NFKC').toLowerCase())
  const keys = promptTexts.map(textKey).filter((key) => key.length >= MIN_REPEATED_CHARS && !sourceKey.includes(key))
  return (line) => {
    const text = textKey(line)
    return keys.some((key) => key.length >= text.length * REPEATED_SHARE && text.includes(key))
  }
}

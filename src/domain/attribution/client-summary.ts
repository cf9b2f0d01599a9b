/** Recognizes a summary of the conversation that a program wrote in the place of older messages. Its sentences are those of a model: none is a
 * rule or decision of the person. [P14] [C9] */

/** How the summaries of known clients begin: Claude Code, Codex, opencode, Gemini CLI, LangChain, and others. */
const OPENINGS = [
  'this session is being continued from a previous conversation',
  ...['another language model started to solve this problem and produced a summary', '<state_snapshot>'],
  // nanobot: the summary is in the system text.
  'continue the active task from the working-memory checkpoint above',
  ...['<conversation_summary>', '<conversation-checkpoint>', '<summary>'],
]
const KIND = '(?:conversation|context|session|chat|discussion)'
const BEFORE = '(?:(?:earlier|previous|prior) )?'
const INTRODUCED =
  "(?:(?:here(?:'s| is)|this is|the following is|below is) (?:a|an|the|our|your) )?(?:brief |short |detailed )?"
const HEADING = new RegExp(
  `^[#[*\\s]*${INTRODUCED}(?:${BEFORE}${KIND} summary|summary of (?:the|our|this) ${BEFORE}(?:${KIND}|messages))\\b`,
)
/** Characters in which a summary says what it is. */
const HEAD_CHARS = 400

/** Whether a text begins as such a summary. A request for one does not. */
export function isSummaryText(text: string): boolean {
  const start = text.slice(0, HEAD_CHARS).trim().toLowerCase().replaceAll('’', "'")
  return OPENINGS.some((opening) => start.startsWith(opening)) || HEADING.test(start)
}

/** The form of the table of kinds of lines: which words make a sentence a rule, a decision, a plan. The table is data; read.ts
 * compiles and reads it. [C4] [C9] */

export const LINE_KINDS = [
  // What must survive.
  ...(['rule', 'preference', 'decision', 'marker', 'choice'] as const),
  // What looks like one of them and is none.
  ...(['supposition', 'undecided'] as const),
  // What passes with the moment.
  ...(['opening', 'aside', 'greeting', 'courtesy', 'first', 'request', 'direction', 'order'] as const),
  // What an agent says while it works.
  ...([
    ...['thought', 'question', 'next', 'fix', 'done', 'narration', 'guess', 'unsettled', 'unfinished', 'conclusion'],
  ] as const),
  // What says nothing without the line before it, and what the items below it are.
  ...(['pointing', 'leaning', 'guesses', 'steps'] as const),
  // What a question asks for: words of one side, a time. What a line says of a file, a failure, a step.
  ...([
    'of-assistant',
    'of-user',
    'time-question',
    'unchanged',
    'diagnosis',
    'blocked',
    'asking-clause',
    'refusal',
    'fact-question',
  ] as const),
  // What one who serves says: offers, wishes, requests to wait; and requests for data.
  ...(['politeness', 'asking'] as const),
  // What a person says for every session to come, and what holds only now.
  ...([
    'lead',
    'general',
    'duty',
    'answering',
    'from-now-on',
    'always',
    'imperative',
    'statement',
    'addressed',
  ] as const),
  ...(['bound', 'reassurance', 'advice', 'weighing', 'universal', 'all-of-kind', 'each-time'] as const),
  // What orders without an imperative, and what only reports what always happens.
  ...(['brief', 'report'] as const),
  // Decisions and preferences that last, and those that do not.
  ...(['day', 'lasting', 'while', 'once', 'framing', 'hedge', 'condition', 'doubt'] as const),
  // Where a clause begins that says what a person likes, has settled, or is, and wants of what an assistant makes.
  ...(['preferring', 'prefers-it', 'decided', 'naming', 'liking', 'settling', 'being', 'wishing'] as const),
  // What orders, wishes, and duties hold for longer if they are about, and what binds them to one thing.
  ...(['topic', 'named', 'definite', 'using', 'standing-order', 'duty-of'] as const),
  // Which thing it is about, and why; what is without its end; a choice, and what makes it a taste.
  ...(['certain', 'one', 'reason', 'shown', 'open-end', 'no-taste', 'choosing', 'comparing'] as const),
  // What replaces and ends what was said before, and the parts of a statement.
  ...(['ending', 'taken-back', 'replacing', 'dropping', 'after-dropped', 'case', 'purpose'] as const),
  // What holds only if the message has nothing else to which it could belong.
  ...(['alone'] as const),
  // What a whole message is: it gives the assistant a role, or shows a text to work on.
  ...(['role', 'showing', 'pointed'] as const),
  // In a rule: the form of an order to the reader, a duty, a request, what only happened to people; all that is said in a conversation; a list of
  // rules below.
  ...(['ordering', 'barring', 'bidding', 'obligation', 'asked', 'account', 'conversation', 'listing'] as const),
  // In an order: what is below, others, a place, a plan; in Chinese all times. What comforts instead.
  ...(['below', 'others', 'here', 'proposing', 'all-times', 'comfort'] as const),
  // A plan in the form of a decision, what makes it one of the project, and a choice of what was offered.
  ...(['proposal', 'resolving', 'settled', 'offered'] as const),
  // What assistants do, for whom, in which language, and what says that it holds beyond the task.
  ...(['deed', 'bare-order', 'saying', 'saying-form', 'asker', 'personal', 'beyond-task', 'content'] as const),
] as const
export type LineKind = (typeof LINE_KINDS)[number]

/** Where in a sentence the words are. `start`: at its start. `opens`: there, before a word. `clause`: at its start or the start of a
 * clause, before a word. `within`: anywhere before a word. `end`: at its end, before `.` and `!`. `short`: at its start, if little
 * follows. `whole`: nothing else is in it but `.` and `!`. `clause-end`: all of its last clause. */
export type Place = 'start' | 'opens' | 'clause' | 'anywhere' | 'within' | 'end' | 'short' | 'whole' | 'clause-end'

/** A row as the table of its language has it. */
export interface TableRow {
  kind: LineKind
  /** Of rows of several kinds that recognize a line, the one with the highest number decides. 10 if absent. */
  priority?: number
  at?: Place
  /**
   * Words, separated by blanks; a comma may follow each. Upper and lower case are the same.
   * - `a|b` one of two · `a_b` two words that are one choice · `a?` a word that may be absent · `!a` a word that is not next
   * - `*ing` the end of a word · `push*` the start of one · `{capital}a` with a capital letter
   * - `{word}` any word · `{name}` any word with a capital letter · `{address}` a host or a path · `{latin}` a Latin letter · `#` a number
   * - `…` up to 60 characters, of Chinese and Japanese 12 · `{words}` up to 160, of those 16, without a sign that ends a clause
   * - `$` the end of the text
   */
  phrases?: readonly string[]
  /** Phrases that may not follow, and words that may not come before. */
  notThen?: readonly string[]
  notAfter?: readonly string[]
  /** Instead of phrases, for what is not a word: signs at the end of a sentence, a marker. */
  pattern?: RegExp
  /** Its tests. Each phrase, each choice and each word that may not follow needs one that fails without it. */
  like: Texts
  unlike: Texts
}

export interface LineRow extends TableRow {
  priority: number
  /** Two letters. Words of Chinese and Japanese have no blanks around them. */
  language: string
}

/** Texts with `|` between them; as a list if they contain it, or if they are computed. */
export type Texts = string | readonly string[]

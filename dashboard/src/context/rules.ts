/** What the rules mean that say why an entry is in a context. */
const MEANINGS: Record<string, string> = {
  P4: 'System prompt, human words, active goals, locks and pins stay in the context byte for byte.',
  P5: 'Every call has its result, and every result its call, as the format of the model requires.',
  T3: 'Everything that the model sees is counted: prompt, tools, goals, checkpoints and wrappers.',
  C2: 'The newest messages stay as they were received.',
  C4: 'A checkpoint replaces older messages by lines; each line names the messages that it comes from.',
  C9: 'The ledger keeps exact lines beside the checkpoints. No model rewrites them.',
  D1: 'A large result is offloaded: a placeholder replaces it, and it can be read back by its id.',
  D2: 'A result is condensed by the rule for its kind of tool.',
  D3: 'Long arguments of old calls become a placeholder once their content is stored elsewhere.',
  D4: 'Calls and results of a task leave when the task has ended.',
  D5: 'Results older than the newest tool groups become one line.',
  D7: 'Reasoning of closed turns leaves first.',
  D8: 'A human message that cannot fit whole is shown as its verbatim head and tail.',
  G2: 'The active goal and every locked decision are part of every context, verbatim.',
  M5: 'Words from earlier that answer a question are quoted before it, each with its source.',
  M11: 'What people stated for all sessions of a scope, verbatim, each with its message.',
  R4: 'When not everything fits, the cheapest set of steps that frees enough is taken.',
}

/** Returns what a rule means; empty for one without an explanation. */
export const meaningOf = (rule: string): string => MEANINGS[rule] ?? ''

/** What `npm run eval -- --help` prints: the arguments of each evaluation and what it measures. */
export const USAGE = {
  survival: ['[--size 16K] FILE…', 'Exact strings of messages that left the context, and how much of the prompt stays'],
  drift: ['[--half tuning] [--embed-model NAME] FOLDER', 'Right verdicts about labeled steps'],
  savings: ['[--size 16K] FOLDER', 'What the deterministic rules save, for every preset'],
  'model-calls': ['[--size 16K] FOLDER', 'Model calls that the deterministic rules save'],
  goals: ['[--size 16K] FILE…', 'Positions of the goal in the context'],
  search: ['FOLDER', 'Questions whose evidence is among the first hits'],
  continuation: [
    '[--sizes 8K,16K,32K] [--sample N] [--step 4] [--model scripted|NAME] [--dump DIR] [--only TEXT] [--priority cache] FILE or FOLDER…',
    'What a model that continues a coding session from the context would know',
  ],
  outcomes: ['[--wrong]', 'What checkpoints say of labeled outputs, by group of runners'],
  facts: [
    '[--turns 60,200,600] [--loss 0,15,50] [--size 16K] [--markers] [--log plain,varied] [--where]',
    'Planted facts that a forgetful summarizer leaves in view',
  ],
  aging: ['[--turns 60,200] [--loss 0,15] [--size 16K]', 'Planted facts, by the way in which checkpoints age'],
  giants: ['[--size 16K]', 'What one message of 27,000 words leaves of a half full context'],
  ratios: ['[--size 8K] [--messages 160] FILE…', 'Contexts that a server with another tokenizer would cut'],
  inventions: [
    '[--sizes 8K,16K] [--scenarios inventing,embroidering,distorting] FILE…',
    'Words of checkpoints that are in no message; ends with 1 if there are any',
  ],
  anchors: ['[--model NAME] [--spans N] FILE…', 'Important exact strings that one compression keeps'],
  prefix: [
    '--model NAME [--messages 60] [--step 4] [--limit 6800] [--num-ctx LIMIT] FILE',
    'Prompt tokens that a model server reads again',
  ],
  door: [
    '--model NAME [--turns 40] [--window 4096] [--predict 60] [--summary NAME]',
    'What a model server behind the Ollama door could keep from the call before',
  ],
  recall: [
    '[--size 8K] [--every 1] [--only NAME,…] [--priority cache] [--list FILE] [--summary-model NAME] [--host URL] [--dump FILE] FILE…',
    'Questions about a long conversation whose answers are in view, with and without recall',
  ],
  answers: [
    '--model NAME [--host URL] [--size 8K] [--questions N] [--only NAME,…] [--keep FILE] [--timeout 900] [--patience 600] [--summary-model NAME] FILE',
    'Answers of a model to the questions of LoCoMo, by what it was sent',
  ],
  pairs: [
    '--folder FOLDER --summary-model NAME [--host URL] [--size 8K] [--pairs 30] [--seed 1] [--minutes N] [--prompt-tokens N] [--talks FILE …] [--verdicts FILE] [LOG …]',
    'Checkpoints with and without a model, side by side, to be judged blind',
  ],
  standing: ['[--size 16K] FILE…', 'Questions that an instruction or a preference of another session governs'],
  window: ['[--size 8K] [--only NAME,…] FILE…', 'The context beside the newest messages that fit, without recall'],
  longmemeval: ['FILE', 'Questions of LongMemEval whose sessions the search finds'],
} as const satisfies Record<string, readonly [args: string, what: string]>

export type EvalName = keyof typeof USAGE

/** Returns the help of one evaluation, or of all. @param name null: all */
export function usageText(name: string | null): string {
  const known = Object.entries(USAGE).filter(([one]) => name === null || !(name in USAGE) || one === name)
  const lines = known.flatMap(([one, [args, what]]) => [`  ${one} ${args}`, `      ${what}.`])
  return ['npm run eval -- NAME [options] [FILE or FOLDER …]', '', ...lines, ''].join('\n')
}

import type { Json } from '../../src/domain/message.js'
import { callOf, factsOf, hasDecision, hasError, hasRule, pick, proseOf } from './planted-facts.js'
import type { PlantedLog } from './planted-log.js'

/** The third log with planted facts: written with the tools of other clients, with runs whose failures a later run of the same command no longer
 * prints, and with short closing statements. It found faults that the other two do not. */

const GOALS = ['Marigold', 'Tundra']
const DECISIONS: ((fact: string, step: number) => string)[] = [
  (fact, step) => `Settled on ${fact} for chapter ${step}. It is small and has no dependencies.`,
  (fact, step) => `I'll stick with ${fact} in chapter ${step} since the tests already cover it.`,
  (fact, step) => `Chapter ${step}: ${fact} instead of the old one, as it handles large files.`,
  (fact, step) => `After comparing both, ${fact} wins for chapter ${step}.`,
  (fact, step) => `Let's use ${fact} for chapter ${step}. The rest stays.`,
  (fact, step) => `Für Kapitel ${step} habe ich mich für ${fact} entschieden.`,
  (fact, step) => `第 ${step} 章我们用 ${fact}，性能更好。`,
  (fact, step) => `Reading done. I picked ${fact} for chapter ${step} because the license allows it.`,
]
const RULES: ((fact: string) => string)[] = [
  (fact) => `${fact} is off limits.`,
  (fact) => `Make sure ${fact} keeps its name.`,
  (fact) => `Keep your hands off ${fact}, please.`,
  (fact) => `You must not rename ${fact}.`,
  (fact) => `${fact} darf nicht größer als 40 werden.`,
  (fact) => `不要修改 ${fact}。`,
]
const REQUESTS: ((step: number) => string)[] = [
  (step) => `ok now chapter ${step}`,
  (step) => `Great. Chapter ${step} please.`,
  (step) => `I'd like chapter ${step} now.`,
  (step) => `weiter mit Kapitel ${step}`,
  (step) => `请继续第 ${step} 章`,
]
const CLOSINGS: ((step: number) => string)[] = [
  (step) => `Done with chapter ${step}. The file is written and the index links to it.`,
  (step) => `Chapter ${step} is complete!`,
  (step) => `All set: chapter ${step} now has its page.`,
  (step) => `Kapitel ${step} steht.`,
]
const OPEN: ((fact: string) => string)[] = [
  (fact) => `However, ${fact} keeps failing and needs another look.`,
  (fact) => `I could not get ${fact} to pass.`,
  (fact) => `Remaining problem: ${fact}.`,
  (fact) => `Offen bleibt ${fact}.`,
]
const SENTENCES = [
  'The valley has two springs, one of which runs dry between August and the first storms of October.',
  'Maps from before the war show a mill here, though its foundation was never found.',
  'Sheep are driven up in May, and the bells can be heard as far as the chapel.',
  'A second bridge was planned in 1961 but the council spent the money on the school.',
  'The slate comes from three quarries; only the northern one is still worked by hand.',
  'In wet years the lower path is closed, so walkers take the forest road instead.',
  'Letters took four days by cart and are kept today in the archive at the town hall.',
]
const number = (step: number) => String(step).padStart(3, '0')
const decisionOf = (step: number) => `lib-quill${number(step)}`
const ruleOf = (step: number) => `MAX_ROWS_${number(step)}`
const pathOf = (step: number) => `pkg/${['atlas', 'paths', 'flora'][step % 3]}/page_${number(step)}.go`
const errorOf = (step: number) => `TestPage${number(step)}`
export const clientsLog: PlantedLog = {
  goals: GOALS,
  facts: (turns) =>
    factsOf(turns, { goals: GOALS, rule: ruleOf, decision: decisionOf, artifact: pathOf, error: errorOf }),
  turn: (step, markers) => {
    const opening =
      step === 0
        ? `Hi! I am writing a guide called ${GOALS[0]}; when that is out, a sequel named ${GOALS[1]} follows.\n`
        : ''
    const rule = hasRule(step) ? ` ${pick(RULES, step / 4)(ruleOf(step))}` : ''
    const request = { role: 'user', content: `${opening}${pick(REQUESTS, step)(step)}${rule}` }
    const open = hasError(step) ? ` ${pick(OPEN, step / 5)(errorOf(step))}` : ''
    const closing = {
      role: 'assistant',
      content: `${pick(CLOSINGS, step)(step)}${open}\n\n${proseOf(SENTENCES, step, 27)}`,
    }
    return [[request], work(step, markers), ...(hasError(step) ? [failedRun(step)] : []), [closing]]
  },
}

function work(step: number, markers: boolean): Json[] {
  const decided = markers
    ? `[DECISION] chapter ${step} uses ${decisionOf(step)}`
    : pick(DECISIONS, step / 3)(decisionOf(step), step)
  const path = pathOf(step)
  const patch = `*** Begin Patch\n*** Add File: ${path}\n+package page\n*** End Patch`
  const writes: Json[] = [
    callOf(`w${step}`, 'apply_patch', { input: patch }),
    callOf(`w${step}`, 'write_to_file', { path, content: 'package page\n' }),
    callOf(`w${step}`, 'Edit', { file_path: path, old_string: 'a', new_string: 'b' }),
    callOf(`w${step}`, 'filesystem__write_file', { path, content: 'package page\n' }),
    callOf(`w${step}`, 'Bash', {
      command: `printf 'package page\\n' > ${path} && gofmt -l ${path}`,
      description: 'Write the page',
    }),
  ]
  const calls = [callOf(`r${step}`, 'Grep', { pattern: `part${step % 5}`, path: 'notes' }), pick(writes, step)]
  return [
    {
      role: 'assistant',
      content: hasDecision(step) ? decided : `Let me look at the notes of chapter ${step} first.`,
      tool_calls: calls,
    },
    { role: 'tool', tool_call_id: `r${step}`, content: proseOf(SENTENCES, step, 18) },
    { role: 'tool', tool_call_id: `w${step}`, content: 'ok' },
  ]
}

function failedRun(step: number): Json[] {
  const output = `--- FAIL: ${errorOf(step)} (0.00s)\n    page_test.go:14: got 3, want 4\nFAIL\nFAIL\texample.com/guide/pkg\t0.012s\nFAIL\n\nExit code: 1`
  return [
    { role: 'assistant', content: null, tool_calls: [callOf(`t${step}`, 'Bash', { command: 'go test ./pkg/...' })] },
    { role: 'tool', tool_call_id: `t${step}`, content: output },
  ]
}

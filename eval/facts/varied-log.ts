import type { Json } from '../../src/domain/message.js'
import { callOf, factsOf, hasDecision, hasError, hasRule, pick, proseOf } from './planted-facts.js'
import type { PlantedLog } from './planted-log.js'

/** The second log with planted facts: in other words, of other tools, and partly in other languages. No sentence says of itself what it
 * is, as `Decided:` does. Facts of each kind as often as in the first log. */

const GOALS = ['Harborlight', 'Stonebridge']

const DECISIONS: ((fact: string, step: number) => string)[] = [
  (fact, step) => `I went with ${fact} for step ${step}; the two others were slower.`,
  (fact, step) => `For step ${step} it is ${fact}: it needs no service of its own.`,
  (fact, step) => `${fact} fits step ${step} best, so that is what it uses now.`,
  (fact, step) => `We rely on ${fact} in step ${step} because it survives a restart.`,
  (fact, step) => `After a look at three candidates I chose ${fact} for step ${step}.`,
  (fact, step) => `Step ${step} now runs on ${fact}.`,
  (fact, step) => `Für Schritt ${step} nehmen wir ${fact}, weil es ohne Server auskommt.`,
  (fact, step) => `步骤 ${step} 采用 ${fact}，因为它更简单。`,
]
const RULES: ((fact: string) => string)[] = [
  (fact) => `Don't touch ${fact} while you are at it.`,
  (fact) => `Please leave ${fact} as it is, whatever happens.`,
  (fact) => `${fact} must stay below twelve.`,
  (fact) => `One thing: no changes to ${fact}.`,
  (fact) => `Bitte ${fact} auf keinen Fall ändern.`,
]
const REQUESTS: ((step: number) => string)[] = [
  (step) => `Step ${step} is next, go ahead.`,
  (step) => `Can you do step ${step} now?`,
  (step) => `On to number ${step}.`,
  (step) => `Jetzt bitte Schritt ${step}.`,
]
const CLOSINGS: ((step: number) => string)[] = [
  (step) => `Step ${step} is in place.`,
  (step) => `That was step ${step}.`,
  (step) => `Schritt ${step} ist fertig.`,
]
const OPEN: ((fact: string) => string)[] = [
  (fact) => `Still red is ${fact}; I left it for later.`,
  (fact) => `${fact} is not solved yet.`,
  (fact) => `One thing does not work: ${fact}.`,
]
const SENTENCES = [
  'Guests arrive through the side door when the front is closed for cleaning.',
  'The kitchen keeps a list of what was eaten, and the shop orders from it on Mondays.',
  'Halls on the third floor are warmer, which is why families ask for them in winter.',
  'Some of the older invoices have no number, so the clerk sorts them by the day they came in.',
  'Bicycles are kept behind the kitchen, where the roof is long enough for eight of them.',
  'A guest who comes late finds the key in the box and pays the next morning.',
]

const number = (step: number) => String(step).padStart(3, '0')
const decisionOf = (step: number) => `Kestrel${number(step)}`
const ruleOf = (step: number) => `tariff-${number(step)}`
const pathOf = (step: number) => `app/stays/${['floor', 'guest', 'price'][step % 3]}${number(step)}.py`
const errorOf = (step: number) => `test_stay_${number(step)}`
export const variedLog: PlantedLog = {
  goals: GOALS,
  facts: (turns) =>
    factsOf(turns, { goals: GOALS, rule: ruleOf, decision: decisionOf, artifact: pathOf, error: errorOf }),
  turn: (step, markers) => {
    const opening =
      step === 0 ? `The point of all this: ${GOALS[0]} opens in spring. ${GOALS[1]} can wait until autumn.\n` : ''
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
    ? `[DECISION] step ${step} uses ${decisionOf(step)}`
    : pick(DECISIONS, step / 3)(decisionOf(step), step)
  const path = pathOf(step)
  const writes: Json[] = [
    callOf(`w${step}`, 'Write', { file_path: path, content: 'stay = True\n' }),
    callOf(`w${step}`, 'shell', { command: ['bash', '-lc', `cat > ${path} <<'EOF'\nstay = True\nEOF`] }),
    callOf(`w${step}`, 'str_replace_based_edit_tool', { command: 'create', path, file_text: 'stay = True\n' }),
  ]
  const calls = [callOf(`r${step}`, 'Read', { file_path: `notes/${step % 5}.txt` }), pick(writes, step)]
  return [
    { role: 'assistant', content: hasDecision(step) ? decided : `Here comes step ${step}.`, tool_calls: calls },
    { role: 'tool', tool_call_id: `r${step}`, content: proseOf(SENTENCES, step, 18) },
    { role: 'tool', tool_call_id: `w${step}`, content: 'done' },
  ]
}

function failedRun(step: number): Json[] {
  const output = `F                                                [100%]\n=========================== short test summary info ============================\nFAILED tests/test_stays.py::${errorOf(step)} - assert 3 == 4\n1 failed in 0.12s`
  return [
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        callOf(`t${step}`, 'shell', { command: ['bash', '-lc', 'python -m pytest -q tests/test_stays.py'] }),
      ],
    },
    { role: 'tool', tool_call_id: `t${step}`, content: output },
  ]
}

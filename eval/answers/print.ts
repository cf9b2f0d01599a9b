import { seededRandom } from '../seeded-random.js'
import type { Kept } from './kept.js'
import type { Arm } from './prompts.js'
import { mean, scoreOf } from './score.js'

/** Resamples of the questions for an interval. */
const RESAMPLES = 2_000
const SEED = 95

/** Prints F1 and exact matches of the questions that were answered in every arm, and the F1 with recall as a multiple of that of the window
 * and of the oracle. */
export function printAnswers(answers: readonly Kept[], arms: readonly Arm[], seconds: number): void {
  const whole = wholeQuestions(answers, arms)
  console.log(['arm', 'n', 'F1', 'exact', 'cut short', 'prompt tokens', 'seconds', ...categoriesOf(whole)].join('\t'))
  for (const arm of arms) console.log(rowOf(arm, whole).join('\t'))
  for (const [of, to] of [
    ['recall', 'window'],
    ['recall', 'oracle'],
    ['context', 'window'],
  ] as const)
    if (arms.includes(of) && arms.includes(to)) console.log(`F1 of ${of} ÷ ${to}: ${ratioOf(whole, of, to)}`)
  const all = answers.reduce((sum, one) => sum + one.seconds, 0)
  console.log(
    `${answers.length} answers, ${hours(all)} h of the model server in all, ${hours(seconds)} h in this run, building the contexts included`,
  )
}

type Question = ReadonlyMap<string, Kept>

/** Answers by arm, of each question that has one in every arm: else the arms would be compared on different questions. */
function wholeQuestions(answers: readonly Kept[], arms: readonly Arm[]): Question[] {
  const questions = new Map<string, Map<string, Kept>>()
  for (const one of answers) {
    const key = `${one.talk} ${one.question}`
    const byArm = questions.get(key) ?? new Map<string, Kept>()
    questions.set(key, byArm.set(one.arm, one))
  }
  return [...questions.values()].filter((byArm) => arms.every((arm) => byArm.has(arm)))
}

function categoriesOf(questions: readonly Question[]): string[] {
  return [...new Set(questions.map((byArm) => [...byArm.values()][0]!.category))].sort()
}

function rowOf(arm: Arm, questions: readonly Question[]): (string | number)[] {
  const of = questions.map((byArm) => byArm.get(arm)!)
  const scores = of.map((one) => ({ one, ...scoreOf(one.answer, one) }))
  const f1 = (some: readonly { f1: number }[]) => percent(mean(some.map((score) => score.f1)))
  const share = (is: (one: (typeof scores)[number]) => boolean) =>
    percent(scores.filter(is).length / Math.max(1, scores.length))
  return [
    arm,
    of.length,
    f1(scores),
    share(({ isExact }) => isExact),
    share(({ one }) => one.isCut),
    median(of.flatMap(({ promptTokens }) => promptTokens ?? [])),
    median(of.map((one) => one.seconds)).toFixed(1),
    ...categoriesOf(questions).map((name) => f1(scores.filter(({ one }) => one.category === name))),
  ]
}

/** The quotient of the mean F1 of two arms, with the interval that 95% of random samples of these questions are in. */
function ratioOf(questions: readonly Question[], of: Arm, to: Arm): string {
  const pairs = questions.map((byArm) => [of, to].map((arm) => scoreOf(byArm.get(arm)!.answer, byArm.get(arm)!).f1))
  const quotient = (some: readonly number[][]) => mean(some.map(([a]) => a!)) / mean(some.map(([, b]) => b!))
  const random = seededRandom(SEED)
  const sampled = Array.from({ length: RESAMPLES }, () =>
    quotient(pairs.map(() => pairs[Math.floor(random() * pairs.length)]!)),
  )
    // A sample without a single right word.
    .map((one) => (Number.isNaN(one) ? 0 : one))
    .sort((a, b) => a - b)
  const at = (share: number) => (sampled[Math.floor(share * RESAMPLES)] ?? NaN).toFixed(2)
  return pairs.length === 0 ? 'no questions' : `${quotient(pairs).toFixed(2)} (95%: ${at(0.025)} to ${at(0.975)})`
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

function hours(seconds: number): string {
  return (seconds / 3_600).toFixed(2)
}

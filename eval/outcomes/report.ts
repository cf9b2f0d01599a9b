import { parseArgs } from 'node:util'
import { casesOf, type Case, type Half } from './cases.js'
import { saidOf, type Said } from './judge.js'

/** `npm run eval -- outcomes [--wrong]`: what checkpoints say of labeled outputs, by group of runners. The runners of the half
 * "held-out" are in no example of the product's table. `--wrong` prints every case that is not right. [V9] */
export async function reportOutcomes(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { wrong: { type: 'boolean', default: false } } })
  const judged = (await casesOf()).map((one) => ({ one, said: saidOf(one) }))
  console.log(`${judged.length} results; "reveal" have a code, a flag, or words that reveal how they ended\n`)
  row('group', 'results', 'right', 'wrong', 'ran', 'reveal', 'of them judged')
  const groups = [...new Set(judged.map(({ one }) => one.group))]
  for (const half of ['tuned', 'held-out'] as const) {
    for (const group of groups) {
      const some = judged.filter(({ one }) => one.half === half && one.group === group)
      if (some.length > 0) print(`${group}, ${half}`, some)
    }
  }
  console.log('')
  for (const half of ['tuned', 'held-out'] satisfies Half[])
    print(
      `all, ${half}`,
      judged.filter(({ one }) => one.half === half),
    )
  for (const variant of [...new Set(judged.map(({ one }) => one.variant))])
    print(
      variant,
      judged.filter(({ one }) => one.variant === variant),
    )
  print('all', judged)
  if (!values.wrong) return
  for (const { one, said } of judged)
    if (scoreOf(one, said) !== 'right')
      console.log(
        `\n${one.group} ${one.half} ${one.variant}: is ${one.truth}, said ${said.verdict}\n  ${said.line || JSON.stringify(one.args)}\n  ${one.output.slice(-200)}`,
      )
}

type Score = 'right' | 'wrong' | 'ran'

/** "Ran" of a result that reveals is no error, but no help either. A line without the names of its call is wrong. */
export function scoreOf({ truth, names, variant, isError }: Case, { verdict, line }: Said): Score {
  if (variant === 'look') return verdict === 'nothing' ? 'right' : 'wrong'
  if (names.some((name) => !line.includes(name))) return 'wrong'
  if (verdict === truth) return 'right'
  if (verdict === 'nothing') return isError || truth === 'failed' ? 'wrong' : 'ran'
  return verdict === 'ran' ? 'ran' : 'wrong'
}

function print(name: string, some: readonly { one: Case; said: Said }[]): void {
  const count = (score: Score) => some.filter(({ one, said }) => scoreOf(one, said) === score).length
  const reveal = some.filter(({ one }) => one.reveals)
  const right = reveal.filter(({ one, said }) => scoreOf(one, said) === 'right').length
  const share = reveal.length === 0 ? '–' : `${((100 * right) / reveal.length).toFixed(1)} %`
  row(name, some.length, count('right'), count('wrong'), count('ran'), reveal.length, share)
}

function row(name: string, ...cells: (string | number)[]): void {
  console.log(name.padEnd(24) + cells.map((cell) => String(cell).padStart(cell === cells.at(-1) ? 16 : 9)).join(''))
}

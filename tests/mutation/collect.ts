import { expect } from 'vitest'

/** Takes the place of vitest in the test files that a mutation check runs: notes their tests instead of running them. */

export interface Collected {
  name: string
  run: () => unknown
}

export const collected: Collected[] = []
type Body = (...values: unknown[]) => unknown
const names: string[] = []

function add(name: string, body: Body | undefined, values: readonly unknown[]): void {
  if (body) collected.push({ name: [...names, name].join(' > '), run: () => body(...values) })
}

const valuesOf = (row: unknown) => (Array.isArray(row) ? (row as unknown[]) : [row])
/** Options may come before or after the body. */
const bodyIn = (args: unknown[]) => args.find((one): one is Body => typeof one === 'function')

export const test = Object.assign((name: string, ...args: unknown[]) => add(name, bodyIn(args), []), {
  each:
    (rows: readonly unknown[]) =>
    (name: string, ...args: unknown[]) =>
      rows.forEach((row, at) => add(`${name} #${at}`, bodyIn(args), valuesOf(row))),
  for:
    (rows: readonly unknown[]) =>
    (name: string, ...args: unknown[]) =>
      rows.forEach((row, at) => add(`${name} #${at}`, bodyIn(args), [row])),
  skipIf: (skips: unknown) => (skips ? () => {} : test),
})

function suite(name: string, body: Body | undefined, values: readonly unknown[]): void {
  names.push(name)
  body?.(...values)
  names.pop()
}

export const describe = Object.assign((name: string, ...args: unknown[]) => suite(name, bodyIn(args), []), {
  each:
    (rows: readonly unknown[]) =>
    (name: string, ...args: unknown[]) =>
      rows.forEach((row, at) => suite(`${name} #${at}`, bodyIn(args), valuesOf(row))),
  skipIf: (skips: unknown) => (skips ? () => {} : describe),
})

/** Files with hooks are not collected: their tests depend on more than what they import. */
const refuse = () => {
  throw new Error('has hooks')
}
export const [beforeAll, afterAll, beforeEach, afterEach, inject, onTestFinished] = Array.from(
  { length: 6 },
  () => refuse,
)
export { expect }

import type { ShellStep } from '../shell/shell-words.js'

/** Finds which commands of a line an exit code of 0 speaks for. [V9] */

/** Ends of a line whose own success says nothing about what was before. */
const ENDS = ['done', 'fi', 'esac', 'true', 'exit', 'wait']

/** Returns for each command whether the exit code 0 of the line proves its success. Read from the end: a command speaks for
 * itself, `&&` for what led on to it, a pipe only for its last command. */
export function proven(steps: readonly ShellStep[], texts: readonly string[]): boolean[] {
  const stops = stopsAtFailure(texts)
  const pipes = texts.some((text) => text.startsWith('set ') && text.includes('pipefail'))
  const answers: boolean[] = []
  let reaches = !ENDS.includes(firstWord(texts.at(-1)))
  for (const [at, { end }] of [...steps.entries()].reverse()) {
    const isEnd = at === steps.length - 1
    if (!isEnd && (end === '||' || end === '&')) reaches = false
    if (!isEnd && (end === ';' || end === ')')) reaches &&= stops
    answers.unshift(reaches && (end !== '|' || pipes))
  }
  return answers
}

/** Whether a line ends at its first failure: `set -e`. */
export function stopsAtFailure(texts: readonly string[]): boolean {
  return texts.some((text) => /^set -\w*e/.test(text))
}

/** Returns the first word of a command. */
export function firstWord(text = ''): string {
  return text.split(' ', 1)[0] ?? ''
}

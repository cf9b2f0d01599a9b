import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Labeled outputs of runners and tools. Outputs with a `code` were recorded with it; the others were written after real ones and
 * labeled by hand, before any rule was. Nothing here reads the product's table or patterns. [V9] */

export const LABELS = 'eval/outcomes/labels'

export type Truth = 'passed' | 'failed' | 'ran'
export type Half = 'tuned' | 'held-out'

/** One way in which an agent may see an output. */
export interface Case {
  group: string
  half: Half
  variant: string
  tool: string
  args: object
  output: string
  isError: boolean
  truth: Truth
  /** Whether the result reveals its outcome, by a code, a flag, or its words. */
  reveals: boolean
  /** Words that the line of a call must contain. */
  names: readonly string[]
}

interface Label {
  half: Half
  command: string
  output: string
  code?: number
  /** How the run that matters ended, where the code is that of another command: of `tail`, of `echo`, of `true`. */
  truth?: 'passed' | 'failed' | 'unknown'
  /** Whether the output alone reveals a careful reader how it ended. */
  reveals: boolean
}

interface CallLabel {
  tool: string
  args: object
  output: string
  isError?: boolean
  truth: Truth | 'none'
  names: string[]
}

/** How agents write an exit code beside an output. */
const CODES: readonly ((output: string, code: number) => string)[] = [
  (output, code) => `Exit code ${code}\n${output}`,
  (output, code) => `<returncode>${code}</returncode>\n<output>\n${output}\n</output>`,
  (output, code) => JSON.stringify({ output, metadata: { exit_code: code, duration_seconds: 0.4 } }),
  (output, code) => `${output}\n[The command completed with exit code ${code}.]`,
  (output, code) => `Exit code: ${code}\nWall time: 1.2 seconds\nOutput:\n${output}`,
  (output, code) => JSON.stringify({ stdout: output, stderr: '', exitCode: code }),
  (output, code) => `${output}\n[exit: ${code}]`,
  (output, code) => `${output}\n\nCommand exited with code ${code}`,
]
const TAIL_ROWS = 20

/** Returns every case, in a stable order. */
export async function casesOf(folder = LABELS): Promise<Case[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
  const cases: Case[] = []
  for (const name of names) {
    const group = name.slice(0, -'.json'.length)
    const labels: unknown[] = JSON.parse(await readFile(join(folder, name), 'utf8'))
    for (const [at, label] of labels.entries())
      cases.push(...(group === 'calls' ? callCases(label as CallLabel) : variantsOf(group, label as Label, at)))
  }
  return cases
}

function variantsOf(group: string, label: Label, at: number): Case[] {
  const { half, command, output, reveals } = label
  const known = label.truth ?? (label.code === undefined ? undefined : label.code === 0 ? 'passed' : 'failed')
  const base = { group, half, tool: 'bash', args: { command }, isError: false, names: [] }
  const shown: Truth = reveals && known !== 'unknown' ? (known ?? 'ran') : 'ran'
  const cases: Case[] = [{ ...base, variant: 'no code', output, truth: shown, reveals }]
  if (known === 'unknown' || known === undefined) return cases
  const code = label.code ?? (known === 'passed' ? 0 : 1)
  const write = CODES[at % CODES.length]!
  // The code of a line of several commands need not be that of the one that matters.
  const isOwn = (code === 0) === (known === 'passed') && (code !== 0 || isSimple(command))
  if (isOwn) cases.push({ ...base, variant: 'code', output: write(output, code), truth: known, reveals: true })
  else if (shown !== 'ran')
    cases.push({ ...base, variant: 'code of another', output: write(output, code), truth: shown, reveals })
  if (!isOwn || !isSimple(command)) return cases
  if (known === 'failed') cases.push({ ...base, variant: 'flag', output, isError: true, truth: known, reveals: true })
  const tail = output.split('\n').slice(-TAIL_ROWS).join('\n')
  const piped = { ...base, args: { command: `${command} 2>&1 | tail -${TAIL_ROWS}` } }
  return [...cases, { ...piped, variant: 'code of tail', output: write(tail, 0), truth: shown, reveals }]
}

/** Whether a pipe after a line would take the code of all that the line runs. */
function isSimple(command: string): boolean {
  return !/[|;&]/.test(command.replace(/^cd \S+ && /, '').replaceAll('2>&1', ''))
}

function callCases({ tool, args, output, isError = false, truth, names }: CallLabel): Case[] {
  if (truth === 'none') return [{ ...callCase(tool, args, output, isError, 'ran', []), variant: 'look' }]
  return [callCase(tool, args, output, isError, truth, names)]
}

function callCase(tool: string, args: object, output: string, isError: boolean, truth: Truth, names: string[]): Case {
  return {
    group: 'calls',
    half: 'held-out',
    variant: 'call',
    tool,
    args,
    output,
    isError,
    truth,
    reveals: truth !== 'ran',
    names,
  }
}

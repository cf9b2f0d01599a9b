import { clipped } from '../watch/frame.js'

/** Output of the demo: a progress bar with the live budget line on a terminal, plain lines elsewhere. */
export interface Screen {
  print(line: string): void
  begin(title: string, total: number): void
  progress(done: number, display: string): void
  end(): void
}

/** The members of a terminal's output stream that the bar uses. */
export interface Terminal {
  /** Width; undefined: unknown. */
  columns?: number
  write(text: string): unknown
}

const PLAIN_STEPS = 10
/** Width where the output is no terminal, or its width is unknown. */
export const DEFAULT_COLUMNS = 80
const BAR_CELLS = 16
/** Milliseconds between two drawings of the bar. */
const FRAME_MS = 50
const CLEAR_LINE = '\r\u001b[K'

/** Shows nothing. */
export const SILENT: Screen = {
  print: () => undefined,
  begin: () => undefined,
  progress: () => undefined,
  end: () => undefined,
}

/** Returns the screen for an output stream. */
export function openScreen(output: Terminal & { isTTY?: boolean }): Screen {
  return output.isTTY ? barScreen(output) : plainScreen(output)
}

/** Keeps the bar on the last line. No line is wider than the terminal: one that wraps could not be cleared. */
function barScreen(output: Terminal): Screen {
  let bar: { done: number; total: number; display: string } | null = null
  let drawnAt = 0
  const fit = (line: string) => clipped(line, (output.columns ?? DEFAULT_COLUMNS) - 1)
  const draw = () => {
    if (bar === null) return
    drawnAt = Date.now()
    const filled = Math.round((bar.done / Math.max(bar.total, 1)) * BAR_CELLS)
    const cells = '█'.repeat(filled) + '░'.repeat(BAR_CELLS - filled)
    output.write(CLEAR_LINE + fit(`${cells} ${bar.done}/${bar.total}  ${bar.display}`))
  }
  return {
    print(line) {
      output.write(`${CLEAR_LINE}${fit(`  ${line}`)}\n`)
      draw()
    },
    begin(title, total) {
      output.write(`\n${fit(title)}\n`)
      bar = { done: 0, total, display: '' }
      draw()
    },
    progress(done, display) {
      if (bar === null) return
      bar = { ...bar, done, display }
      if (done === bar.total || Date.now() - drawnAt >= FRAME_MS) draw()
    },
    end() {
      draw()
      output.write('\n')
      bar = null
    },
  }
}

function plainScreen(output: Terminal): Screen {
  let total = 0
  let lastStep = -1
  const print = (line: string) => output.write(`${line}\n`)
  return {
    print: (line) => print(`  ${line}`),
    begin(title, count) {
      total = count
      lastStep = -1
      print(`\n${title}`)
    },
    progress(done, display) {
      const step = Math.floor((done / total) * PLAIN_STEPS)
      if (step === lastStep) return
      lastStep = step
      print(`  ${String(done).padStart(5)}/${total}  ${display}`)
    },
    end: () => undefined,
  }
}

/** Breaks a text at its spaces into lines of at most `columns`, the later ones indented. A longer word stays whole. */
export function wrapped(text: string, columns: number, indent = '  '): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= columns) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(last === undefined ? word : indent + word)
  }
  return lines
}

import { SingleBar } from 'cli-progress'

/** Output of the demo: a progress bar with the live budget line on a terminal, plain lines elsewhere. */
export interface Screen {
  print(line: string): void
  begin(title: string, total: number): void
  progress(done: number, display: string): void
  end(): void
}

const PLAIN_STEPS = 10

/** Shows nothing. */
export const SILENT: Screen = {
  print: () => undefined,
  begin: () => undefined,
  progress: () => undefined,
  end: () => undefined,
}

export function openScreen(terminal: boolean): Screen {
  return terminal ? barScreen() : plainScreen()
}

function barScreen(): Screen {
  let bar: SingleBar | null = null
  const clear = () => process.stdout.write('\r\u001b[K')
  return {
    print(line) {
      clear()
      process.stdout.write(`  ${line}\n`)
      bar?.render()
    },
    begin(title, total) {
      process.stdout.write(`\n${title}\n`)
      bar = new SingleBar({
        format: '{bar} {value}/{total}  {display}',
        barsize: 24,
        hideCursor: true,
        forceRedraw: true,
        fps: 20,
      })
      bar.start(total, 0, { display: '' })
    },
    progress: (done, display) => bar?.update(done, { display }),
    end() {
      bar?.stop()
      bar = null
    },
  }
}

function plainScreen(): Screen {
  let total = 0
  let lastStep = -1
  return {
    print: (line) => console.log(`  ${line}`),
    begin(title, count) {
      total = count
      lastStep = -1
      console.log(`\n${title}`)
    },
    progress(done, display) {
      const step = Math.floor((done / total) * PLAIN_STEPS)
      if (step === lastStep) return
      lastStep = step
      console.log(`  ${String(done).padStart(5)}/${total}  ${display}`)
    },
    end: () => undefined,
  }
}

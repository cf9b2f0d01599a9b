import childProcess, { type ChildProcess } from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'

/** Prints how a test process ended that was not asked to end: its exit code, or the signal of a crash or of the kernel. The test
 * runner itself says only that it “exited unexpectedly”. */
export function reportLostProcesses(): void {
  const { fork } = childProcess
  const watched = (...parameters: Parameters<typeof fork>): ChildProcess => {
    const child = fork(...parameters)
    child.once('exit', (code, signal) => {
      if (child.killed || code === 0) return
      console.error(`A test process ended by itself: pid ${child.pid}, exit code ${code}, signal ${signal}`)
    })
    return child
  }
  childProcess.fork = watched as typeof fork
  // Modules that import `fork` by its name get the new one.
  syncBuiltinESMExports()
}

// Loaded by a watched daemon before its own program (event-loop-watchdog.ts).
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'
if (isMainThread && process.env.STALL_FILE) {
  const cpuMs = () => {
    try {
      return Number(readFileSync('/proc/self/task/' + process.pid + '/schedstat', 'utf8').split(' ')[0]) / 1e6
    } catch {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1e3
    }
  }
  const now = () => ({ wall: performance.now(), idle: performance.eventLoopUtilization().idle, cpu: cpuMs() })
  const nothing = { ms: 0, wallMs: 0 }
  let longest = nothing
  let rounds = 0
  let before = now()
  const look = () => {
    const after = now()
    const wallMs = after.wall - before.wall - (after.idle - before.idle)
    const ms = Math.min(wallMs, after.cpu - before.cpu)
    if (ms > longest.ms) longest = { ms, wallMs }
    before = after
  }
  // Once in each turn. An immediate without a reference does not keep the loop from waiting for events.
  const again = () =>
    setImmediate(() => {
      look()
      again()
    }).unref()
  again()
  const plant = () => {
    const until = cpuMs() + Number(process.env.STALL_PLANTED_MS)
    while (cpuMs() < until);
  }
  process.on('SIGUSR2', () => {
    look()
    writeFileSync(process.env.STALL_FILE + '.new', JSON.stringify({ rounds: ++rounds, ...longest }))
    renameSync(process.env.STALL_FILE + '.new', process.env.STALL_FILE)
    longest = nothing
    before = now()
    if (process.env.STALL_PLANTED_MS) setImmediate(plant)
  })
}

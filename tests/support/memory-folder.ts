import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Gives all tests of a run temporary folders in memory, where there is enough. Each test creates databases of many files,
 * and databases of a daemon wait for the disk at each commit. Tests kill processes, never the machine, so that what is
 * written to memory survives what they do.
 */
const MEMORY = '/dev/shm'
const PREFIX = 'palimpsest-tests-'
/** A run needs about 1 GB, most of it for the image. */
const MIN_FREE_BYTES = 4 * 2 ** 30

/** Sets the folder for temporary files of this process and of those it starts. Removes it at the end. Changes nothing where
 * memory is short, or where programs may not run from it. */
export function useMemoryFolder(): void {
  // The configuration is read more than once.
  if (process.env.TMPDIR?.startsWith(join(MEMORY, PREFIX))) return
  const folder = join(MEMORY, `${PREFIX}${process.pid}`)
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    if (bavail * bsize < MIN_FREE_BYTES) return
    removeAbandoned()
    mkdirSync(folder)
    // Postgres runs as another user.
    chmodSync(folder, 0o1777)
    if (!canRun(join(folder, 'program'))) return rmSync(folder, { recursive: true, force: true })
  } catch {
    return
  }
  process.env.TMPDIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}

function canRun(program: string): boolean {
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  return spawnSync(program).status === 0
}

/** Removes the folders of runs that were killed. */
function removeAbandoned(): void {
  for (const name of readdirSync(MEMORY).filter((one) => one.startsWith(PREFIX))) {
    try {
      process.kill(Number(name.slice(PREFIX.length)), 0)
    } catch {
      rmSync(join(MEMORY, name), { recursive: true, force: true })
    }
  }
}

import type { Command } from 'commander'

/** `palimpsest start` and `palimpsest worker`: run the daemon in this terminal. Options override the environment. */
export function addStart(program: Command): void {
  program
    .command('start')
    .description('run the daemon in this terminal (settings: docs/operations.md)')
    .option('--port <port>', 'port to listen on (PORT)')
    .option('--host <address>', 'address to listen on (HOST)')
    .option('--data-dir <folder>', 'folder of the embedded database and keys (DATA_DIR)')
    .option('--role <role>', 'all, api or worker (ROLE)')
    .action(async (options: { port?: string; host?: string; dataDir?: string; role?: string }) => {
      await run({ PORT: options.port, HOST: options.host, DATA_DIR: options.dataDir, ROLE: options.role })
    })
  program
    .command('worker')
    .description('run a compression-only process; shares DATABASE_URL with other processes')
    .action(() => run({ ROLE: 'worker' }))
}

async function run(options: Record<string, string | undefined>): Promise<void> {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
  // Imported on demand: the other commands start faster without the whole service.
  const { loadDaemon } = await import('../load-daemon.js')
  const { runProcess } = await loadDaemon()
  await runProcess({ ...process.env, ...given })
}

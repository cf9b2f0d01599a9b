import type { Command } from 'commander'

/** `palimpsest start` and `palimpsest worker`: the daemon in this terminal. Options stand before the environment. */
export function addStart(program: Command): void {
  program
    .command('start')
    .description('run the daemon here (settings: see docs/operations.md)')
    .option('--port <port>', 'where to listen (PORT)')
    .option('--host <address>', 'address to listen on (HOST)')
    .option('--data-dir <folder>', 'embedded database and keys (DATA_DIR)')
    .option('--role <role>', 'all, api or worker (ROLE)')
    .action(async (options: { port?: string; host?: string; dataDir?: string; role?: string }) => {
      await run({ PORT: options.port, HOST: options.host, DATA_DIR: options.dataDir, ROLE: options.role })
    })
  program
    .command('worker')
    .description('run a process that only compresses, beside others on one DATABASE_URL')
    .action(() => run({ ROLE: 'worker' }))
}

async function run(options: Record<string, string | undefined>): Promise<void> {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
  // Loaded here: the other commands start faster without the whole service.
  const { runProcess } = await import('../daemon.js')
  await runProcess({ ...process.env, ...given })
}

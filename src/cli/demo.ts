import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Option, type Command } from 'commander'
import { readAdminKey } from '../admin-key.js'
import { readConfig } from '../config.js'
import type { Provider } from '../model/provider.js'
import { EXAMPLES_FOLDER } from './root.js'
import { connectTo, type Connection } from './connection.js'
import { withoutOwnDoors } from './doctor/own-doors.js'
import { startDaemon, type DaemonProcess } from './demo/daemon-process.js'
import { followEvents } from './demo/event-lines.js'
import { readLogFile } from './demo/read-example.js'
import { replayConversation, type Replayed } from './demo/replay-conversation.js'
import { DEFAULT_COLUMNS, openScreen, wrapped, type Screen } from './demo/screen.js'
import { showResult } from './demo/show-result.js'

const EXAMPLES = ['claude-code-session.jsonl.gz', 'airline-tool-calls.json']
const PROBE_MS = 2_000
/** Model name of the sessions. No server has this model, so the requested window applies, whatever the summary model. */
const AGENT = 'replayed-agent'

/** `palimpsest demo`: replays real conversations through the whole pipeline, then leaves the daemon running. */
export function addDemo(program: Command): void {
  program
    .command('demo')
    .description('replay two real conversations through a daemon and show each step')
    .addOption(new Option('--window <size>', 'context size to stay within').default('16K'))
    .option('--exit', 'exit after the replay (always, without a terminal)')
    .action(async (options: { window: string; exit?: boolean }) => {
      const { env, doors } = withoutOwnDoors(process.env)
      const config = readConfig(env)
      const screen = openScreen(process.stdout)
      const { server, summaryModel } = config.model
      // Imported on demand: the other commands start faster without the client of the model server.
      const provider = (await import('../model/providers.js')).providerOf(server)
      const model = await usableModel(provider, summaryModel)
      console.log(model ? `Summary model: ${model} at ${server.url}.` : noModel(provider, server.url))
      console.log('Starting the daemon …')
      const ended = endSignal()
      const interrupted = await withDaemon(
        { ...unset(doors), ...(model ? { SUMMARY_MODEL: model } : {}) },
        async (daemon) => {
          const key = config.adminKey ?? daemon.key
          const replayed = replayExamples(connectTo(daemon.url, key), key, screen, options.window).then(() => null)
          const code = await Promise.race([ended, replayed])
          if (code !== null || options.exit || !process.stdin.isTTY || !process.stdout.isTTY) return code
          console.log(
            `\nDashboard: ${daemon.url}/${key === null ? '' : `#key=${key}`}\n` +
              `API reference: ${daemon.url}/docs. Press Ctrl-C to stop the daemon.`,
          )
          await Promise.race([daemon.exited, ended])
          return null
        },
      )
      // The replay goes on, without its daemon.
      if (interrupted !== null) process.exit(interrupted)
    })
}

/** Signals that end a command, with the exit codes that shells use for them. */
const END_SIGNALS = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const

/** Resolves with the exit code of the first signal that ends the demo. A second one ends it at once. */
function endSignal(): Promise<number> {
  return new Promise((resolve) => {
    for (const [signal, code] of END_SIGNALS) process.once(signal, () => resolve(code))
  })
}

/** Runs a daemon on a folder of its own, and removes both, also after a signal. */
async function withDaemon<T>(
  environment: Record<string, string>,
  work: (daemon: DaemonProcess & { key: string | null }) => Promise<T>,
): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'palimpsest-demo-'))
  try {
    const daemon = await startDaemon({ ...ownData(dataDir), ...environment })
    try {
      return await work({ ...daemon, key: await readAdminKey(dataDir) })
    } finally {
      await daemon.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Returns settings of a daemon that touches no data of the user: it is the first start of an empty folder. */
function ownData(dataDir: string): Record<string, string> {
  return { AUTH: 'on', DATA_DIR: dataDir, DATABASE_URL: '', REDIS_URL: '' }
}

/** An empty variable counts as unset. */
const unset = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, '']))

async function replayExamples(
  daemon: Connection,
  key: string | null,
  screen: Screen,
  contextSize: string,
): Promise<void> {
  const events = followEvents(daemon.url, key, (line) => screen.print(line))
  const done: Replayed[] = []
  for (const example of EXAMPLES) {
    const path = join(EXAMPLES_FOLDER, example)
    for (const conversation of await readLogFile(path)) {
      screen.begin(
        `${example}: ${conversation.messages.length} messages, context size ${contextSize}`,
        conversation.messages.length,
      )
      const onMessage = (count: number, _total: number, display: string) => screen.progress(count, display)
      done.push(await replayConversation(daemon, conversation, { model: AGENT, contextSize, onMessage }))
      screen.end()
    }
  }
  events.close()
  for (const replayed of done) await showResult(daemon, replayed)
  const counted = [...events.counts].map(([type, count]) => `${count} ${type}`).join(', ')
  const columns = process.stdout.columns ?? DEFAULT_COLUMNS
  console.log(wrapped(`\nEvents received: ${counted}`, columns).join('\n'))
}

/** Returns the configured model, else the first model of the server. Null if no server answers or it has no models. */
async function usableModel(provider: Provider, summaryModel: string | null): Promise<string | null> {
  const models = await provider.list(AbortSignal.timeout(PROBE_MS)).catch(() => null)
  return models === null ? null : (summaryModel ?? models[0]?.name ?? null)
}

function noModel({ advice }: Provider, url: string): string {
  return `No model available at ${url}. Checkpoints will be extractive. To get summaries by a model: ${advice.start}`
}

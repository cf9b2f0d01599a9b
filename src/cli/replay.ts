import type { Command } from 'commander'
import { connection } from './connection.js'
import { printJson, withJson } from './output/json.js'
import { readLogFile } from './demo/read-example.js'
import { replayConversation, type Replayed } from './demo/replay-conversation.js'
import { openScreen, SILENT } from './demo/screen.js'
import { showResult } from './demo/show-result.js'

/** `palimpsest replay FILE`: replays a log of a supported program into new sessions of the running daemon. */
export function addReplay(program: Command): void {
  withJson(program.command('replay <file>'))
    .description('replay a logged conversation into a new session (Claude Code, pi, OpenAI, SWE-agent …; also .gz)')
    .option('--window <size>', 'context size to stay within', '16K')
    .option('--clamp', 'use the real window of the model if it is smaller')
    .option('--model <name>', 'model of the session', 'replay')
    .action(async (file: string, options: { window: string; model: string; clamp?: boolean; json?: boolean }) => {
      const daemon = await connection()
      const screen = options.json ? SILENT : openScreen(process.stdout)
      const done: Replayed[] = []
      for (const conversation of await readLogFile(file)) {
        screen.begin(`${conversation.title}: ${conversation.messages.length} messages`, conversation.messages.length)
        for (const { line, reason } of conversation.skipped.slice(0, 5)) screen.print(`skipped line ${line}: ${reason}`)
        const onMessage = (count: number, _total: number, display: string) => screen.progress(count, display)
        const replayed = await replayConversation(daemon, conversation, {
          model: options.model,
          contextSize: options.window,
          clamp: options.clamp === true,
          onMessage,
        })
        screen.end()
        done.push(replayed)
        if (!options.json) await showResult(daemon, replayed)
      }
      if (options.json) printJson({ replayed: done })
    })
}

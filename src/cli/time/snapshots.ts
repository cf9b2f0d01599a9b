import { isNumeral } from '../../domain/texts.js'
import type { Command } from 'commander'
import { z } from 'zod'
import { CommandError, connection } from '../connection.js'
import { printJson, withJson } from '../output/json.js'
import { sessionPath } from '../session/find.js'
import { listAll } from '../list-all.js'
import { table } from '../output/table.js'

const Snapshot = z.object({
  id: z.string(),
  name: z.string().nullable(),
  purpose: z.string(),
  auto: z.boolean(),
  seq: z.number(),
  tokenCount: z.number(),
  checkpointCount: z.number(),
  createdAt: z.string(),
})
const Snapshots = z.object({ snapshots: z.array(z.looseObject(Snapshot.shape)) })
const Restored = z.object({ seq: z.number(), rollbackId: z.string().nullable() })
const Fork = z.object({ id: z.string(), messageCount: z.number() })

/** `palimpsest snapshots|snapshot|restore|fork`: saved states of a session, and what continues from them. */
export function addSnapshots(program: Command): void {
  withJson(program.command('snapshots <session>'))
    .description('list the snapshots of a session, newest first')
    .action(async (session: string, { json }: { json?: boolean }) => {
      const daemon = await connection()
      const found = await listAll(
        daemon,
        `${await sessionPath(daemon, session)}/snapshots`,
        (reply) => Snapshots.parse(reply).snapshots,
      )
      if (json) return printJson({ snapshots: found })
      const rows = found.map((one) => [
        one.id,
        one.auto ? 'automatic' : 'named',
        one.purpose,
        String(one.seq),
        String(one.tokenCount),
        String(one.checkpointCount),
        one.createdAt,
        one.name ?? '',
      ])
      console.log(table(['SNAPSHOT', 'KIND', 'PURPOSE', 'MESSAGE', 'TOKENS', 'CHECKPOINTS', 'CREATED', 'NAME'], rows))
    })
  withJson(program.command('snapshot <session>'))
    .description('save the state of a session, and print the id of the snapshot')
    .option('--name <name>', 'name of the snapshot')
    .action(async (session: string, { name, json }: { name?: string; json?: boolean }) => {
      const body = name === undefined ? {} : { name }
      const daemon = await connection()
      const saved = await daemon.post(`${await sessionPath(daemon, session)}/snapshots`, body)
      if (json) return printJson(saved)
      console.log(Snapshot.parse(saved).id)
    })
  withJson(program.command('restore-snapshot <session> <snapshot>'))
    .description('return a session to a snapshot; the state before is saved first')
    .action(async (session: string, snapshot: string, { json }: { json?: boolean }) => {
      const daemon = await connection()
      const path = `${await sessionPath(daemon, session)}/snapshots/${encodeURIComponent(snapshot)}/restore`
      const restored = await daemon.post(path, {})
      if (json) return printJson(restored)
      const { seq, rollbackId } = Restored.parse(restored)
      const undo = rollbackId === null ? '' : ` To undo: palimpsest restore-snapshot ${session} ${rollbackId}`
      console.log(`Restored the state at message ${seq}.${undo}`)
    })
  withJson(program.command('fork <session>'))
    .description('make a session that continues from the state of another, and print its id')
    .option('--snapshot <id>', 'continue from this snapshot')
    .option('--at <seq>', 'continue from this message')
    .action(async (session: string, { snapshot, at, json }: { snapshot?: string; at?: string; json?: boolean }) => {
      if (at !== undefined && !isNumeral(at)) throw new CommandError(`--at must be a message number, not ${at}.`)
      const body = {
        ...(snapshot === undefined ? {} : { snapshotId: snapshot }),
        ...(at === undefined ? {} : { seq: Number(at) }),
      }
      const daemon = await connection()
      const fork = await daemon.post(`${await sessionPath(daemon, session)}/fork`, body)
      if (json) return printJson(fork)
      console.log(Fork.parse(fork).id)
    })
}

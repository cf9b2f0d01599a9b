import { z } from 'zod'
import { restoreSnapshot } from '../../app/time/restore-snapshot.js'
import { createSnapshot } from '../../app/time/snapshots.js'
import { tool } from '../tool.js'

/** Tools that save and restore the state of a session. [R1] [R2] */

const create = tool({
  name: 'create_snapshot',
  title: 'Save a snapshot',
  description: 'Saves the state of the context, to return to it with restore_snapshot. Costs no tokens.',
  role: 'app',
  input: z.strictObject({
    name: z.string().min(1).max(200).optional().describe('A name for people.'),
  }),
  async run({ ports, at, args }) {
    const { snapshot } = await createSnapshot(ports, { ...at, ...args })
    return { text: `Saved as ${snapshot.id} at message ${snapshot.seq}.` }
  },
})

const restore = tool({
  name: 'restore_snapshot',
  title: 'Restore a snapshot',
  description:
    'Returns the context to a snapshot. Later messages leave the context, also this call; the history keeps them. A ' +
    'snapshot of the state before is saved first.',
  role: 'app',
  isDestructive: true,
  input: z.strictObject({
    snapshotId: z.string().min(1).max(64).describe('As returned by create_snapshot or context_status.'),
  }),
  async run({ ports, at, args }) {
    const { snapshot, rollbackId } = await restoreSnapshot(ports, { ...at, ...args })
    const undo = rollbackId === null ? '' : ` The state before is saved as ${rollbackId}.`
    return { text: `The context is that of message ${snapshot.seq} again.${undo}` }
  },
})

export const SNAPSHOT_TOOLS = [create, restore]

import { z } from 'zod'
import { readBoundary } from '../../app/context/read-boundary.js'
import { markBoundary } from '../../app/history/set-task-boundary.js'
import type { BoundaryWait } from '../../domain/reductions/boundary-wait.js'
import { formatInteger } from '../../domain/number-format.js'
import { tool } from '../tool.js'

/** Tools with which a model ends a task. Their call in the history is the boundary. [D4] */

const DESCRIPTION =
  'Ends the current task: tool calls and results from before this call leave the context, text stays. Call it when a ' +
  'task is done and its details are no longer needed. Everything remains readable with recall.'

const boundaryTool = (name: string, title: string, description: string) =>
  tool({
    name,
    title,
    description,
    role: 'app',
    input: z.strictObject({}),
    async run({ ports, at }) {
      await markBoundary(ports, { ...at, name: { openCall: name } })
      const { waitsFor } = await readBoundary(ports, at)
      return { text: ['The task is marked as ended.', ...waitsFor.map(waitText)].join('\n') }
    },
  })

function waitText(wait: BoundaryWait): string {
  switch (wait.kind) {
    case 'call':
      return 'Its tool calls and results leave the context once this call is stored.'
    case 'gain':
      return (
        `Its tool calls and results leave the context once that frees ${formatInteger(wait.minTokens)} tokens; ` +
        `now it would free ${formatInteger(wait.tokens)}.`
      )
    case 'verbosity':
      return 'They stay in the context: the policy of this session has condense.verbosity "debug".'
  }
}

export const BOUNDARY_TOOLS = [
  boundaryTool('compress_to_checkpoint', 'End the task', DESCRIPTION),
  boundaryTool('deactivate_augments', 'End the task (alias)', `The same as compress_to_checkpoint. ${DESCRIPTION}`),
]

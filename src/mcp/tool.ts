import type { z } from 'zod'
import { statusOf } from '../app/models/model-health.js'
import { readSession } from '../app/shared/read-session.js'
import type { Ports, SessionAddress } from '../ports/ports.js'
import type { KeyRole } from '../ports/ports.js'
import type { Session } from '../domain/session/session.js'
import type { ContextStatus } from '../domain/session/status.js'
import type { Caller } from './caller.js'

/** One tool of the MCP server. */

/** A session-bound call whose arguments passed the schema. */
export interface ToolCall<A> {
  caller: Caller
  ports: Ports
  session: Session
  at: SessionAddress
  args: A
}

export interface ToolReply {
  /** Text for the model. */
  text: string
  /** The call was wrong; the text says how to correct it. */
  isError?: boolean
}

export interface ToolSpec<S extends z.ZodObject> {
  name: string
  title: string
  description: string
  /** Minimum role of the key. Keys with a lower role do not see the tool. */
  role: Extract<KeyRole, 'viewer' | 'app'>
  /** Whether the call can destroy what other calls made, as clients ask before such a call. */
  isDestructive?: boolean
  input: S
  run(call: ToolCall<z.output<S>>): Promise<ToolReply>
}

/** A tool without the type of its arguments, for lists of tools. */
export interface Tool extends Omit<ToolSpec<z.ZodObject>, 'run'> {
  /** @param args validated by `input` */
  run(call: ToolCall<Record<string, unknown>>): Promise<ToolReply>
}

export function tool<S extends z.ZodObject>(spec: ToolSpec<S>): Tool {
  // The server validates the arguments with `input` before it calls `run`.
  return { ...spec, run: (call) => spec.run(call as ToolCall<z.output<S>>) }
}

/** Returns the current status of the session, which every reply about a session carries. [B5] */
export async function statusNow({ ports, at }: Pick<ToolCall<unknown>, 'ports' | 'at'>): Promise<ContextStatus> {
  return statusOf(ports, await readSession(ports, at))
}

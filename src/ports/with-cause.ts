import type { Cause } from '../domain/compression/compression.js'
import type { Actor, Log, Ports } from './ports.js'

/** Returns the ports for work that a request caused. Every log line names the request, and so does a compression that the work makes
 * pending: its job runs later, and in another process. */
export function withCause(ports: Ports, cause: Cause): Ports {
  return { ...ports, cause, log: withFields(ports.log, { requestId: cause.requestId }) }
}

/** Returns the ports for the work of an authenticated caller: what it changes is in the audit log under its name. */
export function withActor(ports: Ports, actor: Actor): Ports {
  return { ...ports, actor }
}

function withFields(log: Log, fixed: object): Log {
  return {
    debug: (fields, message) => log.debug({ ...fixed, ...fields }, message),
    info: (fields, message) => log.info({ ...fixed, ...fields }, message),
    warn: (fields, message) => log.warn({ ...fixed, ...fields }, message),
    error: (fields, message) => log.error({ ...fixed, ...fields }, message),
  }
}

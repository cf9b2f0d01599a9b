import type { Ports } from '../../ports/ports.js'

/** Time between looks. */
const LOOK_EVERY_MS = 500

/** Returns a signal that aborts once `look` finds a reason, which is asked for twice a second, and a function that ends the looks.
 * A look that fails is logged and repeated.
 * @param look returns the reason, or null */
export function abortWhen(look: () => Promise<string | null>, log: Ports['log']): { signal: AbortSignal; end(): void } {
  const controller = new AbortController()
  const once = async () => {
    const reason = await look()
    if (reason !== null) controller.abort(new Error(reason))
  }
  const timer = setInterval(() => {
    once().catch((error: unknown) => log.warn({ err: error }, 'a reason to stop was not read'))
  }, LOOK_EVERY_MS)
  return { signal: controller.signal, end: () => clearInterval(timer) }
}

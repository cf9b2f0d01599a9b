/** Extension that pi loads in its own process. It imports nothing, because pi loads it from outside our package. */

/** The part of pi's extension API that is used. */
interface Pi {
  registerProvider(name: string, config: object): void
}

/** Registers the providers that `palimpsest wrap pi` put into the environment, as JSON by name. */
export default function palimpsest(pi: Pi): void {
  const providers = JSON.parse(process.env.PALIMPSEST_PI_PROVIDERS ?? '{}') as Record<string, object>
  for (const [name, config] of Object.entries(providers)) pi.registerProvider(name, config)
}

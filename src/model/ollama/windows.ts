import { z } from 'zod'
import type { ListedModel, ModelWindow } from '../../ports/ports.js'
import { parametersFromName, parametersFromSize } from '../../domain/session/model-size.js'
import { connect, type OllamaServer } from './connection.js'

/** Windows and models, as Ollama reports them. [S4] */

const Details = z.object({ family: z.string().optional(), parameter_size: z.string().optional() }).partial().nullish()
const Show = z.object({ details: Details, model_info: z.record(z.string(), z.unknown()).nullish() })
const Tags = z.object({
  models: z.array(z.object({ name: z.string(), digest: z.string().default(''), details: Details })).nullish(),
})
const Running = z.object({
  models: z.array(z.object({ name: z.string(), context_length: z.number().optional() })).nullish(),
})

/** Returns the window of a model; null if the server does not report its context length. Throws as `connect` does. */
export async function ollamaWindow(
  server: OllamaServer,
  model: string,
  signal: AbortSignal,
): Promise<ModelWindow | null> {
  const client = connect(server, signal)
  const [show, tags] = await Promise.all([
    client.show({ model }).then((body) => Show.parse(body)),
    ollamaModels(server, signal).catch(() => []),
  ])
  const tokens = contextLength(show.model_info ?? {}) ?? (await runningContext(client, model))
  if (tokens === null) return null
  return {
    tokens,
    parameters: parametersFromSize(show.details?.parameter_size ?? '') ?? parametersFromName(model),
    family: show.details?.family || null,
    digest: tags.find(({ name }) => isSameModel(name, model))?.digest || null,
  }
}

/** Returns the window the model is loaded with. Only a fallback, because the model may support more. */
async function runningContext(client: ReturnType<typeof connect>, model: string): Promise<number | null> {
  const { models } = Running.parse(await client.ps())
  return models?.find(({ name }) => isSameModel(name, model))?.context_length ?? null
}

/** Returns the models of a server. Throws Refusal for an error response, and the client's error if it does not answer. */
export async function ollamaModels(server: OllamaServer, signal: AbortSignal): Promise<ListedModel[]> {
  const { models } = Tags.parse(await connect(server, signal).list())
  return (models ?? []).map(({ name, digest, details }) => ({
    name,
    // Ollama completes a name without a tag with this one.
    ...(name.endsWith(LATEST) && { alias: name.slice(0, -LATEST.length) }),
    digest,
    parameters: parametersFromSize(details?.parameter_size ?? '') ?? parametersFromName(name),
  }))
}

/** Returns the context length. Its key contains the architecture, such as `llama.context_length`. */
function contextLength(info: Record<string, unknown>): number | null {
  const architecture = info['general.architecture']
  const named = typeof architecture === 'string' ? info[`${architecture}.context_length`] : undefined
  const value = named ?? Object.entries(info).find(([key]) => key.endsWith('.context_length'))?.[1]
  return typeof value === 'number' && value > 0 ? value : null
}

/** Tag of a name without a tag. */
const LATEST = ':latest'

/** A name without a tag means `:latest`. */
function isSameModel(a: string, b: string): boolean {
  const full = (name: string) => (name.includes(':') ? name : `${name}${LATEST}`)
  return full(a) === full(b)
}

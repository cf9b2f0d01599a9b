import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { ListedModel, ModelWindow } from '../../ports/ports.js'
import { hostedWindow } from '../../domain/doors/hosted-windows.js'
import { parametersFromName } from '../../domain/session/model-size.js'
import { Refusal } from '../refusal.js'
import { apiUrl, askJson, rootUrl, type OpenaiServer } from './connection.js'

/** Models and windows of OpenAI-compatible servers. Each kind of server reports windows in its own place. [S6] */

const tokens = z.number().int().positive().nullish().catch(null)
const text = z.string().nullish().catch(null)
/** `/v1/models`. The names of the window are those of vLLM and SGLang, OpenRouter and Together, Groq, Mistral. */
const Entry = z.object({
  id: z.string(),
  owned_by: text,
  root: text,
  max_model_len: tokens,
  context_length: tokens,
  context_window: tokens,
  max_context_length: tokens,
  /** llama.cpp. */
  meta: z.object({ n_params: z.number().nullish(), size: z.number().nullish() }).nullish().catch(null),
})
type Entry = z.infer<typeof Entry>
const Models = z.object({ data: z.array(Entry) })
/** `/api/v0/models` of LM Studio. */
const StudioModels = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      arch: text,
      quantization: text,
      state: text,
      loaded_context_length: tokens,
      max_context_length: tokens,
    }),
  ),
})
/** `/props` of llama.cpp. */
const Props = z.object({ default_generation_settings: z.object({ n_ctx: z.number().int().positive() }) })

/** Kinds of servers that take more than the API of OpenAI. */
export type ServerKind = 'llama.cpp' | 'vllm' | 'sglang' | 'lm-studio' | 'other'

export interface FoundWindow {
  /** null: the server does not have the model, or no window is known. */
  window: ModelWindow | null
  kind: ServerKind
}

/** Returns the models of the server. Throws as `askJson` does, and ZodError for another answer. */
export async function openaiModels(server: OpenaiServer, signal: AbortSignal): Promise<ListedModel[]> {
  return (await entriesOf(server, signal)).map((entry) => ({
    name: entry.id,
    ...aliasOf(entry.id),
    digest: digestOf(entry),
    parameters: parametersOf(entry),
  }))
}

/** Returns the window of a model: from the server, else as the operator set it, else of a known hosted model. Throws as
 * `openaiModels` does, except for a server without a list of models. */
export async function openaiWindow(server: OpenaiServer, model: string, signal: AbortSignal): Promise<FoundWindow> {
  const entries = await entriesOf(server, signal).catch((error: unknown) => {
    if (hasNoList(error)) return null
    throw error
  })
  const entry = entries?.find(({ id }) => id === model || aliasOf(id).alias === model)
  if (entries && !entry) return { window: null, kind: 'other' }
  const listed =
    entry && (entry.max_model_len ?? entry.context_length ?? entry.context_window ?? entry.max_context_length)
  // A vendor of hosted models has no such endpoints.
  const isVendor = server.url.startsWith('https:') && hostedWindow(model) !== null
  const own = listed || isVendor ? null : await ownEndpoints(server, entry?.id ?? model, signal)
  const found = own ?? (listed ? { tokens: listed, isFixed: true } : null)
  const fallback = server.windowTokens ?? hostedWindow(model)
  const given = found ?? (fallback === null ? null : { tokens: fallback, isFixed: true })
  const kind = own?.kind ?? kindOf(entry)
  if (given === null) return { window: null, kind }
  const window = {
    tokens: Math.min(given.tokens, server.windowTokens ?? Infinity),
    isFixed: given.isFixed,
    parameters: entry ? parametersOf(entry) : parametersFromName(model),
    family: own?.family ?? null,
    digest: entry ? digestOf(entry, own?.variant) : null,
  }
  return { window, kind }
}

/** Whether the error is of a server that has no list of models. */
export function hasNoList(error: unknown): boolean {
  return error instanceof Refusal && [404, 405, 501].includes(error.status)
}

async function entriesOf(server: OpenaiServer, signal: AbortSignal): Promise<Entry[]> {
  return Models.parse(await askJson(server, { url: apiUrl(server, '/models') }, signal)).data
}

interface OwnWindow {
  tokens: number
  isFixed: boolean
  kind: ServerKind
  family: string | null
  /** Differs between variants of one model. */
  variant: string
}

/** Asks the endpoints that only one kind of server has. Other servers answer with an error, or with something else. */
async function ownEndpoints(server: OpenaiServer, model: string, signal: AbortSignal): Promise<OwnWindow | null> {
  const ask = (path: string) => askJson(server, { url: rootUrl(server, path) }, signal).catch(() => null)
  const [studio, props] = await Promise.all([
    ask('/api/v0/models'),
    // A server with several models answers for one that is loaded, and must not load another because of a question.
    ask(`/props?model=${encodeURIComponent(model)}&autoload=false`),
  ])
  const listed = StudioModels.safeParse(studio).data?.data.find(({ id }) => id === model)
  if (listed) {
    const { arch, quantization, loaded_context_length: loaded, max_context_length: max } = listed
    const tokens = loaded ?? max
    const isFixed = loaded !== null && loaded !== undefined
    const common = { kind: 'lm-studio' as const, family: arch ?? null, variant: `${arch ?? ''} ${quantization ?? ''}` }
    return tokens ? { tokens, isFixed, ...common } : null
  }
  const settings = Props.safeParse(props).data?.default_generation_settings
  return settings ? { tokens: settings.n_ctx, isFixed: true, kind: 'llama.cpp', family: null, variant: '' } : null
}

function kindOf(entry: Entry | undefined): ServerKind {
  switch (entry?.owned_by) {
    case 'vllm':
    case 'sglang':
      return entry.owned_by
    case 'llamacpp':
      return 'llama.cpp'
    default:
      return 'other'
  }
}

function parametersOf({ id, meta }: Entry): number | null {
  return meta?.n_params ? meta.n_params / 1e9 : parametersFromName(id)
}

const GGUF = '.gguf'

/** llama.cpp names a model by the path of its file, unless it has an alias of its own. */
function aliasOf(id: string): { alias?: string } {
  if (!id.toLowerCase().endsWith(GGUF)) return {}
  const from = Math.max(id.lastIndexOf('/'), id.lastIndexOf('\\')) + 1
  return { alias: id.slice(from, -GGUF.length) }
}

/** Changes with the model behind a name, as far as a server shows it. The time of `created` is that of the answer in some. */
function digestOf({ id, root, meta }: Entry, variant = ''): string {
  return createHash('sha256')
    .update(JSON.stringify([id, root, meta, variant]))
    .digest('hex')
}

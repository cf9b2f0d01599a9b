import { z } from 'zod'
import type { ChatRequest, ListedModel, ModelWindow } from '../../ports/ports.js'
import { postForLines } from '../line-call.js'
import type { Chat, ModelApi } from '../model-api.js'
import type { Refusal } from '../refusal.js'
import { answerParts } from './answer.js'
import { apiUrl, askJson, authorizationOf, type OpenaiServer } from './connection.js'
import { RequestBodies } from './request-body.js'
import { hasNoList, openaiModels, openaiWindow, type ServerKind } from './windows.js'

const Embeddings = z.object({ data: z.array(z.object({ index: z.number(), embedding: z.array(z.number()) })) })

/** The API of OpenAI, as LM Studio, llama.cpp, vLLM, SGLang, LiteLLM, and hosted services offer it. [V10] */
export class OpenaiApi implements ModelApi {
  readonly addressSetting = 'SUMMARY_BASE_URL'
  readonly choosesWindow = false
  private readonly bodies = new RequestBodies()
  /** What the last question for a window showed. */
  private kind: ServerKind = 'other'

  constructor(private readonly server: OpenaiServer) {}

  open(request: ChatRequest, signal: AbortSignal): Chat {
    const { server } = this
    const url = apiUrl(server, '/chat/completions')
    const body = this.bodies.of(request, this.kind)
    const call = postForLines({ url, authorization: authorizationOf(server), body }, signal)
    return {
      parts: () => answerParts(call.lines()),
      finish: () => call.finish(),
      close: () => call.close(),
    }
  }

  adapt(request: ChatRequest, refusal: Refusal): boolean {
    return this.bodies.adapt(request, refusal, this.kind)
  }

  async embed({ model, texts }: { model: string; texts: string[] }, signal: AbortSignal): Promise<number[][]> {
    const body = { model, input: texts, encoding_format: 'float' }
    const reply = await askJson(this.server, { url: apiUrl(this.server, '/embeddings'), body }, signal)
    const { data = [] } = Embeddings.safeParse(reply).data ?? {}
    return data.toSorted((a, b) => a.index - b.index).map(({ embedding }) => embedding)
  }

  async window(model: string, signal: AbortSignal): Promise<ModelWindow | null> {
    const { window, kind } = await openaiWindow(this.server, model, signal)
    this.kind = kind
    return window
  }

  /** A server without a list of models may still answer: its list is empty. */
  async list(signal: AbortSignal): Promise<ListedModel[]> {
    return openaiModels(this.server, signal).catch((error: unknown) => {
      if (hasNoList(error)) return []
      throw error
    })
  }
}

import { SpanKind } from '@opentelemetry/api'
import { ModelError, type ChatReply, type ChatRequest, type Model } from '../ports/model-port.js'
import type { Metrics } from './metrics.js'
import { ATTRIBUTE, chatSpan, GEN_AI_CHAT } from './span-names.js'
import { inSpan } from './spans.js'

/** The server of a model, for its spans. */
export interface WatchedServer {
  /** Name of the provider in the conventions of OpenTelemetry. */
  provider: string
  /** Host and port, without credentials. */
  server: string
}

/** Returns the model with a span and metrics around each chat. */
export function watchedModel(model: Model, metrics: Metrics, server: WatchedServer): Model {
  const chat = async (request: ChatRequest): Promise<ChatReply> => {
    const startedAt = performance.now()
    let result = 'ok'
    try {
      return await inSpan(
        chatSpan(request.model),
        { kind: SpanKind.CLIENT, attributes: of(request, server) },
        async (span) => {
          const reply = await model.chat(request)
          span.setAttribute(ATTRIBUTE.inputTokens, reply.promptTokens)
          span.setAttribute(ATTRIBUTE.outputTokens, reply.outputTokens)
          metrics.modelTokens.inc({ direction: 'input' }, reply.promptTokens)
          metrics.modelTokens.inc({ direction: 'output' }, reply.outputTokens)
          return reply
        },
      )
    } catch (error) {
      result = error instanceof ModelError ? error.failure : 'error'
      throw error
    } finally {
      metrics.modelCalls.inc({ result })
      metrics.modelDuration.observe((performance.now() - startedAt) / 1_000)
    }
  }
  return {
    chat,
    evaluate: (request) => model.evaluate(request),
    embed: (request) => model.embed(request),
    window: (name, fresh) => model.window(name, fresh),
    windowAtHand: (name) => model.windowAtHand(name),
    models: () => model.models(),
    fault: () => model.fault(),
    close: () => model.close(),
  }
}

function of({ model, maxOutputTokens, windowTokens }: ChatRequest, { provider, server }: WatchedServer) {
  return {
    [ATTRIBUTE.genAiOperation]: GEN_AI_CHAT,
    [ATTRIBUTE.genAiProvider]: provider,
    [ATTRIBUTE.model]: model,
    [ATTRIBUTE.maxTokens]: maxOutputTokens,
    [ATTRIBUTE.numCtx]: windowTokens,
    [ATTRIBUTE.serverAddress]: server,
  }
}

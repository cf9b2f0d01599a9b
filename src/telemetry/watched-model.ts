import { SpanKind } from '@opentelemetry/api'
import { ModelError, type ChatReply, type ChatRequest, type Model } from '../app/ports/model-port.js'
import type { Metrics } from './metrics.js'
import { ATTRIBUTE, chatSpan, GEN_AI_CHAT, GEN_AI_PROVIDER } from './span-names.js'
import { inSpan } from './spans.js'

/** Returns the model with a span and metrics around each chat. @param server host and port, without credentials */
export function watchedModel(model: Model, metrics: Metrics, server: string): Model {
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
    embed: (request) => model.embed(request),
    window: (name, fresh) => model.window(name, fresh),
    windowAtHand: (name) => model.windowAtHand(name),
    models: () => model.models(),
    close: () => model.close(),
  }
}

function of({ model, numPredict, numCtx }: ChatRequest, server: string) {
  return {
    [ATTRIBUTE.genAiOperation]: GEN_AI_CHAT,
    [ATTRIBUTE.genAiProvider]: GEN_AI_PROVIDER,
    [ATTRIBUTE.model]: model,
    [ATTRIBUTE.maxTokens]: numPredict,
    [ATTRIBUTE.numCtx]: numCtx,
    [ATTRIBUTE.serverAddress]: server,
  }
}

import {
  context,
  isSpanContextValid,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Link,
  type Span,
  type SpanContext,
} from '@opentelemetry/api'
import { ERROR_CODE } from '../ports/safe-error.js'
import type { RequestEnd, RequestFacts, RequestSpan, SpanFacts } from '../ports/telemetry-port.js'
import { ATTRIBUTE, requestSpan, SPAN, TRACER } from './span-names.js'

/** Spans of OpenTelemetry. Without an SDK, which the operator loads, every call here does nothing. */

export function inSpan<T>(
  name: string,
  { kind = SpanKind.INTERNAL, ...facts }: { kind?: SpanKind; attributes: Attributes; links?: Link[] },
  work: (span: Span) => Promise<T>,
): Promise<T> {
  return trace.getTracer(TRACER).startActiveSpan(name, { kind, ...facts }, async (span) => {
    try {
      return await work(span)
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      span.setAttribute(ATTRIBUTE.errorType, errorType(error))
      throw error
    } finally {
      span.end()
    }
  })
}

export function namedSpan<T>(name: keyof typeof SPAN, facts: SpanFacts, work: () => Promise<T>): Promise<T> {
  return inSpan(SPAN[name], { attributes: attributesOf(facts), links: linksOf(facts) }, work)
}

export function startRequest({ method, headers, requestId }: RequestFacts): RequestSpan {
  const parent = propagation.extract(context.active(), headers)
  const attributes = { [ATTRIBUTE.method]: method, [ATTRIBUTE.requestId]: requestId }
  const span = trace
    .getTracer(TRACER)
    .startSpan(requestSpan(method, null), { kind: SpanKind.SERVER, attributes }, parent)
  return {
    traceparent: traceparentOf(span.spanContext()),
    run: (next) => context.with(trace.setSpan(parent, span), next),
    end: ({ operation, route, status }: RequestEnd) => {
      span.updateName(requestSpan(method, route))
      span.setAttribute(ATTRIBUTE.operation, operation)
      if (route !== null) span.setAttribute(ATTRIBUTE.route, route)
      if (status !== null) span.setAttribute(ATTRIBUTE.status, status)
      if (status !== null && status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}

/** The W3C form of a span, which a record keeps for the jobs of a request. */
function traceparentOf(span: SpanContext): string | null {
  if (!isSpanContextValid(span)) return null
  return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`
}

function linksOf({ cause }: SpanFacts): Link[] {
  const [, traceId = '', spanId = '', flags = ''] = cause?.traceparent?.split('-') ?? []
  const span: SpanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
  return isSpanContextValid(span) ? [{ context: span }] : []
}

function attributesOf({ appId, sessionId, compressionId, model, protocol, messages, cause }: SpanFacts): Attributes {
  return {
    ...(appId ? { [ATTRIBUTE.appId]: appId } : {}),
    ...(sessionId === undefined ? {} : { [ATTRIBUTE.sessionId]: sessionId }),
    ...(compressionId === undefined ? {} : { [ATTRIBUTE.compressionId]: compressionId }),
    ...(model === undefined ? {} : { [ATTRIBUTE.model]: model }),
    ...(protocol === undefined ? {} : { [ATTRIBUTE.protocol]: protocol }),
    ...(cause === undefined ? {} : { [ATTRIBUTE.requestId]: cause.requestId }),
    ...(messages === undefined ? {} : { [ATTRIBUTE.messages]: messages }),
  }
}

/** The code or the class of an error. Its message may quote text. */
function errorType(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  for (const name of ['failure', 'code'] as const) {
    const value: unknown = Reflect.get(error, name)
    if (typeof value === 'string' && ERROR_CODE.test(value)) return value
  }
  return error.name
}

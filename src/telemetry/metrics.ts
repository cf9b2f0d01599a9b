import type { Registry } from 'prom-client'
import { Counter, Gauge, Histogram } from 'prom-client'

/** The metrics of a process. Their help is their documentation. A label has few values: never a session, and never a text that an
 * app chooses. */

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const LONG_SECONDS = [0.1, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160, 320]
const TOKENS = [10, 100, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000]

export function makeMetrics(register: Registry) {
  const registers = [register]
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Counter<L>({ name: `palimpsest_${name}`, help, labelNames, registers })
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Gauge<L>({ name: `palimpsest_${name}`, help, labelNames, registers })
  const histogram = <L extends string>(name: string, help: string, labelNames: readonly L[], buckets: number[]) =>
    new Histogram<L>({ name: `palimpsest_${name}`, help, labelNames, buckets, registers })
  return {
    httpDuration: histogram(
      'http_request_duration_seconds',
      'HTTP requests by operation and class of status.',
      ['operation', 'status'],
      SECONDS,
    ),
    problems: counter('problems_total', 'Requests refused or failed, by code.', ['code']),
    streams: gauge('event_streams', 'Open event streams of this process.', ['kind']),
    appendedMessages: counter('appended_messages_total', 'Messages stored, by app (the first 100; then "other").', [
      'app',
    ]),
    appendedTokens: histogram('appended_tokens', 'Model tokens of each append.', [], TOKENS),
    usedTokens: histogram('context_used_tokens', 'Model tokens used in the context after each append.', [], TOKENS),
    compressions: counter('compressions_total', 'Ended compressions by result and reason.', ['result', 'reason']),
    compressionDuration: histogram(
      'compression_duration_seconds',
      'Duration of completed compressions.',
      [],
      LONG_SECONDS,
    ),
    savedTokens: counter('compression_saved_tokens_total', 'Model tokens that compressions freed.', []),
    recalls: counter('recalls_total', 'Messages for which something was recalled (hit), or why nothing was.', [
      'result',
    ]),
    recalledTokens: counter('recalled_tokens_total', 'Model tokens of recalled words.', []),
    recallDuration: histogram('recall_duration_seconds', 'Duration of decisions about what to recall.', [], SECONDS),
    modelCalls: counter('model_calls_total', 'Model calls by result.', ['result']),
    modelDuration: histogram('model_call_duration_seconds', 'Duration of model calls.', [], LONG_SECONDS),
    modelTokens: counter('model_tokens_total', 'Tokens of model calls, as the server counted them.', ['direction']),
    warmUps: counter('warm_ups_total', 'Prompts that a worker changed: evaluated early, or why they were not.', [
      'result',
    ]),
    warmUpDuration: histogram('warm_up_duration_seconds', 'Duration of early evaluations.', [], LONG_SECONDS),
    doorTurns: counter('door_turns_total', 'Turns at doors by protocol and outcome.', ['protocol', 'outcome']),
    doorDuration: histogram('door_turn_duration_seconds', 'Duration of turns at doors.', ['protocol'], LONG_SECONDS),
    auditedSessions: counter('audit_sessions_total', 'Audited sessions by result.', ['result']),
    auditedMessages: counter('audit_messages_total', 'Messages whose coverage was audited.', []),
    auditViolations: counter('audit_violations_total', 'Broken rules that audits found.', []),
    storeUp: gauge('store_up', 'Whether the database answers.', []),
    pool: gauge('store_pool_connections', 'Database connections of this process; waiting: requests for one.', [
      'state',
    ]),
    databaseBytes: gauge('database_bytes', 'Size of the database.', []),
    databaseFull: gauge('database_full', 'Whether a write found the disk full within 30 s.', []),
    diskFree: gauge('disk_free_bytes', 'Free bytes of the disk of DATA_DIR, where the embedded database is.', []),
    diskSize: gauge('disk_size_bytes', 'Size of the disk of DATA_DIR.', []),
    sessions: gauge('sessions', 'Stored sessions.', []),
    pending: gauge('pending_compressions', 'Queued and running compressions.', []),
    oldestPending: gauge('oldest_pending_compression_seconds', 'Age of the oldest queued compression.', []),
    permits: gauge('model_permits', 'Compressions that may use a model at the same time.', []),
    permitsUsed: gauge('model_permits_used', 'Compressions that use a model now.', []),
    breaker: gauge('breaker_open', 'Circuit breaker of the model server: 0 closed, 0.5 half-open, 1 open.', []),
    modelsUnavailable: gauge('models_unavailable', 'Models with an open breaker.', []),
    modelsUnfit: gauge('models_unfit', 'Models whose summaries repeatedly fail verification.', []),
    eventLag: gauge('event_lag_seconds', 'Age of the oldest event that no subscriber can see yet.', []),
    queueUp: gauge('queue_up', 'Whether the job queue answers.', []),
    queueJobs: gauge('queue_jobs', 'Jobs by queue and state.', ['queue', 'state']),
  }
}
export type Metrics = ReturnType<typeof makeMetrics>

/** Names that may be labels. Later ones become `other`, so that the number of series has a bound. */
export class BoundedNames {
  private readonly known = new Set<string>()

  constructor(private readonly max: number) {}

  label(name: string): string {
    if (this.known.has(name)) return name
    if (this.known.size >= this.max) return 'other'
    this.known.add(name)
    return name
  }
}

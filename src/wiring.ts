import { openWebhook } from './alerts/webhook.js'
import { StoreQuotaGuard } from './app/quotas/quota-guard.js'
import type { Ports } from './ports/ports.js'
import type { Config } from './config.js'
import { makeIds, systemClock } from './ids.js'
import type { RootLog } from './log.js'
import { providerOf, type ModelServer } from './model/providers.js'
import { dateReader } from './dates/read-dates.js'
import { O200kTokenizer } from './model/tokenizer.js'
import { openQueue, openRedisNotifier, type OpenedQueue } from './queue/index.js'
import { closeThreads, fitThreadsTo } from './threads/pool.js'
import { openStore, startEmbedded } from './store/index.js'
import { makeTelemetry } from './telemetry/telemetry.js'

/** The opened ports and the functions that start and stop them. */
export interface Wired {
  ports: Ports
  startWorkers: OpenedQueue['startWorkers']
  /** Closes everything once, in reverse order. Later calls await the same close. */
  release(): Promise<void>
}

/** Opens every port, or none. Only this file chooses the implementations. */
export async function wire(config: Config, log: RootLog): Promise<Wired> {
  const opened: (() => Promise<void>)[] = []
  let released: Promise<void> | undefined
  const release = () => (released ??= closeAll(opened, log))
  try {
    const clock = systemClock()
    const telemetry = makeTelemetry()
    const url = await databaseUrl(config, log, opened)
    const notifier =
      config.queue.kind === 'redis'
        ? openRedisNotifier({ url: config.queue.url, log: log.child({ component: 'wake' }) })
        : undefined
    if (notifier) opened.push(() => notifier.close())
    const store = await openStore({
      url,
      notifier,
      log: log.child({ component: 'store' }),
      onEvents: telemetry.committed,
    })
    opened.push(() => store.close())
    // Without Redis, the queue keeps its jobs in our database, in a separate schema.
    const backend = config.queue.kind === 'redis' ? config.queue : { kind: 'postgres' as const, url }
    const { queue, startWorkers } = await openQueue({ backend, log: log.child({ component: 'queue' }) })
    opened.push(() => queue.close())
    const tokenizer = new O200kTokenizer()
    opened.push(() => tokenizer.close())
    fitThreadsTo(config.maxBodyBytes)
    opened.push(closeThreads)
    const provider = providerOf(config.model.server)
    const model = provider.open(config.model)
    opened.push(() => model.close())
    const modelServer = new URL(config.model.server.url).host
    const upstreams = openUpstreams(config, opened)
    const ids = makeIds(clock)
    const quotas = new StoreQuotaGuard({
      store,
      clock,
      log: log.child({ component: 'quotas' }),
      processName: ids.secret(),
    })
    // Before the store closes.
    opened.push(() => quotas.close())
    const ports: Ports = {
      store,
      quotas,
      telemetry,
      queue,
      tokenizer,
      dates: dateReader,
      model: telemetry.watch(model, { provider: provider.traceName, server: modelServer }),
      alerts: config.alerts && openWebhook(config.alerts),
      upstreams,
      clock,
      ids,
      log,
      settings: {
        summaryModel: config.model.summaryModel,
        embedModel: config.model.embedModel,
        modelServer,
        modelSlots: config.model.concurrency,
        recallMs: config.recallMs,
        auditLogDays: config.auditLogDays,
      },
    }
    telemetry.readFrom({ ...ports, dataDir: config.store.kind === 'embedded' ? config.dataDir : null })
    return { ports, startWorkers, release }
  } catch (error) {
    await release()
    throw error
  }
}

/** Opens what asks the servers behind the doors for their windows. Sends no chats. */
function openUpstreams({ model, ollama, openai }: Config, opened: (() => Promise<void>)[]): Ports['upstreams'] {
  const open = (server: ModelServer) => {
    const asked = providerOf(server).open(model)
    opened.push(() => asked.close())
    return asked
  }
  return {
    ollama: model.server.kind === 'ollama' ? null : open({ kind: 'ollama', ...ollama }),
    openai: openai && open({ kind: 'openai', ...openai, windowTokens: null }),
  }
}

async function databaseUrl({ store }: Config, log: RootLog, opened: (() => Promise<void>)[]): Promise<string> {
  if (store.kind === 'postgres') return store.url
  const embedded = await startEmbedded({ dataDir: store.dataDir, log: log.child({ component: 'database' }) })
  opened.push(() => embedded.stop())
  return embedded.url
}

/** Closes in reverse order, because later resources depend on earlier ones. One failure does not stop the rest. */
async function closeAll(opened: (() => Promise<void>)[], log: RootLog): Promise<void> {
  for (const close of opened.splice(0).reverse()) {
    await close().catch((error: unknown) => log.warn({ err: error }, 'closing failed'))
  }
}

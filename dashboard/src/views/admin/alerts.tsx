import { take, type PalimpsestClient } from '@palimpsest/client'
import { formatInteger, formatTime } from '../../parts/format.js'
import { Fault, Loading } from '../../parts/notices.js'
import { usePolled } from '../../state/polled.js'

const POLL_MS = 10_000

/** Where operators are notified of stuck sessions, failed audits and models that are down, and whether it works. */
export function AlertsCard({ client }: { client: PalimpsestClient }) {
  const { data, fault, reload } = usePolled((signal) => take(client.api.GET('/v1/alerts', { signal })), POLL_MS, [
    client,
  ])
  return (
    <section class="card" aria-labelledby="alerts-title">
      <h2 id="alerts-title">Alerts {data?.host && <small class="exact">{data.host}</small>}</h2>
      {fault !== null && <Fault text={fault} retry={reload} />}
      {data === null && fault === null && <Loading what="the alerts" />}
      {data && data.host === null && (
        <p class="hint">
          No webhook. Set <code>ALERT_WEBHOOK_URL</code> to be notified of stuck sessions, failed audits and models that
          are down.
        </p>
      )}
      {data && data.host !== null && (
        <p>
          {formatInteger(data.delivered)} delivered
          {data.lastDeliveredAt !== null && `, last ${formatTime(data.lastDeliveredAt)}`}; {formatInteger(data.lost)}{' '}
          lost.
        </p>
      )}
      {data?.failing && (
        <p class="condition fault">
          Not delivered since {formatTime(data.failing.since)}, tried {formatInteger(data.failing.tries)} times:{' '}
          {data.failing.fault} Next try {formatTime(data.failing.nextTryAt)}.
        </p>
      )}
    </section>
  )
}

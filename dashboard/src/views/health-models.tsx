import { take, type components, type PalimpsestClient } from '@palimpsest/client'
import { formatInteger, formatShare, formatTime } from '../parts/format.js'
import { Fault, Loading } from '../parts/notices.js'
import { numbers, TableHead } from '../parts/table-head.js'
import { WideTable } from '../parts/wide-table.js'
import { usePolled } from '../state/polled.js'

/** The model server and its breaker, and how well each model summarized. */

type Models = components['schemas']['Models']
type Model = Models['models'][number]
type Breaker = components['schemas']['ModelBreaker']

const POLL_MS = 5_000

export function ModelsCard({ client }: { client: PalimpsestClient }) {
  const { data, fault, reload } = usePolled(
    (signal) => take(client.api.GET('/v1/models', { signal })) as Promise<Models>,
    POLL_MS,
    [client],
  )
  return (
    <section class="card" aria-labelledby="models-title">
      <h2 id="models-title">Model server {data && <small class="exact">{data.server.name}</small>}</h2>
      {fault !== null && <Fault text={fault} retry={reload} />}
      {data === null && fault === null && <Loading what="the models" />}
      {data && (
        <>
          <p>
            {isUncalled(data) ? 'not called yet' : <BreakerText breaker={data.server.breaker} />}
            {data.server.breaker.state !== 'closed' && (
              <span class="hint">
                {' '}
                Until it answers, checkpoints copy lines of the conversation; models rewrite them then.
              </span>
            )}
          </p>
          {data.models.length === 0 ? (
            <p class="hint">No model is known: the server lists none, or does not answer.</p>
          ) : (
            <ModelTable models={data.models} />
          )}
        </>
      )}
    </section>
  )
}

/** Whether nothing shows that the server answers: it lists no model, and no call reached it or failed. */
const isUncalled = ({ server: { breaker }, models }: Models): boolean =>
  models.length === 0 && breaker.state === 'closed' && breaker.failures === 0

function BreakerText({ breaker: { state, until, fault, failures } }: { breaker: Breaker }) {
  if (state === 'closed')
    return (
      <span class={failures === 0 ? 'good' : ''}>
        {failures === 0 ? '✓ calls allowed' : `calls allowed, ${formatInteger(failures)} failures in a row`}
      </span>
    )
  return (
    <span class="bad">
      ✗ {fault === null ? 'failed' : FAULT_TEXT[fault]}
      {state === 'open' ? until !== null && `; next call ${formatTime(until)}.` : '; one call is trying it now.'}
    </span>
  )
}

const FAULT_TEXT: Record<NonNullable<Breaker['fault']>, string> = {
  unavailable: 'does not answer',
  timeout: 'did not answer in time',
  'no-such-model': 'does not exist',
  unauthorized: 'refuses the key',
  'rate-limited': 'limits the rate of calls',
}

function ModelTable({ models }: { models: readonly Model[] }) {
  return (
    <WideTable title="Models">
      <table class="models">
        <TableHead
          columns={[
            'Model',
            'Calls',
            ...numbers('Accepted spans', 'Facts kept', 'Seconds a span', 'Token ratio'),
            'Last spans',
          ]}
        />
        <tbody>
          {models.map((model) => (
            <ModelRow key={model.name} model={model} />
          ))}
        </tbody>
      </table>
    </WideTable>
  )
}

const CONTENT = [
  { kind: 'chat', text: 'chats' },
  { kind: 'work', text: 'work with tools' },
] as const

const formatKept = (share: number | null) => (share === null ? '–' : formatShare(share))

function ModelRow({ model: { name, present, parameters, breaker, calibration, record } }: { model: Model }) {
  return (
    <tr>
      <th scope="row" class="exact">
        {name}
        <small>
          {present ? '' : ' not on the server'}
          {parameters !== null && ` ${parameters}B`}
        </small>
      </th>
      <td>
        <BreakerText breaker={breaker} />
        {record?.unfit && (
          <span class="bad">
            {' '}
            unfit: {record.unfit.reason}, next trial {formatTime(record.unfit.nextTrialAt)}
          </span>
        )}
        {CONTENT.map(({ kind, text }) => {
          const next = record?.help?.[kind]?.nextTrialAt ?? null
          return (
            next !== null && (
              <span key={kind}>
                {' '}
                does not help with {text}, next trial {formatTime(next)}
              </span>
            )
          )
        })}
      </td>
      <td class="number">
        {record ? `${formatInteger(record.spans.accepted)} of ${formatInteger(record.spans.asked)}` : '–'}
      </td>
      <td class="number">{formatKept(record?.anchors.keptShare ?? null)}</td>
      <td class="number">{record ? record.secondsPerSpan.toFixed(1) : '–'}</td>
      <td class="number">{calibration ? calibration.ratio.toFixed(2) : '–'}</td>
      <td>
        {record?.last.map(({ at, verdict, seconds }) => (
          <span
            key={at}
            class={`tick ${verdict === 'accepted' ? 'good' : 'bad'}`}
            title={`${formatTime(at)}: ${verdict}, ${seconds.toFixed(1)} s`}
          >
            {verdict === 'accepted' ? '✓' : '✗'}
            <span class="unseen"> {verdict}</span>
          </span>
        ))}
      </td>
    </tr>
  )
}

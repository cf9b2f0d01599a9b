import { degradedText } from '../../context/condition.js'
import { formatShare } from '../../parts/format.js'
import type { SessionData } from '../../state/session.js'

/** How well the context still represents the history, in facts. The index of the API compares models, so it is last. */
export function Fidelity({ data: { session } }: { data: SessionData }) {
  const { reliability, degraded, compressions } = session.contextStatus
  const { score, reachable, reasons, factsKept, warning } = reliability
  return (
    <section class="card">
      <h2>What was kept</h2>
      {compressions === 0 ? (
        <p>Nothing was compressed: no fact is behind a checkpoint.</p>
      ) : (
        <p>
          Checkpoints keep <b>{formatShare(factsKept ?? 1)}</b> of the exact facts of the messages that they replace.
          The rest stays readable in the history.
        </p>
      )}
      {degraded.length > 0 && (
        <ul>
          {degraded.map((condition) => (
            <li key={condition}>{degradedText(condition)}</li>
          ))}
        </ul>
      )}
      <details>
        <summary>
          Reliability index {formatShare(score)}; this model can reach {formatShare(reachable)}
        </summary>
        {warning && <p>{warning}</p>}
        <ul>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </details>
    </section>
  )
}

import { isTrusted } from '../../domain/model/calibration.js'
import { usedModelTokens } from '../../domain/session/model-tokens.js'
import { addRecoded } from '../../domain/session/recoded-texts.js'
import { nextScale, scaleOf } from '../../domain/session/token-scale.js'
import { updateReliability } from '../cut/update-reliability.js'
import { countRecoded } from '../ingest/count-recoded.js'
import type { Ports, SessionTx } from '../../ports/ports.js'

/** Adopts what is now known about the model's own token counts. Emits `tokens-recalibrated` if the ratio changed, which
 * happens only when it moved by more than 3%. The caller checks the budget afterwards; a context that no longer fits
 * shrinks in a recorded cut before it is next returned. [T2]
 * @param texts returns the texts of the messages being appended */
export async function adoptScale(
  tx: SessionTx,
  ports: Pick<Ports, 'model' | 'tokenizer' | 'log'>,
  texts: () => string[],
): Promise<void> {
  const { session } = tx
  const { model, scale: before } = session
  const recoded = await countRecoded(ports, model, texts)
  if (recoded) tx.change({ recoded: addRecoded(session.recoded, recoded, session.limit) })
  const { measured = null } = session
  // The app's record is read only until something better is known, so that most appends need no further query.
  const mayLearn = before.basis !== 'exact' && before.basis !== 'measured' && !isTrusted(measured)
  const found = scaleOf({
    model,
    family: ports.model.windowAtHand(model)?.family ?? null,
    session: measured,
    app: mayLearn ? await tx.calibration() : null,
    recoded: session.recoded ?? null,
  })
  const next = nextScale(before, found)
  const usedBefore = usedModelTokens(session)
  updateReliability(tx, { scale: next })
  if (next.ratio === before.ratio) return
  tx.emit({
    type: 'tokens-recalibrated',
    data: {
      basis: next.basis,
      ratio: next.ratio,
      margin: next.margin,
      ratioBefore: before.ratio,
      usedBefore,
      usedAfter: usedModelTokens(session),
      limit: session.limit,
    },
  })
}

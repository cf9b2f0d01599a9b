import type { Checkpoint } from '../../../domain/checkpoint/checkpoint.js'
import type { ModelAttempt } from '../../../domain/compression/compression.js'
import type { Ports } from '../../ports/ports.js'
import { contentKind, NOT_SUPPORTED, type Span } from './span-calls.js'
import type { Written } from './summarize-span.js'
import { afterHelp, type ContentKind } from '../../../domain/model/help.js'

/** Records whether the lines of the model are in the checkpoint. Returns the calls with their verdicts: those whose lines were accepted
 * and then left out did not help. [V11]
 * @param checkpoint null: the one that the model should rewrite says more */
export async function judgeHelp(
  ports: Pick<Ports, 'store' | 'settings' | 'clock'>,
  span: Pick<Span, 'session' | 'messages'>,
  { written, checkpoint }: { written: Written; checkpoint: Pick<Checkpoint, 'lines'> | null },
): Promise<ModelAttempt[]> {
  const { attempts, lines } = written
  const content = contentKind(span)
  const [first] = attempts
  const isJudged = lines.length > 0 || (content === 'chat' && attempts.at(-1)?.verdict === NOT_SUPPORTED)
  if (!first || content === undefined || !isJudged) return attempts
  const helped = checkpoint?.lines.some(({ by }) => by === 'model') === true
  await noteHelp(ports, { model: first.model, appId: span.session.appId, content, helped })
  return helped ? attempts : attempts.map((one) => (one.verdict === 'accepted' ? { ...one, verdict: 'no-help' } : one))
}

/** Records whether a summary by a model was used: whether the checkpoint says no less with it. [V11] */
async function noteHelp(
  { store, settings, clock }: Pick<Ports, 'store' | 'settings' | 'clock'>,
  { model, appId, content, helped }: { model: string; appId: string; content: ContentKind; helped: boolean },
): Promise<void> {
  await store.changeModelHealth(settings.modelServer, { model, appId }, (health) => {
    const help = afterHelp(health.record.help, content, helped, clock.now())
    return { health: { ...health, record: { ...health.record, help } }, result: undefined }
  })
}

import type { Checkpoint } from '../../../domain/checkpoint/checkpoint.js'
import type { ModelAttempt } from '../../../domain/compression/compression.js'
import type { Ports } from '../../../ports/ports.js'
import { contentKind, NOT_SUPPORTED, type Span } from './span-calls.js'
import type { Written } from './summarize-span.js'
import { afterHelp, type ContentKind, type JudgedSummary } from '../../../domain/model/help.js'

/** Records how many lines of the model are untrue, and whether the others are in the checkpoint. Returns the calls with their verdicts: those whose lines were accepted
 * and then left out did not help. [V11]
 * @param checkpoint null: the one that the model should rewrite says more */
export async function judgeHelp(
  ports: Pick<Ports, 'store' | 'settings' | 'clock'>,
  span: Pick<Span, 'session' | 'messages'>,
  { written, checkpoint }: { written: Written; checkpoint: Pick<Checkpoint, 'lines'> | null },
): Promise<ModelAttempt[]> {
  const { attempts, lines, stated = { lines: 0, untrue: 0 } } = written
  const content = contentKind(span)
  const [first] = attempts
  if (!first || content === undefined) return attempts
  const isJudged = lines.length > 0 || (content === 'chat' && attempts.at(-1)?.verdict === NOT_SUPPORTED)
  const helped = isJudged ? checkpoint?.lines.some(({ by }) => by === 'model') === true : null
  await noteHelp(ports, { model: first.model, appId: span.session.appId, content, summary: { helped, stated } })
  if (helped === null) return attempts
  return helped ? attempts : attempts.map((one) => (one.verdict === 'accepted' ? { ...one, verdict: 'no-help' } : one))
}

/** Records what a model wrote, and whether it was used: whether the checkpoint says no less with it. [V11] */
async function noteHelp(
  { store, settings, clock }: Pick<Ports, 'store' | 'settings' | 'clock'>,
  { model, appId, content, summary }: { model: string; appId: string; content: ContentKind; summary: JudgedSummary },
): Promise<void> {
  await store.changeModelHealth(settings.modelServer, { model, appId }, (health) => {
    const help = afterHelp(health.record.help, content, summary, clock.now())
    return { health: { ...health, record: { ...health.record, help } }, result: undefined }
  })
}

import { afterHelp, type ContentKind } from '../../domain/model/help.js'
import type { Ports } from '../ports/ports.js'

/** Records whether a summary by a model was used: whether the checkpoint says no less with it. [V11] */
export async function noteHelp(
  { store, settings, clock }: Pick<Ports, 'store' | 'settings' | 'clock'>,
  { model, appId, content, helped }: { model: string; appId: string; content: ContentKind; helped: boolean },
): Promise<void> {
  await store.changeModelHealth(settings.modelServer, { model, appId }, (health) => {
    const help = afterHelp(health.record.help, content, helped, clock.now())
    return { health: { ...health, record: { ...health.record, help } }, result: undefined }
  })
}

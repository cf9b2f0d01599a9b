import type { Ports, SessionTx } from '../../ports/ports.js'
import type { OpenedTurn } from './open-turn.js'

/** Notes that the upstream refused a turn for what it says. If the client sends it in another form, that form replaces it:
 * it is no other branch. A repetition is the same turn. */
export async function recordRefusal(
  { store }: Pick<Ports, 'store'>,
  { appId, model, turn }: { appId: string; model: string; turn: Pick<OpenedTurn, 'sessionId' | 'position'> },
): Promise<void> {
  const refuse = async (tx: SessionTx) => {
    const links = await tx.linksFrom(turn.position)
    // More was said meanwhile, or the turn has an answer.
    if (links.length === 1 && links[0]!.kind === 'sent') await tx.refuseLinks(true)
  }
  await store.change(turn.sessionId, appId, refuse, {
    door: { position: turn.position, withPrefix: false, model },
  })
}

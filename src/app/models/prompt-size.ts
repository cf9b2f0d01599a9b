import type { Session } from '../../domain/session/session.js'
import { nominalSize } from '../../domain/session/model-size.js'
import { scaleOf, type TokenScale } from '../../domain/session/token-scale.js'
import type { ModelWindow, Ports } from '../../ports/ports.js'
import { loadedWindowOf } from './loaded-window.js'

/** How much the summary model can read. */
export interface PromptSize {
  model: string
  /** Model tokens of the window, prompt and answer together; the same in every call to the model. [S1] */
  windowTokens: number
  /** Billions; an unknown size counts as 7. [Q1] */
  parameters: number
  scale: TokenScale
  /** Upper bound of the model tokens per base token. */
  maxRatio: number
}

/** Returns the size of prompts to a model for a session of an app. With the session's own model, prompts are sized as its
 * contexts are. [V2] [T2] */
export async function promptSize(
  ports: Pick<Ports, 'store' | 'model'>,
  model: string,
  { window }: { window: ModelWindow },
  session: Session,
): Promise<PromptSize> {
  const { family, parameters } = window
  const scale =
    model === session.model
      ? session.scale
      : scaleOf({
          model,
          family,
          session: null,
          app: await ports.store.calibration(session.appId, model),
          recoded: null,
        })
  const windowTokens = await loadedWindowOf(ports, model, session, window.tokens)
  return {
    model,
    windowTokens,
    parameters: nominalSize(parameters ?? 7),
    scale,
    maxRatio: scale.ratio * (1 + scale.margin),
  }
}

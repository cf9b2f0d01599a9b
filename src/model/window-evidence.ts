import { LRUCache } from 'lru-cache'

/** A window is lowered to no less than this, in tokens: no server has a smaller one on purpose. [V1] */
export const SMALLEST_WINDOW = 2_048
/** Two cut prompts show one window if their windows differ by at most this share of the larger. Counts of one window
 * differ by the size of a message, because servers cut at whole messages. */
const SAME_WINDOW_SHARE = 0.1
/** How long a prompt that was answered whole counts, in ms: the model or its settings may change. */
const WHOLE_MS = 3_600_000
/** Maximum models with evidence. Apps choose the names, so their number is otherwise unbounded. */
const MAX_MODELS = 200

interface Evidence {
  /** Window that the last cut prompt showed, in tokens; null without a cut since the last whole answer above it. */
  shown: number | null
  /** Tokens of the largest prompt that was answered whole. */
  whole: number
  /** Until when that prompt counts, on the clock of `performance.now()`. */
  wholeUntil: number
}

/**
 * Collects what the answers of a server show about the windows of its models. One odd count proves nothing: servers
 * between us and a model, and some versions of Ollama, report only the tokens that were not cached. [S4] [V1]
 */
export class WindowEvidence {
  private readonly models = new LRUCache<string, Evidence>({ max: MAX_MODELS })

  /** Records a prompt of `tokens` that the model read whole. */
  whole(model: string, tokens: number): void {
    const { shown, whole, wholeUntil } = this.of(model)
    this.models.set(model, {
      shown: shown !== null && shown < tokens ? null : shown,
      whole: Math.max(whole, tokens),
      wholeUntil: tokens >= whole ? performance.now() + WHOLE_MS : wholeUntil,
    })
  }

  /**
   * Records a cut prompt that shows a window of `tokens`. Returns the window to use from now on, in tokens, if the cut
   * before it showed the same one; otherwise null. Never less than the largest prompt that was answered whole.
   */
  cut(model: string, tokens: number): number | null {
    const { shown, ...rest } = this.of(model)
    const isSame = shown !== null && Math.abs(shown - tokens) <= Math.max(shown, tokens) * SAME_WINDOW_SHARE
    this.models.set(model, { shown: isSame ? null : tokens, ...rest })
    return isSame ? Math.max(SMALLEST_WINDOW, rest.whole, Math.min(shown, tokens)) : null
  }

  private of(model: string): Evidence {
    const known = this.models.get(model) ?? { shown: null, whole: 0, wholeUntil: 0 }
    return known.wholeUntil > performance.now() ? known : { ...known, whole: 0 }
  }
}

import type { Intent } from '../../domain/drift/indicator.js'
import { cosine, type Meaning } from '../../domain/drift/intent-match.js'
import { stepOf, type Step } from '../../domain/drift/step.js'
import type { SourceMessage } from '../../domain/source/types.js'
import { ModelError, type Ports } from '../../ports/ports.js'

/** Earlier steps of the session that are embedded together with the judged step. */
const OWN_STEPS = 6
/** Characters embedded of each text, so that it fits the window of small embedding models. */
const TEXT_CHARS = 2_000
const EMBED_TIMEOUT_MS = 5_000

interface Needs {
  model: Pick<Ports['model'], 'embed'>
  settings: Pick<Ports['settings'], 'embedModel' | 'modelServer'>
  store: Pick<Ports['store'], 'issues'>
}

/** Returns the similarity of a step, and of the session's earlier steps, to the intent, by embeddings.
 * Without embeddings returns the reason in `without`. Does not throw if the model fails. */
export async function compareMeaning(
  { model, settings, store }: Needs,
  { intent, step, messages }: { intent: Intent; step: Step; messages: readonly SourceMessage[] },
): Promise<Meaning | { without: string }> {
  const { embedModel, modelServer } = settings
  if (embedModel === null) return { without: 'EMBED_MODEL is not set' }
  if (intent.text === '' || step.text.trim() === '') return { without: 'nothing to embed' }
  const issues = await store.issues(modelServer, null).catch(() => [])
  if (issues.length > 0) return { without: 'the model server is unavailable' }
  const own = messages
    .filter(({ role }) => role === 'assistant')
    .map((message) => stepOf(message).text)
    .filter((text) => text.trim() !== '')
    .slice(-OWN_STEPS)
  try {
    const texts = [intent.text, step.text, ...own].map((text) => text.slice(0, TEXT_CHARS))
    const [intentVector = [], stepVector = [], ...ownVectors] = await model.embed({
      model: embedModel,
      texts,
      signal: AbortSignal.timeout(EMBED_TIMEOUT_MS),
    })
    return {
      model: embedModel,
      step: cosine(intentVector, stepVector),
      own: ownVectors.map((vector) => cosine(intentVector, vector)),
    }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    return { without: `${embedModel}: ${error.failure}` }
  }
}

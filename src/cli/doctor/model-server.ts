import type { Config } from '../../config.js'
import type { ListedModel } from '../../app/ports/model-port.js'
import { Refusal } from '../../model/ollama-connection.js'
import { providerOf } from '../../model/providers.js'
import { CHECK_TIMEOUT_MS, ok, reasonOf, degraded, type Finding } from './finding.js'

const UNTIL_THEN = 'Until then, checkpoints are extractive.'

/** Checks the model server. Without a model the daemon works, but its checkpoints are extractive. [V5] */
export async function modelServer({ model: { server, summaryModel, embedModel } }: Config): Promise<Finding> {
  const provider = providerOf(server)
  const { title, advice } = provider
  const at = `${title} at ${server.url}`
  let models: ListedModel[]
  try {
    models = await provider.list(AbortSignal.timeout(CHECK_TIMEOUT_MS))
  } catch (error) {
    return error instanceof Refusal
      ? degraded(`${at} returned status ${error.status}`, `Check that this is an ${title} server. ${UNTIL_THEN}`)
      : degraded(`${title} does not answer at ${server.url} (${reasonOf(error)})`, `${advice.start} ${UNTIL_THEN}`)
  }
  const lacks = (name: string | null): name is string =>
    name !== null && !models.some((listed) => listed.name === name || listed.alias === name)
  if (models.length === 0)
    return degraded(`${at} has no models`, `Run: ${advice.add(advice.suggestedModel)}. ${UNTIL_THEN}`)
  if (lacks(summaryModel))
    return degraded(
      `${at} does not have SUMMARY_MODEL ${summaryModel}`,
      `Run: ${advice.add(summaryModel)}. ${UNTIL_THEN}`,
    )
  if (lacks(embedModel))
    return degraded(
      `${at} does not have EMBED_MODEL ${embedModel}`,
      `Run: ${advice.add(embedModel)}. Until then, drift detection uses word overlap.`,
    )
  return ok(`${at} with ${models.map(({ name }) => name).join(', ')}`)
}

import type { Config } from '../../config.js'
import type { ListedModel } from '../../ports/model-port.js'
import type { Provider } from '../../model/provider.js'
import { Refusal } from '../../model/refusal.js'
import { providerOf } from '../../model/providers.js'
import { CHECK_TIMEOUT_MS, ok, reasonOf, degraded, type Finding } from './finding.js'

const UNTIL_THEN = 'Until then, checkpoints are extractive.'
/** Models named in a finding. A hosted service has hundreds. */
const NAMED = 20

/** Checks the model server. Without a model the daemon works, but its checkpoints are extractive. [V5] */
export async function modelServer({ model: settings }: Config): Promise<Finding> {
  const { server, summaryModel, embedModel } = settings
  const provider = providerOf(server)
  const { title, advice } = provider
  const at = `${title} at ${server.url}`
  let models: ListedModel[]
  try {
    models = await provider.list(AbortSignal.timeout(CHECK_TIMEOUT_MS))
  } catch (error) {
    return error instanceof Refusal
      ? degraded(`${at} returned status ${error.status}`, `${advice.refused(error.status)} ${UNTIL_THEN}`)
      : degraded(`${title} does not answer at ${server.url} (${reasonOf(error)})`, `${advice.start} ${UNTIL_THEN}`)
  }
  const lacks = (name: string | null): name is string =>
    name !== null && !models.some((listed) => listed.name === name || listed.alias === name)
  if (models.length === 0) return degraded(`${at} has no models`, `${advice.add(advice.suggestedModel)} ${UNTIL_THEN}`)
  if (lacks(summaryModel))
    return degraded(`${at} does not have SUMMARY_MODEL ${summaryModel}`, `${advice.add(summaryModel)} ${UNTIL_THEN}`)
  if (summaryModel !== null && advice.unknownWindow && !(await hasWindow(provider, settings, summaryModel)))
    return degraded(`${at} has SUMMARY_MODEL ${summaryModel}`, `${advice.unknownWindow} ${UNTIL_THEN}`)
  if (lacks(embedModel))
    return degraded(
      `${at} does not have EMBED_MODEL ${embedModel}`,
      `${advice.add(embedModel)} Until then, drift detection uses word overlap.`,
    )
  const names = models.slice(0, NAMED).map(({ name }) => name)
  return ok(`${at} with ${names.join(', ')}${models.length > NAMED ? ` and ${models.length - NAMED} more` : ''}`)
}

async function hasWindow(provider: Provider, limits: Config['model'], model: string): Promise<boolean> {
  const asked = provider.open(limits)
  try {
    return (await asked.window(model)) !== null
  } finally {
    await asked.close()
  }
}

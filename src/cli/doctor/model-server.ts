import { z } from 'zod'
import type { Config } from '../../config.js'
import { CHECK_TIMEOUT_MS, ok, reasonOf, degraded, type Finding } from './finding.js'

const Tags = z.object({ models: z.array(z.object({ name: z.string() })) })

/** Checks the model server. Without a model the daemon works, but its checkpoints are extractive. [V5] */
export async function modelServer({ ollama }: Config): Promise<Finding> {
  const fallbackAdvice = 'Until then, checkpoints are extractive.'
  try {
    const headers: Record<string, string> = ollama.authorization === null ? {} : { authorization: ollama.authorization }
    // The daemon refuses redirects too.
    const init: RequestInit = { headers, redirect: 'error', signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) }
    const response = await fetch(`${ollama.url}/api/tags`, init)
    if (!response.ok)
      return degraded(
        `Ollama at ${ollama.url} returned status ${response.status}`,
        `Check that this is an Ollama server. ${fallbackAdvice}`,
      )
    const names = Tags.parse(await response.json()).models.map((model) => model.name)
    if (names.length === 0)
      return degraded(`Ollama at ${ollama.url} has no models`, `Run: ollama pull qwen2.5:7b. ${fallbackAdvice}`)
    const wanted = ollama.summaryModel
    if (wanted !== null && !names.includes(wanted) && !names.includes(`${wanted}:latest`)) {
      return degraded(
        `Ollama at ${ollama.url} does not have SUMMARY_MODEL ${wanted}`,
        `Run: ollama pull ${wanted}. ${fallbackAdvice}`,
      )
    }
    const embeds = ollama.embedModel
    if (embeds !== null && !names.includes(embeds) && !names.includes(`${embeds}:latest`)) {
      return degraded(
        `Ollama at ${ollama.url} does not have EMBED_MODEL ${embeds}`,
        `Run: ollama pull ${embeds}. Until then, drift detection uses word overlap.`,
      )
    }
    return ok(`Ollama at ${ollama.url} with ${names.join(', ')}`)
  } catch (error) {
    return degraded(
      `Ollama does not answer at ${ollama.url} (${reasonOf(error)})`,
      `Install Ollama from https://ollama.com and run "ollama serve", or set OLLAMA_HOST. ${fallbackAdvice}`,
    )
  }
}

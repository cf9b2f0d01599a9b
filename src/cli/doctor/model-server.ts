import { z } from 'zod'
import type { Config } from '../../config.js'
import { CHECK_TIMEOUT_MS, ok, reasonOf, degraded, type Finding } from './finding.js'

const Tags = z.object({ models: z.array(z.object({ name: z.string() })) })

/** Without a model the daemon works, with checkpoints copied from the conversation instead of written ones. [V5] */
export async function modelServer({ ollama }: Config): Promise<Finding> {
  const fallbackAdvice = 'Until then checkpoints are copied from the conversation by rule.'
  try {
    const headers: Record<string, string> = ollama.authorization === null ? {} : { authorization: ollama.authorization }
    // Redirects are errors, as they are for the daemon.
    const init: RequestInit = { headers, redirect: 'error', signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) }
    const response = await fetch(`${ollama.url}/api/tags`, init)
    if (!response.ok)
      return degraded(`Ollama at ${ollama.url} answers ${response.status}`, `Is that an Ollama server? ${fallbackAdvice}`)
    const names = Tags.parse(await response.json()).models.map((model) => model.name)
    if (names.length === 0)
      return degraded(`Ollama at ${ollama.url} has no models`, `ollama pull qwen2.5:7b. ${fallbackAdvice}`)
    const wanted = ollama.summaryModel
    if (wanted !== null && !names.includes(wanted) && !names.includes(`${wanted}:latest`)) {
      return degraded(
        `Ollama at ${ollama.url} does not have SUMMARY_MODEL ${wanted}`,
        `ollama pull ${wanted}. ${fallbackAdvice}`,
      )
    }
    const embeds = ollama.embedModel
    if (embeds !== null && !names.includes(embeds) && !names.includes(`${embeds}:latest`)) {
      return degraded(
        `Ollama at ${ollama.url} does not have EMBED_MODEL ${embeds}`,
        `ollama pull ${embeds}. Until then drift is looked for by words.`,
      )
    }
    return ok(`Ollama at ${ollama.url} with ${names.join(', ')}`)
  } catch (error) {
    return degraded(
      `Ollama does not answer at ${ollama.url} (${reasonOf(error)})`,
      `Install it from https://ollama.com and run "ollama serve", or set OLLAMA_HOST. ${fallbackAdvice}`,
    )
  }
}

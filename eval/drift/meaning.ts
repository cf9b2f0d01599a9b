import { compareMeaning } from '../../src/app/drift/embed-similarity.js'
import { readConfig } from '../../src/config.js'
import { OllamaModel } from '../../src/model/ollama/ollama.js'

type Question = Parameters<typeof compareMeaning>[1]
export type AskMeaning = (question: Question) => ReturnType<typeof compareMeaning>

/** Returns the comparison by an embedding model on the configured server; null: by words. Embeds every text only once. */
export function meaningBy(embedModel: string | null): AskMeaning {
  if (embedModel === null) return async () => ({ without: 'not requested' })
  const { ollama } = readConfig(process.env)
  const server = new OllamaModel({ host: ollama.url })
  const known = new Map<string, number[]>()
  const model = {
    async embed({ model: name, texts }: Parameters<OllamaModel['embed']>[0]): Promise<number[][]> {
      const wanted = [...new Set(texts)].filter((text) => !known.has(text))
      // Longer than the service waits: slow machines embed slowly.
      const signal = AbortSignal.timeout(120_000)
      const vectors = wanted.length === 0 ? [] : await server.embed({ model: name, texts: wanted, signal })
      wanted.forEach((text, at) => known.set(text, vectors[at]!))
      return texts.map((text) => known.get(text)!)
    },
  }
  const ports = { model, settings: { embedModel, modelServer: ollama.url }, store: { issues: async () => [] } }
  return (question) => compareMeaning(ports, question)
}

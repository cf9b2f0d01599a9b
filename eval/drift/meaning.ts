import { compareMeaning } from '../../src/app/drift/embed-similarity.js'
import { readConfig } from '../../src/config.js'
import { OllamaModel } from '../../src/model/ollama.js'

type Question = Parameters<typeof compareMeaning>[1]
export type AskMeaning = (question: Question) => ReturnType<typeof compareMeaning>

/** Likeness by a model on the server that the daemon would ask; null: by words. Every text is embedded once, however often it is compared. */
export function meaningBy(embedModel: string | null): AskMeaning {
  if (embedModel === null) return async () => ({ without: 'not asked' })
  const { ollama } = readConfig(process.env)
  const server = new OllamaModel({ host: ollama.url })
  const known = new Map<string, number[]>()
  const model = {
    async embed({ model: name, texts }: Parameters<OllamaModel['embed']>[0]): Promise<number[][]> {
      const wanted = [...new Set(texts)].filter((text) => !known.has(text))
      // Slow machines embed slowly; a measurement waits.
      const signal = AbortSignal.timeout(120_000)
      const vectors = wanted.length === 0 ? [] : await server.embed({ model: name, texts: wanted, signal })
      wanted.forEach((text, at) => known.set(text, vectors[at]!))
      return texts.map((text) => known.get(text)!)
    },
  }
  const ports = { model, settings: { embedModel, modelServer: ollama.url }, store: { issues: async () => [] } }
  return (question) => compareMeaning(ports, question)
}

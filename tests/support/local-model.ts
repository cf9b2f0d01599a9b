import { scriptedOllama, type ScriptedOllama, type ScriptedOllamaOptions } from '../../testing/scripted-ollama.js'
import { workingScript } from '../../testing/upstreams/script.js'

export const LOCAL_MODEL = 'qwen3:8b'

/** Starts a scripted Ollama whose model calls tools and thinks. The test must close it. */
export function localModel(options: ScriptedOllamaOptions = {}): Promise<ScriptedOllama> {
  const model = { model: LOCAL_MODEL, parameterSize: '8.2B', family: 'qwen3' }
  return scriptedOllama({ ...model, script: workingScript, ...options })
}

/** The windows that the requests set. Another value reloads the model. */
export function windowsOf({ chats }: ScriptedOllama): Set<number | undefined> {
  return new Set(chats.map(({ body }) => body.options?.num_ctx))
}

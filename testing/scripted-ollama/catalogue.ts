/** Bodies of `/api/tags`, `/api/show` and `/api/ps`, as the real server sends them. */

export interface ScriptedModel {
  name: string
  contextLength: number
  /** As Ollama prints it: `7.6B`, `134.52M`. */
  parameterSize: string
  family: string
  digest: string
}

const MODIFIED_AT = '2026-01-05T08:00:00.000000000Z'

function details(model: ScriptedModel, parent = '') {
  const { family, parameterSize } = model
  return {
    parent_model: parent,
    format: 'gguf',
    family,
    families: [family],
    parameter_size: parameterSize,
    quantization_level: 'Q4_K_M',
  }
}

export function tagsBody(models: readonly ScriptedModel[]) {
  return {
    models: models.map((model) => ({
      name: model.name,
      model: model.name,
      modified_at: MODIFIED_AT,
      size: 4_683_087_332,
      digest: model.digest,
      details: { ...details(model), context_length: model.contextLength, embedding_length: 3_584 },
      capabilities: ['completion'],
    })),
  }
}

export function showBody(model: ScriptedModel) {
  const template =
    '{{- range .Messages }}<|im_start|>{{ .Role }}\n{{ .Content }}<|im_end|>\n{{ end }}<|im_start|>assistant\n'
  const scale = { M: 1e6, B: 1e9 }[model.parameterSize.at(-1) ?? ''] ?? 1
  return {
    modelfile: `FROM ${model.name}\nTEMPLATE "${template}"\n`,
    parameters: 'stop                           "<|im_start|>"\nstop                           "<|im_end|>"',
    template,
    details: details(model),
    model_info: {
      'general.architecture': model.family,
      'general.parameter_count': Math.round(Number.parseFloat(model.parameterSize) * scale),
      [`${model.family}.context_length`]: model.contextLength,
      [`${model.family}.embedding_length`]: 3_584,
    },
    capabilities: ['completion'],
    modified_at: MODIFIED_AT,
  }
}

export function psBody(loaded: readonly { model: ScriptedModel; numCtx: number }[]) {
  return {
    models: loaded.map(({ model, numCtx }) => ({
      name: model.name,
      model: model.name,
      size: 5_000_000_000,
      digest: model.digest,
      details: details(model),
      expires_at: MODIFIED_AT,
      size_vram: 0,
      context_length: numCtx,
    })),
  }
}

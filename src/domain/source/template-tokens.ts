const TEMPLATE_TOKEN = /<\|([^|<>\n]{1,40})\|>/g

/** Replaces tokens of chat templates, such as `<|im_end|>`, which would end a message where a model server reads them. */
export function withoutTemplateTokens(text: string): string {
  return text.replace(TEMPLATE_TOKEN, '($1)')
}

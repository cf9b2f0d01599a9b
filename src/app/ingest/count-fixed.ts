import type { Json } from '../../domain/message.js'
import { MESSAGE_OVERHEAD, TOOL_SCHEMA_OVERHEAD } from '../../domain/tokens.js'
import type { Ports } from '../../ports/ports.js'

/** Counts the tokens of the system prompt and tool schemas, which are in every context. Includes overheads. [T3]
 * @param tools exact JSON text of an array of tool schemas */
export async function countFixed(
  { tokenizer }: Pick<Ports, 'tokenizer'>,
  systemPrompt: string | null,
  tools: string | null,
): Promise<{ system: number; tools: number }> {
  const parsed: Json = tools === null ? [] : JSON.parse(tools)
  const schemas = (Array.isArray(parsed) ? parsed : [parsed]).map((schema) => JSON.stringify(schema))
  const [system = 0, ...perTool] = await tokenizer.countAll([systemPrompt ?? '', ...schemas])
  return {
    system: systemPrompt === null ? 0 : system + MESSAGE_OVERHEAD,
    tools: perTool.reduce((sum, tokens) => sum + tokens + TOOL_SCHEMA_OVERHEAD, 0),
  }
}

import { z } from 'zod'
import { FormatName } from './common.js'
import { ContextStatusReply } from './session.js'

export const ToolsQuery = z.strictObject({
  format: FormatName.optional().meta({ description: 'Format of the definitions. Default: `openai`.' }),
})
export const ToolsReply = z
  .strictObject({
    tools: z.array(z.unknown()).meta({ description: 'Definitions to add to the tools of the model.' }),
    contextStatus: ContextStatusReply,
  })
  .meta({ id: 'ReadingTools' })

export const ToolCallBody = z
  .strictObject({
    name: z.string().min(1).max(200).meta({ description: 'Name of the called tool, with or without an MCP prefix.' }),
    arguments: z.unknown().meta({ description: 'The arguments as the model wrote them: an object or its JSON text.' }),
  })
  .meta({ id: 'ReadingToolCall' })
export const ToolCallReply = z
  .strictObject({
    content: z.string().meta({ description: 'Text of the tool result.' }),
    isError: z.boolean().meta({ description: 'The call was wrong; the text says how to correct it.' }),
    contextStatus: ContextStatusReply,
  })
  .meta({ id: 'ReadingToolResult' })

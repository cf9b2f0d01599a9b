import { z } from 'zod'
import { FormatName, Tokens } from '../common.js'
import { ContextStatusReply } from '../session.js'

/** A context as the API returns it. */
export const ContextReply = z
  .looseObject({
    format: FormatName,
    model: z.string().optional().describe('Only with `format=ollama`: the model of the session.'),
    options: z
      .strictObject({ num_ctx: Tokens.describe('The window that the model server must use.') })
      .optional()
      .describe('Only with `format=ollama`. Without it, Ollama may cut the prompt silently.'),
    system: z.string().optional().describe('System text, for formats that keep it outside `messages`.'),
    messages: z.array(z.unknown()).describe('Messages in the requested format, oldest first.'),
    tools: z.array(z.unknown()).optional().describe('Tool schemas of the session, exactly as received.'),
    tokens: Tokens.describe('Tokens in this context.'),
    limit: Tokens.describe('Token limit of the session.'),
    version: z.int().describe('Version of the context. Increases with every change.'),
    contextStatus: ContextStatusReply,
    entries: z
      .array(z.unknown())
      .optional()
      .describe(
        'With `explain=true`: each entry with its tokens, rule and reason, the `messages` that show it, and for those in ' +
          'the system text the `chars` of it, which two line ends separate.',
      ),
  })
  .meta({
    id: 'Context',
    description: 'The messages to send to the model. With `format=ollama`, also `model` and `options.num_ctx`.',
  })

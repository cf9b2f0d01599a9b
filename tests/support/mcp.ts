import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { ADMIN_KEY } from './admin-key.js'

/** The official MCP client, connected to a daemon. */

/** Revisions of the protocol: `legacy` begins with `initialize`, `modern` sends everything in each request. */
export const ERAS = ['legacy', 'modern'] as const
export type Era = (typeof ERAS)[number]

const Result = z.object({
  isError: z.boolean().optional(),
  content: z.array(z.object({ type: z.literal('text'), text: z.string() })),
  _meta: z.record(z.string(), z.unknown()).optional(),
})

export interface McpSession {
  client: Client
  /** Calls a tool. Returns its text, whether it is an error, and the context status beside it. */
  call(
    name: string,
    args?: Record<string, unknown>,
    options?: { signal?: AbortSignal },
  ): Promise<{ text: string; isError: boolean; status: { used: number; limit: number } | undefined }>
  close(): Promise<void>
}

export async function openMcp(
  url: string,
  {
    key = ADMIN_KEY,
    era = 'legacy',
    headers = {},
  }: { key?: string | null; era?: Era; headers?: Record<string, string> } = {},
): Promise<McpSession> {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: era === 'legacy' ? 'legacy' : 'auto' } },
  )
  const sent: Record<string, string> = { ...headers, ...(key !== null && { authorization: `Bearer ${key}` }) }
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), {
    requestInit: { headers: sent },
  })
  await client.connect(transport)
  return {
    client,
    async call(name, args = {}, options = {}) {
      const {
        content,
        isError = false,
        _meta,
      } = Result.parse(await client.callTool({ name, arguments: args }, options))
      const status = _meta?.['palimpsest/contextStatus'] as { used: number; limit: number } | undefined
      return { text: content.map(({ text }) => text).join('\n'), isError, status }
    },
    close: () => client.close(),
  }
}

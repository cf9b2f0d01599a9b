/** The boundary tools: a call that ends a task takes its tool blocks out of the context. [D4] */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { openMcp } from '../support/mcp.js'
import type { TestSession } from '../support/session.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(() => daemon.stop())

const call = (id: string, name: string) => ({
  role: 'assistant',
  content: `Calling ${id}.`,
  tool_calls: [{ id, type: 'function', function: { name, arguments: '{}' } }],
})
const result = (id: string, content: string) => ({ role: 'tool', tool_call_id: id, content })
const WORK = Array.from({ length: 6 }, (_, at) => [
  call(`w${at}`, 'read_file'),
  result(`w${at}`, `contents of file ${at}. ${'Lorem ipsum dolor sit amet. '.repeat(40)}`),
]).flat()

/** Names of the tool calls in the context. */
async function calls(session: TestSession): Promise<string[]> {
  const { messages } = await session.context('openai')
  return (messages as { tool_calls?: { function: { name: string } }[] }[]).flatMap((message) =>
    (message.tool_calls ?? []).map((one) => one.function.name),
  )
}

/** As Claude Code, opencode and VS Code name the tools of an MCP server. */
const PREFIXES = ['mcp__palimpsest__', 'palimpsest_', 'mcp_palimpsest_', '']

for (const preset of ['checkpointed', 'watermark', 'tiered'] as const)
  for (const name of ['compress_to_checkpoint', 'deactivate_augments'])
    test(`[D4] ${name} takes the tool blocks out at the next request, stored before the call runs (${preset})`, async () => {
      for (const prefix of PREFIXES) {
        const session = await daemon.openSession({ preset })
        const mcp = await openMcp(daemon.url, { headers: { 'x-session-id': session.id } })
        await session.append([{ role: 'user', content: 'Look at the files.' }, ...WORK])
        // As behind a door: the answer with the call is stored, then the client runs the call, then sends its result.
        await session.append([call('end', `${prefix}${name}`)])
        const { text, isError } = await mcp.call(name)
        expect([text, isError]).toEqual([expect.stringMatching(/^The task is marked as ended\./), false])
        await session.append([result('end', text), { role: 'user', content: 'Next task.' }])
        expect([prefix, await calls(session)]).toEqual([prefix, [`${prefix}${name}`]])
        const mark = await session.call('getWatermark', {})
        expect(mark).toMatchObject({ seq: 14, appliedSeq: 14, pending: null, waitsFor: [] })
        expect(JSON.stringify((await session.context('openai')).messages)).toContain('Calling w0.')
        expect((await session.audit()).ok).toBe(true)
        await mcp.close()
      }
    })

test('[D4] a call that runs before it is stored leaves a mark that it resolves', async () => {
  const session = await daemon.openSession({ preset: 'tiered' })
  const mcp = await openMcp(daemon.url)
  await session.append([{ role: 'user', content: 'Look at the files.' }, ...WORK])
  const { text } = await mcp.call('compress_to_checkpoint', { session: session.id })
  expect(text).toContain('once this call is stored')
  expect((await calls(session)).length).toBe(6)
  await session.append([call('end', 'mcp__palimpsest__compress_to_checkpoint'), result('end', text)])
  await session.append([{ role: 'user', content: 'Next task.' }])
  expect(await calls(session)).toEqual(['mcp__palimpsest__compress_to_checkpoint'])
  expect(await session.call('getWatermark', {})).toMatchObject({ pending: null })
  await mcp.close()
})

test('[D4] the reply names what a small task waits for', async () => {
  const session = await daemon.openSession()
  const mcp = await openMcp(daemon.url)
  await session.append([{ role: 'user', content: 'Hi.' }, call('w0', 'ls'), result('w0', 'a b c')])
  await session.append([call('end', 'compress_to_checkpoint')])
  const { text } = await mcp.call('compress_to_checkpoint', { session: session.id })
  expect(text).toMatch(/once that frees \d[\d,]* tokens; now it would free \d+\./)
  await mcp.close()
})

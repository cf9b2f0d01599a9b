/** Every tool of the MCP server, called by the official client of both protocol eras. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TOOLS } from '../../src/mcp/server.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { ERAS, openMcp, type McpSession } from '../support/mcp.js'
import type { TestSession } from '../support/session.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(() => daemon.stop())

const toolCall = (id: string, name: string, args: object = {}) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(args) } }],
})
const result = (id: string, content: string) => ({ role: 'tool', tool_call_id: id, content })
const LINES = Array.from({ length: 3_000 }, (_, at) => `row ${at + 1}: alpha beta gamma`)

/** A session with an offloaded result, and a client whose headers name it. */
async function connected(
  era: (typeof ERAS)[number],
  body: Parameters<Daemon['openSession']>[0] = {},
): Promise<{ session: TestSession; mcp: McpSession }> {
  const session = await daemon.openSession(body)
  await session.append([
    { role: 'user', content: 'Dump the table, please.' },
    toolCall('c1', 'dump'),
    result('c1', LINES.join('\n')),
    { role: 'assistant', content: 'The port is 8417.' },
  ])
  return { session, mcp: await openMcp(daemon.url, { era, headers: { 'x-palimpsest-session': session.id } }) }
}

test.each(ERAS)('[10.4] the list has every tool of the spec, each with a schema (%s)', async (era) => {
  const { mcp } = await connected(era)
  const { tools } = await mcp.client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name))
  for (const name of [
    'context_status',
    'compress_to_checkpoint',
    'recall',
    'read_offload',
    'create_snapshot',
    'restore_snapshot',
    'set_goal',
    'lock_decision',
    'add_artifact',
    'pin',
    'deactivate_augments',
  ])
    expect(tools.find((tool) => tool.name === name)?.inputSchema, name).toMatchObject({
      type: 'object',
      additionalProperties: false,
      properties: { session: { type: 'string' } },
    })
  const { resourceTemplates } = await mcp.client.listResourceTemplates()
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['palimpsest://session/{id}/message/{seq}'])
  await mcp.close()
})

test.each(ERAS)('[R7] [P8] recall searches and reads, read_offload follows a placeholder (%s)', async (era) => {
  const { session, mcp } = await connected(era, { policy: { condense: null } })
  const [offload] = await session.offloads()
  const found = await mcp.call('recall', { search: 'port' })
  expect(found).toMatchObject({ isError: false })
  expect(found.text).toContain('--- message 4 · assistant ---\nThe port is 8417.')
  expect((await mcp.call('recall', { from: 1, to: 2 })).text).toContain('Dump the table, please.')
  const lines = await mcp.call('read_offload', { id: offload!.id, fromLine: 7, toLine: 8 })
  expect(lines.text).toBe(`[${offload!.id}, lines 7 to 8 of 3000]\n${LINES[6]}\n${LINES[7]}\n`)
  expect((await mcp.call('read_offload', { id: offload!.id, search: 'row 2999' })).text).toMatch(
    /^\[1 match in .*\]\n2999: .*row 2999/,
  )
  const small = await mcp.call('recall', { from: 3, maxTokens: 50 })
  const large = await mcp.call('recall', { from: 3 })
  expect(daemon.ports.tokenizer.count(small.text)).toBeLessThan(80)
  expect(large.text.length).toBeGreaterThan(4 * small.text.length)
  await mcp.close()
})

test('[P8] a message longer than one result is read whole, from offset to offset', async () => {
  const session = await daemon.openSession({ contextSize: '8K' })
  const text = Array.from({ length: 900 }, (_, at) => `word${at} ${'😀é'.repeat(at % 3)}`).join(' ')
  await session.append([{ role: 'user', content: text }])
  const mcp = await openMcp(daemon.url)
  let read = ''
  for (let offset: number | undefined, calls = 0; calls < 50; calls++) {
    const reply = await mcp.call('recall', { session: session.id, from: 1, ...(offset && { offset }) })
    const cut = /^--- message 1 · user ---\n([^]*)…\n\[cut here; continue from message 1, offset (\d+)\]$/.exec(
      reply.text,
    )
    read += cut ? cut[1]! : reply.text.replace('--- message 1 · user ---\n', '')
    if (!cut) break
    offset = Number(cut[2])
  }
  expect(read).toBe(text)
  await mcp.close()
})

test.each(ERAS)(
  '[G1] goals, locks and files reach the context, and a repeated call changes nothing (%s)',
  async (era) => {
    const { session, mcp } = await connected(era)
    const early = await mcp.call('lock_decision', { decision: 'Use Postgres' })
    expect(early).toMatchObject({ isError: true, text: expect.stringContaining('set_goal') })
    const goal = {
      description: 'Ship the importer',
      steps: [{ text: 'Parse' }, { text: 'Store', status: 'in-progress' }],
    }
    const set = await mcp.call('set_goal', goal)
    expect(set).toMatchObject({ isError: false, status: { limit: 13_600 } })
    expect(set.text).toContain('- Store (in-progress)')
    await mcp.call('set_goal', { description: 'Ship the importer', steps: [{ text: 'Parse', status: 'completed' }] })
    await mcp.call('lock_decision', { decision: 'Use Postgres', reason: 'one store' })
    await mcp.call('add_artifact', { path: 'src/import.ts', action: 'created' })
    const version = (await session.read()).version
    for (const [name, args] of [
      ['set_goal', { description: 'Ship the importer', steps: [{ text: 'Parse', status: 'completed' }] }],
      ['lock_decision', { decision: 'Use Postgres', reason: 'one store' }],
      ['add_artifact', { path: 'src/import.ts', action: 'created' }],
    ] as const)
      expect(await mcp.call(name, args)).toMatchObject({ isError: false })
    expect((await session.read()).version).toBe(version)
    const { goals } = await session.goals()
    expect(goals).toHaveLength(1)
    expect(goals[0]).toMatchObject({
      description: 'Ship the importer',
      status: 'active',
      steps: [
        { text: 'Parse', status: 'completed' },
        { text: 'Store', status: 'in-progress' },
      ],
      decisions: [{ text: 'Use Postgres', locked: true, reason: 'one store' }],
      artifacts: [{ path: 'src/import.ts', action: 'created' }],
    })
    await mcp.call('set_goal', { description: 'Write the manual' })
    expect((await session.goals()).goals.map(({ status }) => status)).toEqual(['paused', 'active'])
    expect((await mcp.call('context_status')).text).toContain('active goal: Write the manual')
    await mcp.close()
  },
)

test.each(ERAS)('[P4] pin keeps a message, and unpins it (%s)', async (era) => {
  const { session, mcp } = await connected(era)
  expect(await mcp.call('pin', { message: 4 })).toMatchObject({ isError: false })
  expect((await session.history()).map(({ pinned }) => pinned)).toEqual([false, false, false, true])
  await mcp.call('pin', { message: 4, pinned: false })
  expect((await session.history())[3]).toMatchObject({ pinned: false })
  expect(await mcp.call('pin', { message: 9 })).toMatchObject({
    isError: true,
    text: expect.stringContaining('No message 9'),
  })
  await mcp.close()
})

test.each(ERAS)('[R1] [R2] a snapshot is saved, listed and restored (%s)', async (era) => {
  const { session, mcp } = await connected(era)
  const saved = await mcp.call('create_snapshot', { name: 'before the change' })
  const id = /snp_\w+/.exec(saved.text)?.[0] ?? ''
  const before = (await session.context()).messages
  await session.append([{ role: 'user', content: 'And now something else.' }])
  expect((await mcp.call('context_status')).text).toContain(`snapshot ${id}: message 4, before the change`)
  const restored = await mcp.call('restore_snapshot', { snapshotId: id })
  expect(restored.text).toMatch(/^The context is that of message 4 again\. The state before is saved as snp_\w+\.$/)
  expect((await session.context()).messages).toEqual(before)
  expect(await mcp.call('restore_snapshot', { snapshotId: 'snp_none' })).toMatchObject({ isError: true })
  await mcp.close()
})

test.each(ERAS)('[P8] the resource of a message is its exact JSON (%s)', async (era) => {
  const { session, mcp } = await connected(era)
  const exact = '{"role":"user",  "content":"1.0 \\u00e9","extra":1.50}'
  await daemon.call('POST', `/v1/sessions/${session.id}/messages`, {
    body: `{"format":"openai","messages":[${exact}]}`,
    headers: { 'content-type': 'application/json' },
  })
  const uri = `palimpsest://session/${session.id}/message/5`
  const { contents } = await mcp.client.readResource({ uri })
  expect(contents).toEqual([{ uri, mimeType: 'application/json', text: exact }])
  for (const wrong of [`palimpsest://session/${session.id}/message/6`, 'palimpsest://session/ses_none/message/1'])
    await expect(mcp.client.readResource({ uri: wrong })).rejects.toThrow(/No message 6|not found/)
  await mcp.close()
})

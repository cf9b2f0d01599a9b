import { afterEach, expect, test } from 'vitest'
import { statusMarkdown } from '../../src/present/status-markdown.js'
import { talk } from '../support/coding-talk.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { until } from '../support/until.js'

/** When a report was made. */
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z(?= · level)/m

let daemon: Daemon
afterEach(() => daemon.stop())

test('[R5] [Q2] status says what was done and hands over what the context says, verbatim', async () => {
  daemon = await startDaemon({ works: true })
  const goal = {
    description: 'Ship the importer\n```before``` Friday',
    items: [{ kind: 'decision', text: 'keep the old format', locked: true }],
  } as const
  const session = await daemon.openSession({ model: 'small:1b', goal, policy: { mask: null } })
  const fresh = await session.status()
  expect(fresh).toMatchObject({
    checkpoints: [],
    reductions: [],
    history: { messages: 0, inContext: 0 },
    freshSession: { advised: false },
  })
  expect(fresh.freshSession.handover).toContain('Ship the importer')
  const write = { name: 'write_file', arguments: JSON.stringify({ path: 'src/importer.ts', content: 'x' }) }
  await session.append([
    { role: 'assistant', content: null, tool_calls: [{ id: 'w1', type: 'function', function: write }] },
    { role: 'tool', tool_call_id: 'w1', content: 'written' },
  ])
  for (let n = 0; n < 3; n++) {
    await session.append(talk(14, 1 + 20 * n))
    expect((await session.compress({ strategy: 'extractive' })).status).toBe('completed')
  }
  const masked = { mask: { above: 0.05, keepGroups: 1 }, minGain: { tokens: 1, share: 0 } }
  await session.update({ policy: masked })
  await session.append(talk(6, 90))
  const idsOf = (checkpoints: { id: string }[]) => checkpoints.map((checkpoint) => checkpoint.id)
  // Checkpoints age in the background: the two replies agree once that has ended.
  const { status, contextStatus } = await until('status and checkpoints agree', async () => {
    const [report, { contextStatus }] = [await session.status(), await session.read()]
    const checkpoints = await session.checkpoints()
    const agree = String(idsOf(report.checkpoints)) === String(idsOf(checkpoints).reverse())
    return agree ? { status: report, contextStatus } : null
  })
  const [mask, ...others] = status.reductions
  expect([mask!.kind, mask!.count > 0, mask!.tokensAfter < mask!.tokensBefore, others]).toEqual([
    'mask',
    true,
    true,
    [],
  ])
  expect(status.contextStatus).toEqual(contextStatus)
  expect(status.history.messages).toBe(2 + 3 * 43 + 19)
  const { inContext, offloaded, behindCheckpoints, evicted } = status.history
  expect([behindCheckpoints > 0, inContext + offloaded + behindCheckpoints + evicted]).toEqual([true, 2 + 3 * 43 + 19])
  // A model of 1B is warned about after three.
  expect(contextStatus.reliability.warning).toContain('3 compressions')
  // A warning alone advises no fresh session.
  expect(status.freshSession.advised).toBe(false)
  expect(status.recommendations.join('\n')).toMatch(
    /fresh session[^]*larger model[^]*extractive checkpoints[^]*usage\.promptTokens/,
  )
  // Every piece of the hand-over is in the context as it is.
  const { messages } = await session.context('openai')
  const [heading, ...all]: string[] = status.freshSession.handover.split(/\n\n(?=\[)/)
  const pieces = all.filter((piece) => !piece.startsWith('[The work so far]'))
  expect(all.length - pieces.length).toBe(1)
  expect(heading).toContain(session.id)
  const contents: string[] = messages.map(({ content }: { content: string | null }) => content ?? '')
  const copied = pieces.map((piece) => (piece.startsWith('[The user') ? piece.slice(piece.indexOf('\n') + 1) : piece))
  expect(copied.filter((piece) => !contents.some((content) => content.includes(piece)))).toEqual([])
  const kinds = ['Goal', ...status.checkpoints.map(() => 'Checkpoint'), ...Array.from({ length: 4 }, () => 'The')]
  expect(pieces.map((piece) => /^\[(\w+)/.exec(piece)?.[1])).toEqual(kinds)
  // As a page, by either way of asking.
  const page = await session.send('readStatus', { query: { format: 'markdown' } })
  const asked = await session.send('readStatus', {}, { headers: { accept: 'text/markdown' } })
  const [time] = TIME.exec(asked.text) ?? []
  const [pageTime] = TIME.exec(page.text) ?? []
  expect([page.status, page.headers.get('content-type'), asked.text]).toEqual([
    200,
    'text/markdown; charset=utf-8',
    page.text.replace(TIME, time!),
  ])
  const dated = status.compressionHistory.map((one) => ({ ...one, at: new Date(one.at) }))
  expect(page.text).toBe(statusMarkdown({ ...status, at: new Date(pageTime!), compressionHistory: dated }))
  expect(
    status.compressionHistory.filter((one) => one.trigger === 'manual' && one.status === 'completed'),
  ).toHaveLength(3)
  expect(status.savings).toMatchObject({ text: expect.stringMatching(/^Savings: [\d,]+ tokens \(\d+%\)$/) })
  expect(status.savings.saved).toBeGreaterThan(1_000)
  expect(status.history.totalTokens).toBeGreaterThan(status.contextStatus.used)
  expect(page.text).toContain(`\n\`\`\`\`\n${status.freshSession.handover}\n\`\`\`\`\n`)
  for (const text of [contextStatus.display, contextStatus.reliability.warning, ...contextStatus.reliability.reasons])
    expect(page.text).toContain(text)
})

test('[Q2] [R4] the hand-over carries the last words of the user wherever they are; what is too long is named', async () => {
  daemon = await startDaemon()
  const session = await daemon.openSession({ contextSize: '4K' })
  const user = (content: string) => ({ role: 'user', content })
  const words = Array.from(
    { length: 14 },
    (_, n) => `Wish ${n + 1}: ${'please see to it that the garden is watered. '.repeat(4)}`,
  )
  for (const text of words) await session.append([user(text), { role: 'assistant', content: 'Yes.' }])
  await session.append([user('A long letter to read. '.repeat(400))])
  await session.context()
  const { history, freshSession } = await session.status()
  expect(history.evicted).toBeGreaterThan(5)
  const carried = words.filter((text) => freshSession.handover.includes(`]\n${text}`))
  expect(carried).toEqual(words.slice(-9))
  expect(freshSession.handover).toContain('[Omitted because of size; read in the old session]\n- user message 29')
})

test('[R5] status of what is not there, or in no known format, is refused', async () => {
  daemon = await startDaemon()
  const session = await daemon.openSession()
  expect((await daemon.call('GET', `/v1/sessions/${session.id}/status?format=html`)).status).toBe(400)
  expect((await daemon.client.send('readStatus', { params: { sessionId: 'ses_none' } })).problem.code).toBe(
    'session_not_found',
  )
  const { viewer } = await daemon.newApp()
  expect((await session.send('readStatus', {}, { key: viewer })).status).toBe(404)
})

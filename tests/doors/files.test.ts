import { afterEach, expect, test } from 'vitest'
import { seededRandom } from '../../testing/upstreams/script.js'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import { assistant, closeDoors, openaiDoor } from '../support/door-talk.js'

/** People give files, sounds and pictures to a model. */

afterEach(closeDoors)

const random = seededRandom(9)
const bytes = Buffer.from(Array.from({ length: 90_000 }, () => Math.floor(random() * 256))).toString('base64')

const MEDIA: Loose[] = [
  { type: 'file', file: { filename: 'plan.pdf', file_data: `data:application/pdf;base64,${bytes}` } },
  { type: 'input_audio', input_audio: { data: bytes, format: 'wav' } },
  { type: 'image_url', image_url: { url: `data:image/png;base64,${bytes}` } },
]

test('[T4] [P3] a chat with files, sounds and pictures of 90 KB goes on in 16K, and what was said first is known', async () => {
  const { daemon, server } = await openaiDoor({ window: 16_384 }, { works: true })
  const messages: Loose[] = [{ role: 'system', content: 'You help.' }]
  for (let turn = 0; turn < 24; turn++) {
    const text = turn === 0 ? 'My locker code is KX-4471-B.' : `Question ${turn}: what is in it?`
    const medium = turn % 2 === 1 ? MEDIA[(turn >> 1) % MEDIA.length] : undefined
    messages.push({ role: 'user', content: medium ? [{ type: 'text', text }, medium] : text })
    const body = { model: 'gpt-scripted', stream: false, messages }
    const headers = { 'x-context-size': '16K' }
    const {
      status,
      json,
      text: reply,
    } = await daemon.call('POST', '/openai/v1/chat/completions', { key: null, body, headers })
    expect(status, reply).toBe(200)
    messages.push(assistant(String(json.choices[0].message.content)))
  }
  expect(server.refusals).toEqual([])
  const { sessions } = await daemon.client.call('listSessions', {})
  expect(sessions.map(({ messageCount }) => messageCount)).toEqual([48])
  const last = JSON.stringify(server.turns.at(-1)!.body.messages)
  expect(last).toContain('KX-4471-B')
  expect(last.length).toBeLessThan(JSON.stringify(messages).length / 2)
})

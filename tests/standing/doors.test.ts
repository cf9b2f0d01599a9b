import { afterEach, expect, test } from 'vitest'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import { ask, assistant, closeDoors, ollamaDoor, user } from '../support/door-talk.js'

afterEach(closeDoors)

const OPENING = user('Hello, please help me with the release notes.')
const RULE = 'Never mention the project Falcon-7316 to customers.'
const SECRET = /Falcon-7316/
const of = (scope: string, more: Record<string, string> = {}) => ({ 'x-palimpsest-scope': scope, ...more })

test.each([
  ['no name', {}],
  ['one name', { 'x-session-id': 'release-notes' }],
])(
  '[M9] [P14] two users with equal openings and %s share no session and no entry',
  async (_, name: Record<string, string>) => {
    const { daemon, server } = await ollamaDoor({ script: () => ({ text: 'Fine.' }) })
    const sent = () => JSON.stringify(server.chats.at(-1)!.body)
    const say = async (scope: string | null, messages: Loose[]) => {
      const { status, headers } = await ask(daemon, messages, scope === null ? name : of(scope, name))
      expect(status).toBe(200)
      return headers.get('x-palimpsest-session')
    }
    const ana = await say('user:ana', [OPENING])
    const ben = await say('user:ben', [OPENING])
    const free = await say(null, [OPENING])
    expect(new Set([ana, ben, free]).size).toBe(3)
    const ruled = [OPENING, assistant('Fine.'), user(RULE)]
    expect(await say('user:ana', ruled)).toBe(ana)
    // A later opening of each: only the scope of the rule has it.
    const later = [user('Good morning. What should I write today?')]
    for (const [scope, hasRule] of [
      ['user:ana', true],
      ['user:ben', false],
      [null, false],
    ] as const) {
      await say(scope, later)
      expect(SECRET.test(sent())).toBe(hasRule)
      await say(scope, [OPENING, assistant('Fine.'), user('And now?')])
      if (!hasRule) expect(sent()).not.toMatch(SECRET)
    }
    // A client that begins again with a summary reaches no session of another scope by its name.
    const summary = user(
      'This session is being continued from a previous conversation that ran out of context. Summary: notes.',
    )
    await say('user:ben', [summary])
    expect(sent()).not.toMatch(SECRET)
    await say(null, [summary])
    expect(sent()).not.toMatch(SECRET)
    const list = async (scope: string) =>
      (await daemon.client.call('listStanding', { params: { scope } })).entries.map(({ text }) => text)
    expect(await list('user:ana')).toEqual([expect.stringMatching(SECRET)])
    expect(await list('user:ben')).toEqual([])
  },
)

test('[M9] an id of ours keeps its scope, and a scope that is too long is refused', async () => {
  const { daemon } = await ollamaDoor({ script: () => ({ text: 'Fine.' }) })
  const session = await daemon.openSession({ memoryScope: 'user:ana', contextSize: '32K' })
  const named = { 'x-palimpsest-session': session.id }
  expect((await ask(daemon, [OPENING], named)).status).toBe(200)
  expect((await ask(daemon, [OPENING], of('user:ana', named))).headers.get('x-palimpsest-session')).toBe(session.id)
  const other = await ask(daemon, [OPENING], of('user:ben', named))
  expect(other.status).toBe(400)
  expect(JSON.stringify(other.json)).toContain('X-Palimpsest-Scope')
  const long = await ask(daemon, [OPENING], of('u'.repeat(201)))
  expect(long.status).toBe(400)
  expect(JSON.stringify(long.json)).toContain('x-palimpsest-scope')
})

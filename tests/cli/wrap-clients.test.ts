/** What `palimpsest wrap` sets for each program. */
import { expect, test } from 'vitest'
import { settingsFor } from '../../src/cli/wrap/clients.js'
import palimpsestExtension from '../../src/cli/wrap/pi-extension.js'
import type { Wrapping } from '../../src/cli/wrap/wrapping.js'

const ID = '0b5d1c7e-8a43-4f0e-9d1b-2f6a5c3e7d90'
const WRAPPING: Wrapping = {
  url: 'http://127.0.0.1:7420',
  key: 'pal_key',
  session: null,
  scope: null,
  model: null,
  windowTokens: null,
  withTools: true,
  newId: () => ID,
}
const of = (program: string, more: Partial<Wrapping> = {}, args: string[] = [], env: Record<string, string> = {}) =>
  settingsFor(program, { ...WRAPPING, ...more }, { args, env })

test('[10.4] a new conversation of Claude Code has an id that finds it again when it is resumed', () => {
  expect(of('/usr/bin/claude')).toMatchObject({
    session: ID,
    args: [`--session-id=${ID}`, expect.any(String)],
  })
  for (const args of [['--resume', ID], [`--resume=${ID}`], ['-r', ID], ['--session-id', ID.toUpperCase()]])
    expect([args, of('claude', {}, args).session]).toEqual([args, ID])
  // Which conversation these open is not known here: the door reads the id that the program sends.
  for (const args of [['--continue'], ['-c'], ['--resume'], ['--resume', ID, '--fork-session']]) {
    const { session, args: own, env } = of('claude', {}, args)
    const headers = `X-Palimpsest-Key: pal_key\nX-Palimpsest-Alias: claude-${ID}`
    expect([args, session, env.PALIMPSEST_SESSION, env.ANTHROPIC_CUSTOM_HEADERS]).toEqual([
      ...[args, `claude-${ID}`, `claude-${ID}`, headers],
    ])
    expect(own).toEqual([expect.stringContaining('--mcp-config=')])
  }
  const { session, args: own, env } = of('claude', {}, ['mcp', 'list'])
  expect([session, own, env.ANTHROPIC_CUSTOM_HEADERS]).toEqual([null, [], 'X-Palimpsest-Key: pal_key'])
  expect(of('claude', { session: 'work' }, ['-c'])).toMatchObject({
    session: 'work',
    env: {
      PALIMPSEST_SESSION: 'work',
      ANTHROPIC_CUSTOM_HEADERS: 'X-Palimpsest-Key: pal_key\nX-Palimpsest-Session: work',
    },
  })
})

test('[10.4] Claude Code keeps its own login, or uses a model of ours with the window it must know', () => {
  const own = of('claude', {}, [], { ANTHROPIC_CUSTOM_HEADERS: 'X-Team: a', ANTHROPIC_API_KEY: 'sk-own' }).env
  expect(own.ANTHROPIC_CUSTOM_HEADERS).toBe(`X-Team: a\nX-Palimpsest-Key: pal_key`)
  expect(Object.keys(own)).not.toContain('ANTHROPIC_API_KEY')
  expect(of('claude', { windowTokens: 128_000 }).env.ANTHROPIC_CUSTOM_HEADERS).toContain('X-Context-Size: 128000')
  const local = of('claude', { model: 'qwen3:8b', windowTokens: 64_000 }).env
  expect(local).toMatchObject({
    ANTHROPIC_API_KEY: null,
    ANTHROPIC_AUTH_TOKEN: 'pal_key',
    ANTHROPIC_MODEL: 'qwen3:8b',
    ANTHROPIC_DEFAULT_HAIKU_MODEL: 'qwen3:8b',
    CLAUDE_CODE_MAX_CONTEXT_TOKENS: '200000',
    CLAUDE_CODE_ATTRIBUTION_HEADER: '0',
  })
  expect(local.ANTHROPIC_CUSTOM_HEADERS).toContain('X-Context-Size: 64000')
})

test('[10.4] the tools come with the session in the header, and no secret is on the command line', () => {
  const [, tools = ''] = of('claude').args
  expect(JSON.parse(tools.replace('--mcp-config=', ''))).toEqual({
    mcpServers: {
      palimpsest: {
        type: 'http',
        url: 'http://127.0.0.1:7420/mcp',
        headers: { Authorization: 'Bearer ${PALIMPSEST_KEY}', 'X-Palimpsest-Session': '${PALIMPSEST_SESSION}' },
      },
    },
  })
  expect(of('claude', { withTools: false }).args).toEqual([`--session-id=${ID}`])
  for (const program of ['claude', 'codex', 'opencode', 'cline', 'other'])
    for (const model of [null, 'm'])
      expect(of(program, { model, session: 's' }).args.join(' '), program).not.toContain('pal_key')
})

test('[10.4] Codex gets a provider that speaks Responses, uncompressed, and never compacts by itself', () => {
  const settings = (more: Partial<Wrapping>, args: string[] = [], env: Record<string, string> = {}) => {
    const given = of('codex', more, args, env).args
    expect(given.filter((_, at) => at % 2 === 0).every((flag) => flag === '-c')).toBe(true)
    return Object.fromEntries(
      given.filter((_, at) => at % 2 === 1).map((one) => [one.split('=')[0], one.slice(one.indexOf('=') + 1)]),
    )
  }
  expect(settings({})).toMatchObject({
    model_provider: '"palimpsest"',
    'model_providers.palimpsest.base_url': '"http://127.0.0.1:7420/openai/v1"',
    'model_providers.palimpsest.wire_api': '"responses"',
    'model_providers.palimpsest.env_key': '"PALIMPSEST_KEY"',
    'model_providers.palimpsest.env_http_headers': '{"X-Palimpsest-Alias"="PALIMPSEST_SESSION"}',
    'features.enable_request_compression': 'false',
    'mcp_servers.palimpsest.url': '"http://127.0.0.1:7420/mcp"',
    'mcp_servers.palimpsest.bearer_token_env_var': '"PALIMPSEST_KEY"',
  })
  const own = settings({}, [], { OPENAI_API_KEY: 'sk-own' })
  expect(own['model_providers.palimpsest.env_key']).toBe('"OPENAI_API_KEY"')
  expect(own['model_providers.palimpsest.env_http_headers']).toContain('"X-Palimpsest-Key"="PALIMPSEST_KEY"')
  expect(settings({ model: 'qwen3:8b' })).toMatchObject({ model: '"qwen3:8b"', model_context_window: '32000' })
  expect(settings({ windowTokens: 64_000 })['model_providers.palimpsest.http_headers']).toBe(
    '{"X-Context-Size"="64000"}',
  )
  // Only Codex knows the thread, also of a resumed one: the door finds it by its id, and the tools by the alias.
  expect(of('codex', {}, ['resume']).session).toBe(`codex-${ID}`)
  expect(settings({ session: 'work' })['model_providers.palimpsest.env_http_headers']).toContain(
    '"X-Palimpsest-Session"="PALIMPSEST_SESSION"',
  )
})

test('[10.4] opencode names its own sessions, and other programs get the variables of the SDKs', () => {
  const config = (more: Partial<Wrapping>) =>
    JSON.parse(of('opencode', more).env.OPENCODE_CONFIG_CONTENT ?? '') as object
  expect(of('opencode').session).toBeNull()
  expect(config({})).toMatchObject({
    provider: {
      anthropic: { options: { baseURL: 'http://127.0.0.1:7420/anthropic/v1' } },
      openai: { options: { baseURL: 'http://127.0.0.1:7420/openai/v1' } },
    },
    compaction: { auto: false },
  })
  expect(config({})).not.toHaveProperty('mcp')
  expect(config({ model: 'qwen3:8b', session: 'work' })).toMatchObject({
    model: 'palimpsest/qwen3:8b',
    provider: { palimpsest: { models: { 'qwen3:8b': { limit: { context: 32_000 } } } } },
    mcp: { palimpsest: { type: 'remote', url: 'http://127.0.0.1:7420/mcp' } },
  })
  const other = of('python', {}, ['agent.py'], { OPENAI_API_KEY: 'sk-own' })
  expect(other.env).not.toHaveProperty('OPENAI_API_KEY')
  expect(other.env).toMatchObject({ ANTHROPIC_API_KEY: 'pal_key', OPENAI_BASE_URL: 'http://127.0.0.1:7420/openai/v1' })
  expect(of('cline').hint).toContain('http://127.0.0.1:7420/openai/v1')
  expect(of('claude', { key: null }).env).not.toHaveProperty('PALIMPSEST_KEY')
})

test('[10.4] pi gets its providers by an extension, without a secret on the command line', () => {
  const { args, env } = of('pi', { model: 'qwen3:8b', windowTokens: 16_000 })
  expect(args).toEqual([
    '--extension',
    expect.stringMatching(/pi-extension\.js$/),
    '--provider',
    'palimpsest',
    '--model',
    'qwen3:8b',
  ])
  const { palimpsest } = JSON.parse(env.PALIMPSEST_PI_PROVIDERS!)
  expect(palimpsest).toMatchObject({
    baseUrl: 'http://127.0.0.1:7420/openai/v1',
    apiKey: 'PALIMPSEST_KEY',
    headers: { 'X-Palimpsest-Key': 'PALIMPSEST_KEY', 'X-Context-Size': '16000' },
    models: [{ id: 'qwen3:8b', maxTokens: 4_000 }],
  })
  expect(JSON.stringify([args, env.PALIMPSEST_PI_PROVIDERS])).not.toContain('pal_key')
  const own = JSON.parse(of('pi').env.PALIMPSEST_PI_PROVIDERS!)
  expect(Object.keys(own)).toEqual(['openai', 'anthropic'])
  expect(of('pi').args).not.toContain('--model')
})

test('[10.4] the extension of pi registers what the environment holds', () => {
  const registered: unknown[] = []
  process.env.PALIMPSEST_PI_PROVIDERS = of('pi', { model: 'qwen3:8b' }).env.PALIMPSEST_PI_PROVIDERS!
  palimpsestExtension({ registerProvider: (...given) => registered.push(given) })
  delete process.env.PALIMPSEST_PI_PROVIDERS
  palimpsestExtension({ registerProvider: (...given) => registered.push(given) })
  expect(registered).toEqual([['palimpsest', expect.objectContaining({ api: 'openai-completions' })]])
})

test('[10.4] aider, qwen and goose: the address, the model, and no summaries of their own', () => {
  const base = 'http://127.0.0.1:7420/openai/v1'
  const aider = of('aider', { model: 'qwen3:8b' })
  expect(aider.env).toMatchObject({ OPENAI_API_BASE: base, OPENAI_API_KEY: 'pal_key' })
  expect(aider.args).toEqual([
    ...['--max-chat-history-tokens', '1000000000', '--model', 'openai/qwen3:8b', '--no-show-model-warnings'],
  ])
  const qwen = of('qwen', { model: 'qwen3:8b' })
  expect(qwen.env).toMatchObject({ OPENAI_BASE_URL: base, OPENAI_MODEL: 'qwen3:8b', OPENAI_API_KEY: 'pal_key' })
  expect(qwen.args).toEqual(['--auth-type', 'openai', '--model', 'qwen3:8b'])
  const goose = of('goose', { model: 'qwen3:8b' }).env
  expect(`${goose.OPENAI_HOST}/${goose.OPENAI_BASE_PATH}`).toBe(`${base}/chat/completions`)
  expect(goose).toMatchObject({ GOOSE_PROVIDER: 'openai', GOOSE_MODEL: 'qwen3:8b' })
  for (const program of ['aider', 'qwen', 'goose']) {
    expect(of(program).hint).toBeNull()
    expect(of(program, { windowTokens: 16_000 }).hint).toContain('DOOR_CONTEXT_SIZE')
    // A key of the user goes to the provider of the user.
    expect(of(program, {}, [], { OPENAI_API_KEY: 'sk-own' }).env).not.toHaveProperty('OPENAI_API_KEY')
  }
})

test('[M9] a scope is in the address of the doors, for every program, and the tools keep theirs', () => {
  const doors = 'http://127.0.0.1:7420/in-scope/project:shop-1'
  const scoped = (program: string, more: Partial<Wrapping> = {}) => of(program, { scope: 'project:shop-1', ...more })
  expect(scoped('claude').env.ANTHROPIC_BASE_URL).toBe(`${doors}/anthropic`)
  expect(scoped('claude').args.join(' ')).toContain('http://127.0.0.1:7420/mcp')
  expect(scoped('codex').args).toContain(`model_providers.palimpsest.base_url="${doors}/openai/v1"`)
  expect(scoped('opencode').env.OPENCODE_CONFIG_CONTENT).toContain(`${doors}/anthropic/v1`)
  expect(scoped('opencode', { model: 'm' }).env.OPENCODE_CONFIG_CONTENT).toContain(`${doors}/openai/v1`)
  expect(scoped('pi').env.PALIMPSEST_PI_PROVIDERS).toContain(`${doors}/anthropic`)
  expect(scoped('goose').env).toMatchObject({
    OPENAI_HOST: 'http://127.0.0.1:7420',
    OPENAI_BASE_PATH: 'in-scope/project:shop-1/openai/v1/chat/completions',
  })
  expect(scoped('other').env).toMatchObject({
    OPENAI_BASE_URL: `${doors}/openai/v1`,
    OLLAMA_HOST: 'http://127.0.0.1:7420/with-key/pal_key/in-scope/project:shop-1/ollama',
    PALIMPSEST_URL: 'http://127.0.0.1:7420',
  })
  expect(scoped('other', { scope: 'a/b c' }).env.ANTHROPIC_BASE_URL).toContain('/in-scope/a%2Fb%20c/anthropic')
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readClientConfig, readConfig, type Environment } from '../../src/config.js'

test('[14] a secret may come from a file; both, and a file that cannot be read, are faults that show no secret', () => {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-secret-'))
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const url = file('url', 'postgres://u:hidden-password@db/p\n')
  const key = file('key', '  a-key-of-sixteen-characters \n')
  const config = readConfig({
    ROLE: 'api',
    DATABASE_URL_FILE: url,
    ADMIN_KEY_FILE: key,
    METRICS_TOKEN_FILE: key,
    OPENAI_API_KEY_FILE: file('no', '\n'),
  })
  expect(config).toMatchObject({
    store: { kind: 'postgres', url: 'postgres://u:hidden-password@db/p' },
    adminKey: 'a-key-of-sixteen-characters',
    openai: null,
    metrics: { token: 'a-key-of-sixteen-characters' },
  })
  expect(readClientConfig({ PALIMPSEST_KEY_FILE: key }).key).toBe('a-key-of-sixteen-characters')
  const faults = (env: Environment): string => {
    try {
      readConfig(env)
    } catch (error) {
      if (error instanceof ConfigError) return error.message
    }
    return ''
  }
  expect(faults({ ADMIN_KEY_FILE: key, ADMIN_KEY: 'another-key-that-is-long' })).toMatch(
    /ADMIN_KEY_FILE: expected nothing, because ADMIN_KEY is set as well; unset one, received both/,
  )
  expect(faults({ ADMIN_KEY_FILE: join(folder, 'absent') })).toMatch(/ADMIN_KEY_FILE: .*absent \(ENOENT\)/)
  expect(faults({ DATABASE_URL_FILE: folder })).toMatch(/DATABASE_URL_FILE: .*EISDIR/)
  const openai = { SUMMARY_PROVIDER: 'openai', SUMMARY_BASE_URL: 'http://127.0.0.1:1234/v1' }
  expect(faults({ ...openai, SUMMARY_API_KEY_FILE: folder })).toMatch(/SUMMARY_API_KEY_FILE: .*EISDIR/)
  expect(readConfig({ ...openai, SUMMARY_API_KEY_FILE: key }).model.server).toMatchObject({
    key: 'a-key-of-sixteen-characters',
  })
  expect(faults({ DATABASE_URL_FILE: file('large', 'x'.repeat(20_000)) })).toMatch(/more than 16384 bytes/)
  expect(faults({ DATABASE_URL_FILE: file('wrong', 'mysql://hidden-password@db') })).not.toContain('hidden-password')
  rmSync(folder, { recursive: true })
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readConfig, type Environment } from '../../src/config.js'

const BASE = { OIDC_ISSUER: 'https://id.example/realms/main', OIDC_AUDIENCE: 'palimpsest', OIDC_ROLES: 'ops=admin' }
const LOGIN = { OIDC_CLIENT_ID: 'palimpsest', OIDC_REDIRECT_URI: 'https://p.example/sub/oidc/callback' }

const faultsOf = (env: Environment) => {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.faults.map(({ path, received }) => `${path}: ${received}`)
    throw error
  }
  return []
}

test('[14] an issuer needs an audience and a table of roles, whose values may have signs of their own', () => {
  const roles = 'cn=ops,ou=groups=admin ; /team/a = app My Chat;x=viewer chat;'
  expect(readConfig({ ...BASE, OIDC_ROLES: roles, OIDC_ROLES_CLAIM: 'groups' }).oidc).toEqual({
    issuer: BASE.OIDC_ISSUER,
    audience: 'palimpsest',
    rolesClaim: 'groups',
    nameClaim: 'sub',
    roles: [
      { value: 'cn=ops,ou=groups', role: 'admin', app: null },
      { value: '/team/a', role: 'app', app: 'My Chat' },
      { value: 'x', role: 'viewer', app: 'chat' },
    ],
    login: null,
  })
  expect(faultsOf({ OIDC_ISSUER: BASE.OIDC_ISSUER })).toEqual(['OIDC_AUDIENCE: nothing', 'OIDC_ROLES: nothing'])
})

test('[14] the sign-in of browsers has an exact redirect URI, and its secret may come from a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-oidc-'))
  try {
    const file = join(folder, 'secret')
    writeFileSync(file, 'client-secret\n')
    expect(readConfig({ ...BASE, ...LOGIN, OIDC_CLIENT_SECRET_FILE: file }).oidc?.login).toEqual({
      clientId: 'palimpsest',
      clientSecret: 'client-secret',
      redirectUri: LOGIN.OIDC_REDIRECT_URI,
      scopes: 'openid profile email',
      sessionMs: 3_600_000,
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test.each([
  [{ OIDC_AUDIENCE: 'x' }, ['OIDC_AUDIENCE: a value']],
  [{ ...BASE, OIDC_ISSUER: 'http://id.example' }, ['OIDC_ISSUER: "http://id.example"']],
  [{ ...BASE, AUTH: 'off' }, ['OIDC_ISSUER: a value']],
  [{ ...BASE, OIDC_ROLES: 'ops=owner' }, ['OIDC_ROLES: "ops=owner"']],
  [
    { ...BASE, OIDC_ROLES: 'ops=admin chat; a=app; =admin; b' },
    ['"ops=admin chat"', '"a=app"', '"=admin"', '"b"'].map((row) => `OIDC_ROLES: ${row}`),
  ],
  [{ ...BASE, OIDC_SCOPES: 'openid' }, ['OIDC_SCOPES: a value']],
  [{ ...BASE, OIDC_CLIENT_ID: 'x' }, ['OIDC_REDIRECT_URI: nothing']],
  [{ ...BASE, ...LOGIN, OIDC_REDIRECT_URI: 'https://p.example/cb' }, ['OIDC_REDIRECT_URI: "https://p.example/cb"']],
  [
    { ...BASE, ...LOGIN, OIDC_REDIRECT_URI: 'http://p.example/oidc/callback' },
    ['OIDC_REDIRECT_URI: "http://p.example/oidc/callback"'],
  ],
  [{ ...BASE, ...LOGIN, OIDC_SCOPES: 'profile' }, ['OIDC_SCOPES: "profile"']],
  [{ ...BASE, ...LOGIN, OIDC_SESSION_MINUTES: '0' }, ['OIDC_SESSION_MINUTES: "0"']],
] satisfies [Environment, string[]][])('[14] %j is refused', (env, faults) => {
  expect(faultsOf(env)).toEqual(faults)
})

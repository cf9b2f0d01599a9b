import { splitWords } from './domain/texts.js'
import type { EnvironmentReader } from './environment.js'
import { CALLBACK, isSafeAddress, type OidcConfig, type RoleRow } from './oidc/settings.js'

const LOGIN_SETTINGS = ['OIDC_CLIENT_SECRET', 'OIDC_REDIRECT_URI', 'OIDC_SCOPES', 'OIDC_SESSION_MINUTES']
const SETTINGS = ['OIDC_AUDIENCE', 'OIDC_ROLES', 'OIDC_ROLES_CLAIM', 'OIDC_NAME_CLAIM', 'OIDC_CLIENT_ID']

/** Reads the settings of OpenID Connect; null if it is off.
 * @param auth with `off`, every caller is the admin, so a sign-in would protect nothing */
export function readOidc(read: EnvironmentReader, auth: 'on' | 'off'): OidcConfig | null {
  if (!read.has('OIDC_ISSUER')) {
    for (const name of [...SETTINGS, ...LOGIN_SETTINGS])
      if (read.has(name)) read.fault(name, 'nothing, unless OIDC_ISSUER is set', 'a value')
    return null
  }
  if (auth === 'off') read.fault('OIDC_ISSUER', 'nothing with AUTH=off', 'a value')
  const issuer = safeUrl(read, 'OIDC_ISSUER')
  const login = readLogin(read)
  const audience = read.text('OIDC_AUDIENCE')
  if (audience === null)
    read.fault('OIDC_AUDIENCE', 'the audience of tokens for this service, such as palimpsest', 'nothing')
  return {
    issuer: issuer ?? '',
    audience: audience ?? '',
    rolesClaim: read.text('OIDC_ROLES_CLAIM') ?? 'roles',
    roles: readRoles(read),
    nameClaim: read.text('OIDC_NAME_CLAIM') ?? 'sub',
    login,
  }
}

function readLogin(read: EnvironmentReader): OidcConfig['login'] {
  const clientId = read.text('OIDC_CLIENT_ID')
  if (clientId === null) {
    for (const name of LOGIN_SETTINGS)
      if (read.has(name)) read.fault(name, 'nothing, unless OIDC_CLIENT_ID is set', 'a value')
    return null
  }
  const redirectUri = safeUrl(read, 'OIDC_REDIRECT_URI')
  const expected = `the address of this daemon in browsers and ${CALLBACK}, such as https://palimpsest.example${CALLBACK}`
  if (redirectUri === null && !read.has('OIDC_REDIRECT_URI')) read.fault('OIDC_REDIRECT_URI', expected, 'nothing')
  if (redirectUri !== null && !isCallback(redirectUri))
    read.fault('OIDC_REDIRECT_URI', expected, JSON.stringify(redirectUri))
  const scopes = read.text('OIDC_SCOPES') ?? 'openid profile email'
  if (!splitWords(scopes).includes('openid'))
    read.fault('OIDC_SCOPES', 'names separated by spaces, with openid', JSON.stringify(scopes))
  return {
    clientId,
    clientSecret: read.secret('OIDC_CLIENT_SECRET', 1),
    redirectUri: redirectUri ?? '',
    scopes,
    sessionMs: read.integer('OIDC_SESSION_MINUTES', 1, 1_440, 60) * 60_000,
  }
}

function isCallback(address: string): boolean {
  const { pathname, search, hash } = new URL(address)
  return pathname.endsWith(CALLBACK) && search === '' && hash === ''
}

/** Tokens and codes travel to these addresses: without TLS, only to this machine. */
function safeUrl(read: EnvironmentReader, name: string): string | null {
  const given = read.url(name, ['https:', 'http:'], { bare: 'it is no secret' })
  if (given === null || isSafeAddress(given)) return given
  read.fault(name, 'an https:// URL, or http:// with a loopback address', JSON.stringify(given))
  return null
}

/** Parses `admins=admin; support=app chat; readers=viewer chat`. A value may have signs of its own: the last `=` counts. */
function readRoles(read: EnvironmentReader): RoleRow[] {
  const text = read.text('OIDC_ROLES')
  const expected = 'rows such as "admins=admin; support=app chat; readers=viewer chat"'
  if (text === null) read.fault('OIDC_ROLES', expected, 'nothing')
  const rows = (text ?? '').split(';').map((row) => row.trim())
  return rows
    .filter((row) => row !== '')
    .flatMap((row) => {
      const parsed = readRow(row)
      if (parsed === null) read.fault('OIDC_ROLES', expected, JSON.stringify(row))
      return parsed ?? []
    })
}

function readRow(row: string): RoleRow | null {
  const at = row.lastIndexOf('=')
  const value = row.slice(0, Math.max(at, 0)).trim()
  const [role = '', ...name] = splitWords(row.slice(at + 1).trim())
  const app = name.join(' ')
  if (value === '') return null
  if (role === 'admin') return app === '' ? { value, role, app: null } : null
  if (role !== 'app' && role !== 'viewer') return null
  return app === '' ? null : { value, role, app }
}

import type { AdminKey } from './admin-key.js'
import type { Config } from './config.js'
import { VERSION } from './version.js'

/** Returns the text printed after the start: the address, where the admin key is, and a first request.
 * @param isTerminal a person reads it: a new key is shown, once. Otherwise it goes to a log, where a key must not be. */
export function startupBanner(config: Config, port: number, adminKey: AdminKey, isTerminal: boolean): string {
  const address = `http://${reachable(config.listen.host)}:${port}`
  const lines = [`Palimpsest ${VERSION} is listening on ${address}`, '']
  if (config.auth === 'off')
    lines.push('  Authentication is off (AUTH=off): every program on this machine has full access.', '')
  else if (adminKey.fresh && isTerminal) {
    lines.push(
      `  Admin key: ${adminKey.key}`,
      `  It is not shown again. It is stored in ${adminKey.file} (readable only by you).`,
      '',
    )
  } else if (adminKey.file !== null) lines.push(`  Admin key: in ${adminKey.file} (readable only by you)`, '')
  const keyHeader = config.auth === 'off' ? '' : ` -H "Authorization: Bearer $KEY"`
  lines.push(
    '  Create a first session:',
    `    ${keyLine(config, adminKey)}curl -s ${address}/v1/sessions${keyHeader} -H 'content-type: application/json' \\`,
    `      -d '{"model":"qwen2.5:7b","contextSize":"8K"}'`,
    '',
    `  Dashboard: ${address}/    API reference: ${address}/docs    Check this setup: npx palimpsest doctor    Stop: Ctrl-C`,
    '',
  )
  return lines.join('\n')
}

/** Returns an address clients can connect to: 0.0.0.0 and :: are valid for listening only. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

function keyLine(config: Config, adminKey: AdminKey): string {
  if (config.auth === 'off') return ''
  return adminKey.file === null ? 'KEY=$ADMIN_KEY; ' : `KEY=$(cat '${adminKey.file}'); `
}

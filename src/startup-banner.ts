import type { AdminKey } from './admin-key.js'
import type { Config } from './config.js'
import { VERSION } from './version.js'

/** What a person reads after the start: where it listens, how to get in, what to try. The key is shown once, when it is made. */
export function startupBanner(config: Config, port: number, adminKey: AdminKey): string {
  const address = `http://${reachable(config.listen.host)}:${port}`
  const lines = [`Palimpsest ${VERSION} listens on ${address}`, '']
  if (config.auth === 'off')
    lines.push('  No key is asked for (AUTH=off): every program on this machine may do everything.', '')
  else if (adminKey.fresh) {
    lines.push(
      `  Admin key: ${adminKey.key}`,
      `  It is shown this once and kept in ${adminKey.file} (readable by you only).`,
      '',
    )
  } else if (adminKey.file !== null) lines.push(`  The admin key is in ${adminKey.file}`, '')
  const keyHeader = config.auth === 'off' ? '' : ` -H "Authorization: Bearer $KEY"`
  lines.push(
    '  A first session:',
    `    ${keyLine(config, adminKey)}curl -s ${address}/v1/sessions${keyHeader} -H 'content-type: application/json' \\`,
    `      -d '{"model":"qwen2.5:7b","contextSize":"8K"}'`,
    '',
    `  Reference: ${address}/docs    What is missing here: palimpsest doctor    Stop: Ctrl-C`,
    '',
  )
  return lines.join('\n')
}

/** 0.0.0.0 and :: are where one listens, not where one connects. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

function keyLine(config: Config, adminKey: AdminKey): string {
  if (config.auth === 'off') return ''
  return adminKey.file === null ? 'KEY=$ADMIN_KEY; ' : `KEY=$(cat '${adminKey.file}'); `
}

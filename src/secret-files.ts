import { closeSync, openSync, readSync } from 'node:fs'
import type { Fault } from './domain/errors.js'

/** Settings that may be a secret. Each may come from a file: `NAME_FILE` has its path, as container platforms mount secrets. */
export const SECRET_SETTINGS = [
  'DATABASE_URL',
  'REDIS_URL',
  'OLLAMA_HOST',
  'ADMIN_KEY',
  'OPENAI_API_KEY',
  'ANTHROPIC_API_KEY',
  'SUMMARY_API_KEY',
  'METRICS_TOKEN',
  'PALIMPSEST_KEY',
  'ALERT_WEBHOOK_URL',
  'ALERT_WEBHOOK_KEY',
  'OIDC_CLIENT_SECRET',
] as const

/** A key or a URL is far shorter. The bound keeps a wrong path, such as a device, from filling the memory. */
const MAX_BYTES = 16_384

type Environment = Readonly<Record<string, string | undefined>>

/** Returns the environment with the content of the named files, without the space around it, and the faults found. */
export function withSecretFiles(env: Environment): { env: Environment; faults: Fault[] } {
  const read: Record<string, string> = {}
  const faults: Fault[] = []
  for (const name of SECRET_SETTINGS) {
    const variable = `${name}_FILE`
    const file = env[variable]?.trim()
    if (!file) continue
    if (env[name]?.trim()) {
      faults.push({ path: variable, expected: `nothing, because ${name} is set as well; unset one`, received: 'both' })
      continue
    }
    try {
      // An empty file counts as unset, like an empty variable.
      read[name] = readStart(file).trim()
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable'
      faults.push({ path: variable, expected: 'a file this user can read', received: `${file} (${code})` })
    }
  }
  return { env: { ...env, ...read }, faults }
}

function readStart(file: string): string {
  const descriptor = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(MAX_BYTES + 1)
    const length = readSync(descriptor, bytes)
    if (length > MAX_BYTES) throw Object.assign(new Error('too long'), { code: `more than ${MAX_BYTES} bytes` })
    return bytes.toString('utf8', 0, length)
  } finally {
    closeSync(descriptor)
  }
}

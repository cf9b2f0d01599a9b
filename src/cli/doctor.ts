import type { Command } from 'commander'
import { readConfig, type Config } from '../config.js'
import { CommandError } from './connection.js'
import { withoutOwnDoors } from './doctor/own-doors.js'
import { printJson, withJson } from './output/json.js'
import type { Finding } from './doctor/finding.js'

/** Imported on demand: the other commands start faster without the database, the queue and the encoder. */
const machine = () => import('./doctor/machine.js')
const services = () => import('./doctor/services.js')

/** `ownDoors`: variables that lead to the daemon itself. The configuration is read without them. */
const CHECKS: Record<string, (config: Config, ownDoors: readonly string[]) => Promise<Finding>> = {
  node: async () => (await machine()).nodeVersion(process.versions.node),
  data: async (config) => (await services()).dataFolder(config),
  database: async (config) => (await services()).database(config),
  queue: async (config) => (await services()).jobQueue(config),
  model: async (config) => (await import('./doctor/model-server.js')).modelServer(config),
  doors: async (config, ownDoors) => (await import('./doctor/doors.js')).doors(config, ownDoors),
  issuer: async (config) => (await import('./doctor/issuer.js')).issuer(config),
  clients: async (config) => (await import('./doctor/clients.js')).clients(config),
  counts: async () => (await import('./doctor/counting.js')).tokenCounts(),
  port: async (config) => (await machine()).port(config),
}

/** `palimpsest doctor`: checks this machine and advises on fixes. Exit code 1 if the daemon could not run. */
export function addDoctor(program: Command): void {
  withJson(program.command('doctor'))
    .description('check this machine and advise on fixes')
    .option('--only <names>', `comma-separated checks: ${Object.keys(CHECKS).join(',')}`)
    .action(async (options: { only?: string; json?: boolean }) => {
      const { env, doors } = withoutOwnDoors(process.env)
      const config = readConfig(env)
      const names = options.only?.split(',').map((name) => name.trim()) ?? Object.keys(CHECKS)
      const unknown = names.filter((name) => !Object.hasOwn(CHECKS, name))
      if (unknown.length > 0)
        throw new CommandError(`No check named ${unknown.join(', ')}. There are: ${Object.keys(CHECKS).join(', ')}.`)
      const findings = await Promise.all(names.flatMap((name) => CHECKS[name]?.(config, doors) ?? []))
      if (options.json) printJson({ findings })
      else console.log(findings.map(asText).join('\n'))
      if (findings.length === 0 || findings.some((finding) => finding.state === 'missing')) process.exitCode = 1
    })
}

function asText({ state, what, advice }: Finding): string {
  const mark = { ok: 'ok        ', degraded: 'degraded  ', missing: 'MISSING   ' }[state]
  return advice === null ? mark + what : `${mark}${what}\n          → ${advice}`
}

import type { Command } from 'commander'
import { readConfig, type Config } from '../config.js'
import { dataFolder, database, jobQueue } from './doctor/services.js'
import { modelServer } from './doctor/model-server.js'
import { nodeVersion, port } from './doctor/machine.js'
import { tokenCounts } from './doctor/counting.js'
import { CommandError } from './connection.js'
import type { Finding } from './doctor/finding.js'

const CHECKS: Record<string, (config: Config) => Promise<Finding>> = {
  node: async () => nodeVersion(process.versions.node),
  data: dataFolder,
  database,
  queue: jobQueue,
  model: modelServer,
  counts: tokenCounts,
  port,
}

/** `palimpsest doctor`: checks this machine and advises on fixes. Exit code 1 if the daemon could not run. */
export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description('check this machine and advise on fixes')
    .option('--only <names>', `comma-separated checks: ${Object.keys(CHECKS).join(',')}`)
    .action(async (options: { only?: string }) => {
      const config = readConfig(process.env)
      const names = options.only?.split(',').map((name) => name.trim()) ?? Object.keys(CHECKS)
      const unknown = names.filter((name) => !Object.hasOwn(CHECKS, name))
      if (unknown.length > 0)
        throw new CommandError(`No check named ${unknown.join(', ')}. There are: ${Object.keys(CHECKS).join(', ')}.`)
      const findings = await Promise.all(names.flatMap((name) => CHECKS[name]?.(config) ?? []))
      console.log(findings.map(asText).join('\n'))
      if (findings.length === 0 || findings.some((finding) => finding.state === 'missing')) process.exitCode = 1
    })
}

function asText({ state, what, advice }: Finding): string {
  const mark = { ok: 'ok        ', degraded: 'degraded  ', missing: 'MISSING   ' }[state]
  return advice === null ? mark + what : `${mark}${what}\n          → ${advice}`
}

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { readConfig } from '../../src/config.js'

const ROOT = join(import.meta.dirname, '../..')
const hasCompose = spawnSync('docker-compose', ['version']).status === 0

const Compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      environment: z.record(z.string(), z.string()).optional(),
    }),
  ),
})

test.skipIf(!hasCompose)('[14] docker-compose accepts the file, with and without the variables it can be given', () => {
  for (const env of [
    {},
    { ADMIN_KEY: 'sixteen-characters', PORT: '8080', SUMMARY_MODEL: 'qwen2.5:7b', POSTGRES_PASSWORD: 'p' },
  ]) {
    const run = spawnSync('docker-compose', ['config'], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, ...env },
      encoding: 'utf8',
    })
    expect(run.stderr).not.toMatch(/error|invalid|warning/i)
    expect(run.status).toBe(0)
    const { services } = Compose.parse(parse(run.stdout))
    expect(Object.keys(services).sort()).toEqual(['api', 'ollama', 'postgres', 'redis', 'worker'])
  }
})

test.skipIf(!hasCompose)('[14] what docker-compose sets is a configuration the daemon accepts', () => {
  const run = spawnSync('docker-compose', ['config'], { cwd: ROOT, env: { PATH: process.env.PATH }, encoding: 'utf8' })
  const { services } = Compose.parse(parse(run.stdout))
  expect(readConfig(services.api?.environment ?? {})).toMatchObject({
    role: 'api',
    store: { kind: 'postgres' },
    queue: { kind: 'redis' },
  })
  expect(readConfig(services.worker?.environment ?? {})).toMatchObject({
    role: 'worker',
    ollama: { url: 'http://ollama:11434' },
  })
})

test('[14] every service has a health check, in the file or in the image, and every command exists in the build', () => {
  const { services } = z
    .object({
      services: z.record(
        z.string(),
        z.object({ healthcheck: z.unknown().optional(), command: z.array(z.string()).optional() }),
      ),
    })
    .parse(parse(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), { merge: true }))
  const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
  expect(dockerfile).toContain('HEALTHCHECK')
  for (const [name, service] of Object.entries(services))
    expect(service.healthcheck !== undefined || name === 'api', name).toBe(true)
  const commands = [...`${dockerfile}\n${JSON.stringify(services)}`.matchAll(/dist\/([\w/-]+)\.js/g)].map(
    (match) => match[1],
  )
  expect(commands.length).toBeGreaterThan(2)
  for (const command of commands) expect(existsSync(join(ROOT, `${command}.ts`)), command).toBe(true)
})
